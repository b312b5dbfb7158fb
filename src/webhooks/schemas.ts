import { eachField, SentContactSchema } from '../contact-fields.ts'
import * as Q from '../http/query.ts'
import { exampledReason } from '../http/reason.ts'
import { maybeTime, Timestamp, Uuid, Version } from '../http/schemas.ts'
import { isUuid } from '../lib/ids.ts'
import { assigned, choice, computed, everywhere, flag, integer, only, text } from '../lib/record/fields.ts'
import { body, type ChangeOf, type NewOf, record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import { groupDigits } from '../lib/text/text.ts'
import { message } from '../messages/message.ts'
import { MappingSchema, mapping, NewMappingSchema } from './mapping/mapping.ts'
import { PRESET_NAMES, SENDER_NAMES } from './senders/registry.ts'
import { REJECTION_CODES } from './senders/shared/contract.ts'
import { readSelector } from './verify/delivery-id.ts'
import { SECRET_MAX, signature } from './verify/signature-rule.ts'

export const DELIVERIES_LIMIT_MAX = 100
/** A hundred bodies of 1 MiB, with six bytes in JSON for each byte, would be too large for one response. */
export const LISTED_BODY_MAX = 65_536
export const MAPPING_STATES = ['none', 'pending', 'mapped', 'skipped', 'failed'] as const
export type MappingState = (typeof MAPPING_STATES)[number]
const BODY_MAX = 1_048_576
const TOKEN_MAX = 1_000

const secret = (max: number, about: string) =>
  only(['create', 'change'], text({ max, schema: { writeOnly: true }, about, example: null }))

export const webhook = record(
  'Webhook',
  {
    id: assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'),
    name: text({
      max: 100,
      required: true,
      schema: { minLength: 1 },
      about: 'Who sends. Names of live webhooks are unique.',
      example: 'Shop orders',
    }),
    provider: choice(SENDER_NAMES, {
      fallback: 'none',
      refusesNull: true,
      about: 'How the sender proves itself. `none` takes everything and is shown as unverified.',
      example: 'shopify',
    }),
    signature,
    delivery_id: text({
      max: 255,
      about:
        "Where the sender's id of a delivery is, by which repeats are known: `header:NAME`, `query:NAME` or `body:/json/pointer`. Null: where the sender usually puts it.",
      rule: (selector, field) => (readSelector(selector) ? [] : [message('webhook.delivery_id_place', { field })]),
      example: null,
    }),
    max_bytes: integer({
      min: 1_024,
      max: BODY_MAX,
      fallback: BODY_MAX,
      about: 'The largest body it takes.',
      example: BODY_MAX,
    }),
    rate_limit: integer({
      min: 1,
      max: 1_000_000,
      fallback: null,
      about: 'Deliveries a minute. Null: as RATE_LIMIT_WEBHOOK says.',
      example: null,
    }),
    retention_days: integer({
      min: 1,
      max: 3_650,
      fallback: null,
      about: 'How long deliveries are kept. Null: as WEBHOOK_RETENTION_DAYS says.',
      example: 30,
    }),
    mapping,
    paused: only(
      ['create', 'change', 'answer'],
      flag({
        refusesNull: true,
        about: 'While paused its URL answers 503 with `Retry-After`, so that senders try again later.',
      }),
    ),
    secret: secret(
      SECRET_MAX,
      'What the sender signs with. Kept encrypted, never shown. A new one leaves the old one valid for 24 hours.',
    ),
    verify_token: secret(TOKEN_MAX, 'What Meta sends when the URL is registered, or the clientState of Microsoft.'),
    access_token: secret(TOKEN_MAX, 'Fetches the leads of which Meta sends only the ids.'),
    verified: computed(
      S.oneOf(['verified', 'unverified'], 'Whether everything it takes is proven to come from its sender.'),
      'verified',
    ),
    has_secret: computed(S.boolean(), true),
    has_verify_token: computed(S.boolean(), false),
    has_access_token: computed(S.boolean(), false),
    previous_secret_until: computed(maybeTime('The secret before is accepted until then.'), null),
    active: computed(S.boolean('False once it is revoked.'), true),
    key_hint: computed(
      S.string('Start and end of the key in the receive URL: enough to recognise it.'),
      'whk_Ab3d…9xYz',
    ),
    previous_key_until: computed(maybeTime('The receive URL before works until then.'), null),
    deliveries: computed(S.integer('How many deliveries are stored.'), 12),
    rejections: computed(S.integer('How many refused deliveries are stored; the newest 1,000 are.'), 0),
    last_received_at: computed(maybeTime(), '2026-11-15T09:30:00.000Z'),
    version: assigned(Version, 1),
    created_at: assigned(Timestamp, '2026-11-01T08:00:00.000Z'),
    updated_at: assigned(Timestamp, '2026-11-01T08:00:00.000Z'),
    revoked_at: assigned(maybeTime(), null),
  },
  { ignored: ['receive_url'] },
)
export type NewSource = NewOf<typeof webhook>
export type SourceChange = ChangeOf<typeof webhook>
export type Webhook = ReturnType<typeof webhook.show>

export const webhookWithUrl = {
  schema: S.extended('WebhookWithUrl', webhook.schema, {
    receive_url: S.nullable(
      'string',
      'The address to give to the sender. Shown once; null when the answer is repeated for an Idempotency-Key.',
    ),
  }),
  example: {
    ...webhook.example,
    deliveries: 0,
    last_received_at: null,
    receive_url: 'https://doorpost.example/v1/webhooks/receive/whk_0123456789abcdefghijABCDEFGHIJ0123456789',
  },
}
const LEFT_OUT = `Lists leave out bodies of more than ${groupDigits(LISTED_BODY_MAX)} bytes: both are null there.`

const received = {
  content_type: [S.nullable('string'), 'application/json'],
  query: [S.string('The query string of the receive URL, as sent.'), ''],
  headers: [
    S.array(
      S.array(S.string(), { minItems: 2, maxItems: 2 }),
      'Name and value in the order received; credentials and cookies are left out.',
    ),
    [['content-type', 'application/json']],
  ],
  body_bytes: [S.integer(), 16],
  body_sha256: [
    S.string('Hexadecimal SHA-256 of the body as received.'),
    '865a7908e586907e307ff9e2824b8b221d5eebbe736e932359533e54efc4b8d2',
  ],
  body_text: [S.nullable('string', `The body when it is UTF-8 text, else null. ${LEFT_OUT}`), '{"order": "A-1"}'],
  body_base64: [S.nullable('string', `The bytes of a body that is not UTF-8 text, else null. ${LEFT_OUT}`), null],
} as const

const IssuesSchema = {
  type: ['object', 'null'],
  additionalProperties: S.array(S.string()),
  description: 'Field → why it did not become a contact, and what was left out.',
}

export const delivery = S.exampledOutput('Delivery', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9021'],
  received_at: [Timestamp, '2026-11-15T09:30:00.000Z'],
  verified: [S.boolean('Its signature was checked and is right.'), true],
  delivery_id: [S.nullable('string', "The sender's own id of it."), 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043'],
  ...received,
  duplicates: [S.integer('How often it came again.'), 0],
  replays: [S.integer('How often it was replayed here.'), 0],
  mapping: [
    S.closed({
      state: S.oneOf(
        MAPPING_STATES,
        'none: not asked for; pending: about to be mapped; skipped: not meant to become a contact.',
      ),
      issues: IssuesSchema,
      contact_ids: S.array(Uuid),
    }),
    { state: 'none', issues: null, contact_ids: [] },
  ],
})

export const receipt = S.exampledOutput('Receipt', {
  id: [Uuid, delivery.example.id],
  received_at: [Timestamp, delivery.example.received_at],
  duplicate: [S.boolean('True when the same delivery was stored before; id and time are of the first.'), false],
})

const WRONG_SIGNATURE = message('rejection.wrong_signature', { secret: message('sender.shopify.secret') })

export const rejection = S.exampledOutput('Rejection', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9022'],
  received_at: [Timestamp, '2026-11-15T09:30:00.000Z'],
  code: [S.oneOf(REJECTION_CODES), 'wrong_signature'],
  ...exampledReason('What is wrong with it, and what to do.', WRONG_SIGNATURE, S.string),
  ...received,
})

/** Each sender has names of its own. */
const OfSender = S.object({}, { additionalProperties: true, description: 'As the sender makes it.' })

export const previewRequest = body(
  'MappingPreviewRequest',
  {
    delivery_id: text({
      max: 255,
      schema: { type: 'string', format: 'uuid' },
      about: 'The id of a stored delivery. Or send `body`.',
      rule: (id, field) => (isUuid(id) ? [] : [message('webhook.preview_not_id', { field })]),
      example: null,
    }),
    body: everywhere<unknown>({
      schema: {
        anyOf: [OfSender, S.array(OfSender), S.string()],
        description: 'A delivery to try: JSON, or the text of the body.',
      },
      example: {},
      isRequired: false,
      read: (_issues, _path, value) => value,
    }),
    content_type: text({
      max: 255,
      schema: { type: 'string' },
      about: 'The content type of `body`. Defaults to application/json.',
      example: null,
    }),
    mapping: { ...mapping, sentSchema: NewMappingSchema },
  },
  'Without `mapping` the one of the webhook is tried.',
)

export const preview = S.exampledOutput('MappingPreview', {
  outcome: [S.oneOf(['mapped', 'skipped', 'failed']), 'mapped'],
  contacts: [
    S.array(SentContactSchema, 'The contacts that would be made.'),
    [{ ...eachField(() => null), first_name: 'Ana', last_name: 'Silva', email: 'ana@example.com', extra: {} }],
  ],
  issues: [IssuesSchema, null],
})

export const PresetSchema = S.output('MappingPreset', {
  preset: S.oneOf(PRESET_NAMES),
  title: S.string(),
  description: S.string(),
  provider: S.string('The `provider` that such a webhook should have.'),
  mapping: MappingSchema,
  sample: { ...OfSender, description: 'A delivery as the sender makes it.' },
})

export const KeyParams = S.object({
  webhook_key: S.string({
    description: 'The secret part of the URL.',
    examples: ['whk_0123456789abcdefghijABCDEFGHIJ0123456789'],
  }),
})

export const rejectionsQuery = Q.list({}, DELIVERIES_LIMIT_MAX)

export const deliveriesQuery = Q.list(
  {
    q: Q.text(
      "Part of the body or of the sender's id, exactly as it is there. Reads the newest 20,000; `next_cursor` goes on with older ones.",
    ),
    delivery_id: Q.text("The sender's own id."),
    verified: Q.maybeFlag(),
    mapping_state: Q.choice(MAPPING_STATES),
    // Ids contain their time, so a range of ids uses the primary key.
    received_after: Q.idAtTime('At this time or later.'),
    received_before: Q.idAtTime('Before this time.'),
  },
  DELIVERIES_LIMIT_MAX,
)
export type DeliveryFilter = Q.FilterOf<typeof deliveriesQuery>
