import { maybeTime, pageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { SCOPES } from '../scopes.ts'
import { ENDPOINT_KINDS } from './chat/kinds.ts'
import { EVENT_TYPES } from './emit.ts'

export const ENDPOINTS_MAX = 50
export const URL_MAX = 2_048
export const TOKEN_MAX = 512
export const DESCRIPTION_MAX = 255
/** Deliveries that wait are counted up to here: an endpoint that is down for days has very many. */
export const WAITING_MAX = 1_000
export const OLD_SECRET_HOURS = 24

const ENDPOINT_STATUSES = ['active', 'paused', 'disabled'] as const
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Sent by the test button only, never stored. */
export const TEST_TYPE = 'endpoint.test'
export const TESTABLE_TYPES = [TEST_TYPE, ...EVENT_TYPES] as const

const eventFields = {
  id: Uuid,
  type: S.oneOf(EVENT_TYPES),
  timestamp: S.string({ format: 'date-time', description: 'When it happened.' }),
  subject_version: S.integer(
    'The version of that object after what happened; it grows with every change of it. Of two events about one object ' +
      'the one with the higher version is newer, in whatever order they arrive. For contacts and posts it is the number ' +
      'in their `ETag`. 0 in events from before 0.2.',
  ),
  index: S.integer(
    'One change can cause several events with the same `subject_version`: they are counted from 0, so that no two events ' +
      'about one object have the same `subject_version` and `index`. 0 in events from before 0.3.',
  ),
  data: { type: 'object', description: 'The object it is about, as the API showed it then. See the type.' },
}

export const EventSchema = S.output('Event', eventFields)

const deliveryFields = {
  state: S.oneOf(
    DELIVERY_STATES,
    '`pending` until it is answered with 2xx (`delivered`) or all attempts are used up (`failed`). `cancelled`: the ' +
      'endpoint was disabled before.',
  ),
  attempts: S.integer('How often it was sent.'),
  next_at: maybeTime('When it is sent next; null when it is not.'),
  delivered_at: maybeTime(),
}

export const EventDetailSchema = S.output('EventDetail', {
  ...eventFields,
  deliveries: S.array(S.closed({ endpoint_id: Uuid, ...deliveryFields }), 'One for each endpoint that wanted it.'),
})

const fieldsWithEvent = { event_id: Uuid, type: S.oneOf(EVENT_TYPES), ...deliveryFields }

export const EventDeliverySchema = S.output('EventDelivery', { ...fieldsWithEvent, created_at: Timestamp })

export const eventAttempt = S.exampledOutput('EventAttempt', {
  number: [S.integer('From 1.'), 1],
  started_at: [Timestamp, '2026-11-15T09:30:00.250Z'],
  duration_ms: [S.integer(), 162],
  outcome: [S.string({ description: 'How it ended, for programs.', examples: ['delivered'] }), 'delivered'],
  status: [S.nullable('integer', 'The HTTP status; null when there was no answer.'), 200],
  message: [S.nullable('string', 'What went wrong, in a sentence.'), null],
  answer: [S.nullable('string', 'The first 4 KB of the body of the answer.'), 'ok'],
})

export const EventDeliveryDetailSchema = S.output('EventDeliveryDetail', {
  ...fieldsWithEvent,
  attempts: S.array(eventAttempt.schema, 'Oldest first.'),
  created_at: Timestamp,
  event: EventSchema,
})

const endpointFields = {
  id: Uuid,
  kind: S.oneOf(
    ENDPOINT_KINDS,
    '`webhook` gets signed events, for programs. The others get a readable message, for people.',
  ),
  url: S.string(
    'Where events go. Of a chat only the beginning and, where it is long, the last four characters: whoever knows the ' +
      'whole address can write there.',
  ),
  description: S.nullable('string'),
  events: S.arrayOrNull(
    S.oneOf(EVENT_TYPES),
    'The types it gets; null for all that `scopes` allow, those of later versions included.',
  ),
  scopes: S.arrayOrNull(
    S.oneOf(SCOPES),
    'The read permissions of the key that chose `events`: it gets no event that needs another. Null for all: a person ' +
      'chose them, or the endpoint is from before 0.2.',
  ),
  status: S.oneOf(
    ENDPOINT_STATUSES,
    'Deliveries of a `paused` one wait. `disabled`: Doorpost gave up on it, `reason` says why; set it to active again.',
  ),
  reason: S.nullable('string', 'Why it is disabled.'),
  failures: S.integer('Failed attempts in a row, over all deliveries.'),
  failing_since: maybeTime(),
  last_success_at: maybeTime(),
  last_failure_at: maybeTime(),
  waiting: S.integer(`Deliveries that wait to be sent, counted up to ${WAITING_MAX}.`),
  resting_until: maybeTime(
    'Nothing is sent to it before, because it failed too often or asked for a rest. `status: active` ends the rest.',
  ),
  previous_secret_until: maybeTime(
    'Until then the secret before the last rotation signs along; null when there is none.',
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const EndpointSchema = S.output('Endpoint', endpointFields)

export const EndpointSecretSchema = S.output('EndpointWithSecret', {
  ...endpointFields,
  secret: S.nullable(
    'string',
    '`whsec_…`: verifies the signatures. It is shown this once; null in a repeat by Idempotency-Key, and for a chat.',
  ),
})

const url = S.string({
  minLength: 1,
  maxLength: URL_MAX,
  description:
    'Absolute https URL on port 443, 8443, 80 or 8080, without user name, password or fragment, and not in a private ' +
    'network, unless the operator allows those (ALLOW_PRIVATE_NETWORKS).',
})
const description = S.optional(
  S.nullable('string', { maxLength: DESCRIPTION_MAX, description: 'What it is, for people.' }),
)
const events = S.optional(
  S.arrayOrNull(S.oneOf(EVENT_TYPES), {
    minItems: 1,
    description: 'The types to send; null for all that you may see.',
  }),
)

const token = S.optional(
  S.nullable('string', {
    maxLength: TOKEN_MAX,
    description: 'Access token of the ntfy server, where it wants one. Only for `ntfy`. It is never shown.',
  }),
)

export const NewEndpointSchema = S.input('NewEndpoint', {
  kind: S.optional(
    S.oneOf(
      ENDPOINT_KINDS,
      '`webhook` when left out. For the others, `url` is the address of an incoming webhook of Slack, a webhook of ' +
        'Discord, a workflow of Teams, or a topic of ntfy. It stays what it is.',
    ),
  ),
  url,
  token,
  description,
  events,
})

export const EndpointPatchSchema = S.partialInput(
  'EndpointPatch',
  {
    url,
    token,
    description,
    events,
    status: S.oneOf(['active', 'paused'], '`active` also brings a disabled one back, with a clean record.'),
  },
  'What is left out stays.',
)

export const EndpointTestSchema = S.partialInput('EndpointTest', {
  type: S.oneOf(TESTABLE_TYPES, `\`${TEST_TYPE}\` when left out.`),
})

const { duration_ms, status, message, answer } = eventAttempt.fields
export const EndpointTestResultSchema = S.output('EndpointTestResult', {
  delivered: S.boolean('True when it was answered with 2xx.'),
  status,
  duration_ms,
  message,
  answer,
})

export const RecoverySchema = S.input('Recovery', {
  since: S.string({ format: 'date-time', description: 'Events of this time or later.' }),
})

export const RecoveredSchema = S.output('Recovered', { recovered: S.integer('How many deliveries are due now.') })

const typeList = S.string({
  description: 'One type or several, separated by commas.',
  examples: ['contact.created,contact.updated'],
})

export const EventQuery = S.partial({
  ...pageQuery,
  order: S.oneOf(['asc', 'desc'], '`asc`, also when left out: oldest first, to follow. `desc`: newest first.'),
  type: typeList,
  subject_id: S.string({ format: 'uuid', description: 'The contact, post, … that they are about.' }),
  created_after: S.string({ format: 'date-time', description: 'At this time or later.' }),
})

export const DeliveryQuery = S.partial({ ...pageQuery, state: S.oneOf(DELIVERY_STATES), type: typeList })
