import * as Q from '../http/query.ts'
import { queryText } from '../http/query-values.ts'
import { ReasonCode, ReasonValues, reasonFields } from '../http/reason.ts'
import { EVENT_UNION, maybeTime, pageQuery, Timestamp, Uuid, Version } from '../http/schemas.ts'
import { type Issues, typeOf } from '../lib/issues.ts'
import { findNearest } from '../lib/nearest.ts'
import { assigned, choice, computed, everywhere, group, only, shownAs, text, time } from '../lib/record/fields.ts'
import { body, type ChangeOf, type NewOf, record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import type { ReaderText } from '../messages/for-reader.ts'
import { LANGUAGES } from '../messages/languages.ts'
import { message, type Value } from '../messages/message.ts'
import { toReason } from '../messages/stored.ts'
import { SCOPES } from '../scopes.ts'
import { ENDPOINT_KINDS } from './chat/chat.ts'
import { EVENT_TYPES, type EventType } from './emit.ts'
import { filtersField } from './filters.ts'
import { headersField } from './headers.ts'

type Noun = EventType extends `${infer N}.${string}` ? N : never
type Wildcard = `${Noun}.*`
/** What a list of types may contain: a type, or a wildcard for all types of a noun, also those of later versions. */
type EventSelector = EventType | Wildcard

const NOUNS = [...new Set(EVENT_TYPES.map(nounOf))] as Noun[]
const WILDCARDS: readonly Wildcard[] = NOUNS.map((noun) => `${noun}.*` as const)
const SELECTORS: readonly EventSelector[] = [...EVENT_TYPES, ...WILDCARDS]

const SelectorSchema = { $id: 'EventSelector', anyOf: [S.oneOf(EVENT_TYPES), S.oneOf(WILDCARDS)] }

function nounOf(selector: string): string {
  return selector.split('.', 1)[0]!
}

/** The types of today that these stand for. */
function expandSelectors(selectors: readonly EventSelector[]): EventType[] {
  return EVENT_TYPES.filter((type) => selectors.includes(type) || selectors.includes(`${nounOf(type)}.*` as Wildcard))
}

export const ENDPOINTS_MAX = 50
export const URL_MAX = 2_048
/** Waiting deliveries are counted up to here: an endpoint that is down for days has very many. */
export const WAITING_MAX = 1_000
export const OLD_SECRET_HOURS = 24

const ENDPOINT_STATUSES = ['active', 'paused', 'disabled'] as const
type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Only sent by the test button, never stored. */
export const TEST_TYPE = 'endpoint.test'
const TESTABLE_TYPES = [TEST_TYPE, ...EVENT_TYPES] as const

const EVENT_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050'
const ENDPOINT_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040'
const AT = '2026-11-15T09:30:00.000Z'
const type = assigned(S.oneOf(EVENT_TYPES), 'contact.deleted')

const eventFields = {
  id: assigned(Uuid, EVENT_ID),
  type,
  timestamp: assigned({ ...Timestamp, description: 'When it happened.' }, AT),
  subject_version: assigned(
    S.integer(
      'The version of that object after what happened; it grows with every change of it. Of two events about one object ' +
        'the one with the higher version is newer, in whatever order they arrive. For contacts and posts it is the number ' +
        'that their `ETag` begins with. 0 in events from before 0.2.',
    ),
    3,
  ),
  index: assigned(
    S.integer(
      'One change can cause several events with the same `subject_version`: they are counted from 0, so that no two events ' +
        'about one object have the same `subject_version` and `index`. 0 in events from before 0.3.',
    ),
    0,
  ),
  data: assigned<object>(S.object({}, 'The object it is about, as the API showed it then.'), {
    id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012',
    deleted: true,
  }),
}
export const event = record(EVENT_UNION, eventFields)
/** The document describes each type of event, from the catalogue. */
export const EventSchema = { $ref: `#/components/schemas/${EVENT_UNION}` }
export const cursorExample = 'mLk0PqH2Zb7uXn3W9cRt5oAyD1eGf6sJiVhT8xKqNwEzU4rCvB2gYpLdMjFaQ0tS'

export const eventKind = S.exampledOutput('EventTypeDescription', {
  type: [S.oneOf(EVENT_TYPES), 'contact.deleted'],
  description: [S.string('When it happens.'), 'A contact was deleted.'],
  scope: [S.oneOf(SCOPES, 'The permission that seeing it needs.'), 'contacts:read'],
  sample: [EventSchema, event.example],
})

const progressFields = {
  state: assigned(
    S.oneOf(
      DELIVERY_STATES,
      '`pending` until it is answered with 2xx (`delivered`) or all attempts are used up (`failed`). `cancelled`: the ' +
        'endpoint was disabled before.',
    ),
    'delivered',
  ),
  attempts: assigned(S.integer('How often it was sent.'), 1),
  next_at: assigned(maybeTime('When it is sent next; null when it is not.'), null),
  delivered_at: assigned(maybeTime(), '2026-11-15T09:30:00.412Z'),
}

const ofEvent = group({ endpoint_id: assigned(Uuid, ENDPOINT_ID), ...progressFields })
const deliveries = S.array(ofEvent.schema, 'One for each endpoint that wanted it.')
export const eventDetail = {
  // openapi-typescript takes a union that stands in allOf itself for a base type, and gives it another `type`.
  schema: { $id: 'EventDetail', allOf: [{ anyOf: [EventSchema] }, S.object({ deliveries })] },
  example: { ...event.example, deliveries: [ofEvent.example] },
}

const deliveryFields = {
  event_id: assigned(Uuid, EVENT_ID),
  type,
  ...progressFields,
  created_at: assigned(Timestamp, AT),
}
export const eventDelivery = record('EventDelivery', deliveryFields)

const result = {
  status: assigned(S.nullable('integer', 'The HTTP status; null when there was no answer.'), 200),
  duration_ms: assigned(S.integer(), 162),
  message: assigned<ReaderText | null>(S.nullable('string', 'What went wrong, in a sentence.'), null),
  message_code: assigned(ReasonCode, null),
  message_values: assigned<Record<string, Value> | null>(ReasonValues, null),
  answer: assigned(S.nullable('string', 'The first 4 KB of the body of the answer.'), 'ok'),
}
const { status, duration_ms, answer, ...said } = result

export const eventAttempt = record('EventAttempt', {
  number: assigned(S.integer('From 1.'), 1),
  started_at: assigned(Timestamp, '2026-11-15T09:30:00.250Z'),
  duration_ms,
  outcome: assigned(S.string({ description: 'How it ended, for programs.', examples: ['delivered'] }), 'delivered'),
  status,
  ...said,
  answer,
})

export const eventDeliveryDetail = record('EventDeliveryDetail', {
  ...deliveryFields,
  attempts: computed<object[]>(S.array(eventAttempt.schema, 'Oldest first.'), [eventAttempt.example]),
  event: computed<object>(EventSchema, event.example),
})

export const endpointTestResult = record('EndpointTestResult', {
  delivered: assigned(S.boolean('True when it was answered with 2xx.'), true),
  ...result,
})

const typeList = everywhere<EventSelector[] | null>({
  schema: S.arrayOrNull(
    SelectorSchema,
    'The types it gets, `contact.*` for all of a noun; null for all that `scopes` allow, those of later versions included.',
  ),
  sentSchema: S.arrayOrNull(SelectorSchema, {
    minItems: 1,
    description: 'The types to send; null for all that you may see.',
  }),
  example: ['contact.created', 'contact.updated', 'contact.deleted'],
  isRequired: false,
  read(issues, path, value) {
    if (value === undefined || value === null) return null
    if (!Array.isArray(value)) issues.add(path, 'endpoint.types_not_list', { found: typeOf(value) })
    else if (value.length === 0) issues.add(path, 'endpoint.no_types')
    else if (value.length > 100) {
      issues.add(path, 'endpoint.too_many_types', { known: EVENT_TYPES.length, count: value.length })
    } else {
      const types = value.map((each, index) => readType(issues, `${path}[${index}]`, each, SELECTORS))
      return [...new Set(types.filter((each) => each !== null))]
    }
    return null
  },
})

function readType<T extends string>(issues: Issues, field: string, value: unknown, known: readonly T[]): T | null {
  if (typeof value !== 'string') {
    issues.add(field, 'event.not_type', { found: typeOf(value) })
    return null
  }
  const name = value.trim()
  const found = known.find((each) => each === name)
  if (found !== undefined) return found
  const nearest = findNearest(name, known)
  const shown = name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name.toWellFormed()
  if (name.includes('*') && known.includes('contact.*' as T)) {
    issues.add(field, 'event.unknown_wildcard', { name: shown, known: WILDCARDS.join(', ') })
  } else if (nearest !== null) issues.add(field, 'event.misspelt_type', { name: shown, nearest })
  else issues.add(field, 'event.unknown_type', { name: shown, known: known.join(', ') })
  return null
}

const endpointFields = {
  id: assigned(Uuid, ENDPOINT_ID),
  kind: only(['create', 'answer', 'column'], {
    ...choice(ENDPOINT_KINDS, {
      fallback: 'webhook',
      refusesNull: true,
      about: '`webhook` gets signed events, for programs. The others get a readable message, for people.',
      example: 'webhook',
    }),
    sentSchema: S.oneOf(
      ENDPOINT_KINDS,
      '`webhook` when left out. For the others, `url` is the address of an incoming webhook of Slack, a webhook of ' +
        'Discord, a workflow of Teams, or a topic of ntfy. It stays what it is.',
    ),
  }),
  url: shownAs(
    S.string(
      'Where events go. For a chat it shows only the beginning and, if it is long, the last four characters: anyone with ' +
        'the whole address can write there.',
    ),
    text({
      max: URL_MAX,
      required: true,
      schema: { minLength: 1 },
      about:
        'Absolute https URL on port 443, 8443, 80 or 8080, without user name, password or fragment, and not in a private ' +
        'network, unless the operator allows those (ALLOW_PRIVATE_NETWORKS).',
      example: 'https://example.com/hooks/doorpost',
    }),
  ),
  token: only(
    ['create', 'change'],
    text({
      max: 512,
      about: 'Access token of the ntfy server, where it wants one. Only for `ntfy`. It is never shown.',
      example: null,
    }),
  ),
  description: text({ max: 255, about: 'What it is, for people.', example: 'Our CRM' }),
  language: choice(LANGUAGES, {
    fallback: null,
    about:
      'The language of messages to a chat or a phone: `en` when left out or null. A `webhook` gets data and no ' +
      'messages: it has none, and another value than null is refused.',
    example: null,
  }),
  events: only(['create', 'change', 'answer'], typeList),
  filters: only(['create', 'change', 'answer'], filtersField),
  headers: only(['create', 'change', 'answer'], headersField),
  scopes: assigned(
    S.arrayOrNull(
      S.oneOf(SCOPES),
      'The read permissions of the key that chose `events`: it gets no event that needs another. Null for all: a person ' +
        'chose them, or the endpoint is from before 0.2.',
    ),
    ['contacts:read', 'events:read'],
  ),
  status: only(
    ['change', 'answer', 'column'],
    everywhere<EndpointStatus>({
      schema: S.oneOf(
        ENDPOINT_STATUSES,
        'Deliveries of a `paused` one wait. `disabled`: Doorpost gave up on it, `reason` says why; set it to active again.',
      ),
      sentSchema: S.oneOf(['active', 'paused'], '`active` also brings a disabled one back, with a clean record.'),
      example: 'active',
      isRequired: false,
      read(issues, path, value) {
        if (value === 'active' || value === 'paused') return value
        issues.add(path, 'endpoint.wrong_status')
        return 'active'
      },
    }),
  ),
  ...reasonFields('Why it is disabled.', null),
  failures: assigned(S.integer('Failed attempts in a row, over all deliveries.'), 0),
  failing_since: assigned(maybeTime(), null),
  last_success_at: assigned(maybeTime(), AT),
  last_failure_at: assigned(maybeTime(), null),
  waiting: computed(S.integer(`Deliveries that wait to be sent, counted up to ${WAITING_MAX}.`), 0),
  resting_until: computed(
    maybeTime(
      'Nothing is sent to it before, because it failed too often or asked for a rest. `status: active` ends the rest.',
    ),
    null,
  ),
  previous_secret_until: computed(
    maybeTime('Until then the secret before the last rotation signs along; null when there is none.'),
    null,
  ),
  version: assigned(Version, 1),
  created_at: assigned(Timestamp, '2026-11-01T08:00:00.000Z'),
  updated_at: assigned(Timestamp, '2026-11-01T08:00:00.000Z'),
}

export const endpoint = record('Endpoint', endpointFields, {
  change: 'What is left out stays.',
  refusesEmptyChange: true,
})
export type NewEndpoint = NewOf<typeof endpoint>
export type EndpointPatch = ChangeOf<typeof endpoint>

export const disabledEndpointExample = {
  ...endpoint.example,
  status: 'disabled',
  ...toReason(message('endpoint.gone')),
  failures: 1,
  failing_since: AT,
  last_failure_at: AT,
}

export const endpointWithSecret = endpoint.extended('EndpointWithSecret', {
  secret: [
    S.nullable(
      'string',
      '`whsec_…`: verifies the signatures. It is shown this once; null in a repeat by Idempotency-Key, and for a chat.',
    ),
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  ],
})

export const endpointTest = body('EndpointTest', {
  type: everywhere<string>({
    schema: S.oneOf(TESTABLE_TYPES, `\`${TEST_TYPE}\` when left out.`),
    example: TEST_TYPE,
    isRequired: false,
    read: (issues, path, value) =>
      value === undefined || value === null ? TEST_TYPE : (readType(issues, path, value, TESTABLE_TYPES) ?? TEST_TYPE),
  }),
})

export const recovery = body('Recovery', {
  since: time({ required: true, about: 'Events of this time or later.', example: '2026-06-30T12:00:00Z' }),
})

export const RecoveredSchema = S.output('Recovered', { recovered: S.integer('How many deliveries are due now.') })

const typesParameter: Q.Parameter<string[] | null> = {
  schema: S.string({
    description: 'Types, or `contact.*` for all of a noun, separated by commas.',
    examples: ['contact.created,contact.updated'],
  }),
  read(issues, query, name) {
    const names = queryText(issues, query, name, 1_000)?.split(',') ?? []
    const selectors = names
      .filter((each) => each.trim() !== '')
      .map((each) => readType(issues, name, each, SELECTORS))
      .filter((each) => each !== null)
    return selectors.length > 0 ? expandSelectors(selectors) : null
  },
}

export const eventFilter = Q.parameters({
  order: Q.choice(['asc', 'desc'], '`asc`, also when left out: oldest first, to follow. `desc`: newest first.'),
  type: typesParameter,
  subject_id: Q.id(message('object.any'), 'The contact, post, … that they are about.'),
  created_after: Q.idAtTime('At this time or later.'),
})
export const EventQuery = S.partial({ ...pageQuery, ...(eventFilter.schema.properties as S.Fields) })

export const deliveriesQuery = Q.list({ state: Q.choice(DELIVERY_STATES), type: typesParameter })
