import type { Schema } from '../../lib/schema.ts'
import * as S from '../../lib/schema.ts'
import { EVENT_UNION, Uuid } from '../schemas.ts'
import type { Components, Json } from './components.ts'
import { describeParameters, JSON_TYPE } from './operations.ts'

export interface SentEvent {
  type: string
  when: string
  /** Describes `data`. */
  schema: Schema
  isInFeed: boolean
  example: object
}

const EVENT_HEADERS = S.object({
  'webhook-id': S.string('The id of the event: the same in every attempt. Drop what you have seen before.'),
  'webhook-timestamp': S.string(
    'When this attempt was made, in seconds since 1970. Refuse what is older than 5 minutes.',
  ),
  'webhook-signature': S.string({
    description:
      '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` with the secret of the endpoint; during a rotation ' +
      'two of them with a space between. One that fits is enough.',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
})

/** Requests that we send, as Standard Webhooks 1.0.0 defines them. The feed has the same events, as one union. */
export function describeEvents(events: readonly SentEvent[], shared: Components): Json {
  const webhooks: Json = {}
  const mapping: Record<string, string> = {}
  for (const event of events) {
    shared.place = event.type
    const { $ref } = referEvent(event, shared)
    if (event.isInFeed) mapping[event.type] = $ref
    webhooks[event.type] = { post: describeEvent(event, $ref, shared) }
  }
  const oneOf = Object.values(mapping).map(($ref) => ({ $ref }))
  shared.define(EVENT_UNION, { oneOf, discriminator: { propertyName: 'type', mapping } })
  return webhooks
}

/** contact.status_changed → ContactStatusChangedEvent */
function nameOf(type: string): string {
  return `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`
}

const SubjectVersion = S.integer({
  $id: 'SubjectVersion',
  description: 'The version of what `data` is about. Drop an event whose version is lower than one you have seen.',
})
const EventIndex = S.integer({
  $id: 'EventIndex',
  description: 'Counts the events of one change, which have the same `subject_version`, from 0.',
})

/** Open, because the feed adds the deliveries of an event to it. */
function referEvent({ type, schema, example }: SentEvent, shared: Components): { $ref: string } {
  const body = S.object({
    id: Uuid,
    type: S.literal(type),
    timestamp: S.string({ format: 'date-time', description: 'When it happened.' }),
    subject_version: SubjectVersion,
    index: EventIndex,
    data: schema,
  })
  shared.addExample(nameOf(type), example)
  return shared.define(nameOf(type), shared.refer(body) as Json)
}

function describeEvent({ type, when }: SentEvent, $ref: string, shared: Components): Json {
  return {
    operationId: `on.${type}`,
    tags: ['Events'],
    summary: type,
    description: when,
    security: [],
    parameters: describeParameters('header', EVENT_HEADERS, shared),
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: { $ref } } } },
    responses: Object.fromEntries(
      Object.entries(RECEIVED).map(([status, [name, description]]) => [
        status,
        shared.referResponse(name, { description }),
      ]),
    ),
  }
}

const RECEIVED: Record<string, [name: string, description: string]> = {
  '2XX': ['EventDelivered', 'Delivered. The body does not matter; its first 4 KB are kept for you to see.'],
  '410': ['EventGone', 'The endpoint is disabled at once.'],
  '429': ['EventDeferred', 'Sent again, and nothing else before Retry-After. Likewise 503.'],
  default: ['EventRetried', 'Sent again, up to 8 attempts in 28 hours. Redirects are not followed.'],
}
