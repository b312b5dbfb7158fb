import { pageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'

export const DELIVERIES_LIMIT_MAX = 100

export const WebhookSchema = S.object(
  {
    id: Uuid,
    name: S.string(),
    key_hint: S.string({ description: 'Start and end of the key in the receive URL: enough to recognise it.' }),
    active: S.boolean({ description: 'False once it is revoked.' }),
    deliveries: S.integer({ description: 'How many deliveries are stored.' }),
    last_received_at: S.nullable('string', { format: 'date-time' }),
    created_at: Timestamp,
    revoked_at: S.nullable('string', { format: 'date-time' }),
  },
  { $id: 'Webhook', additionalProperties: false },
)

export const ReceiptSchema = S.object(
  {
    id: Uuid,
    received_at: Timestamp,
    duplicate: S.boolean({
      description: 'True when the same delivery was stored before; id and time are of the first.',
    }),
  },
  { $id: 'Receipt', additionalProperties: false },
)

export const DeliverySchema = S.object(
  {
    id: Uuid,
    received_at: Timestamp,
    content_type: S.nullable('string'),
    query: S.string({ description: 'The query string of the receive URL, as sent.' }),
    headers: S.array(S.array(S.string(), { minItems: 2, maxItems: 2 }), {
      description: 'Name and value in the order received; credentials and cookies are left out.',
    }),
    body_bytes: S.integer(),
    body_sha256: S.string({ description: 'Hexadecimal SHA-256 of the body as received.' }),
    body_text: S.nullable('string', { description: 'The body when it is UTF-8 text, else null.' }),
    body_base64: S.nullable('string', { description: 'The bytes of a body that is not UTF-8 text, else null.' }),
    duplicates: S.integer({ description: 'How often it came again.' }),
  },
  { $id: 'Delivery', additionalProperties: false },
)

export const KeyParams = S.object({
  webhook_key: S.string({
    description: 'The secret part of the URL.',
    examples: ['whk_0123456789abcdefghijABCDEFGHIJ0123456789'],
  }),
})

export const ListQuery = S.object(pageQuery)

export const DeliveriesQuery = S.object({
  ...pageQuery,
  limit: S.optional(S.integer({ minimum: 1, maximum: DELIVERIES_LIMIT_MAX, default: 20 })),
})

export const webhookExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020',
  name: 'Shop orders',
  key_hint: 'whk_Ab3d…9xYz',
  active: true,
  deliveries: 12,
  last_received_at: '2026-11-15T09:30:00.000Z',
  created_at: '2026-11-01T08:00:00.000Z',
  revoked_at: null,
}

export const deliveryExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9021',
  received_at: '2026-11-15T09:30:00.000Z',
  content_type: 'application/json',
  query: '',
  headers: [['content-type', 'application/json']],
  body_bytes: 16,
  body_sha256: '865a7908e586907e307ff9e2824b8b221d5eebbe736e932359533e54efc4b8d2',
  body_text: '{"order": "A-1"}',
  body_base64: null,
  duplicates: 0,
}
