import { eachField } from '../contact-fields.ts'
import { maybeTime, pageQueryUpTo, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { groupDigits } from '../lib/text/text.ts'
import { MAPPING_STATES } from './delivery-store.ts'
import { PRESET_NAMES } from './mapping/contract.ts'
import { MappingSchema, NewMappingSchema } from './mapping/schemas.ts'
import { ENCODINGS, HASHES, PROVIDERS, REJECTION_CODES } from './verify/contract.ts'
import { PREFIX_MAX, SECRET_MAX, TEMPLATE_MAX, TOLERANCE_MAX } from './verify/signature-rule.ts'

export const DELIVERIES_LIMIT_MAX = 100
/** A hundred bodies of 1 MiB, each byte of which becomes six in JSON, would be more than one answer can hold. */
export const LISTED_BODY_MAX = 65_536
export const NAME_MAX = 100
export const TOKEN_MAX = 1_000
export const MAX_BYTES = { min: 1_024, max: 1_048_576 }
export const RATE_LIMIT_MAX = 1_000_000
export const RETENTION_DAYS_MAX = 3_650

const signature = {
  header: S.string({ maxLength: 100, description: 'The header with the signature.', examples: ['x-signature'] }),
  prefix: S.string({
    maxLength: PREFIX_MAX,
    description:
      'What stands before the signature there, such as `sha256=`. One such as `t={timestamp},v1=` takes the timestamp out ' +
      'of the same header.',
  }),
  hash: S.oneOf(HASHES),
  encoding: S.oneOf(ENCODINGS),
  template: S.string({
    maxLength: TEMPLATE_MAX,
    description: 'What is signed.',
    examples: ['{body}', '{timestamp}.{body}', '{id}.{timestamp}.{body}'],
  }),
  timestamp_header: S.nullable('string', { maxLength: 100 }),
  id_header: S.nullable('string', { maxLength: 100 }),
  tolerance_seconds: S.nullable('integer', {
    minimum: 1,
    maximum: TOLERANCE_MAX,
    description: 'How far the timestamp may be from now. Null: as far as it likes.',
  }),
}

const SIGNATURE = 'How the sender signs, for provider hmac.'

const SignatureSchema = S.output('Signature', signature, SIGNATURE)

const NewSignatureSchema = S.input(
  'NewSignature',
  {
    ...S.allOptional(signature),
    header: signature.header,
  },
  `${SIGNATURE} Left out: no prefix, sha256, hex, the template \`{body}\`, and no tolerance.`,
)

const SELECTOR =
  "Where the sender's id of a delivery is, by which repeats are known: `header:NAME`, `query:NAME` or `body:/json/pointer`. Null: where the provider puts it."
const settings = {
  name: S.string({ minLength: 1, maxLength: NAME_MAX, description: 'Who sends. Names of live webhooks are unique.' }),
  provider: S.oneOf(PROVIDERS, 'How the sender proves itself. `none` takes everything and is shown as unverified.'),
  signature: S.orNull(SignatureSchema),
  delivery_id: S.nullable('string', { maxLength: 255, description: SELECTOR }),
  max_bytes: S.integer({ minimum: MAX_BYTES.min, maximum: MAX_BYTES.max, description: 'The largest body it takes.' }),
  rate_limit: S.nullable('integer', {
    minimum: 1,
    maximum: RATE_LIMIT_MAX,
    description: 'Deliveries a minute. Null: as RATE_LIMIT_WEBHOOK says.',
  }),
  retention_days: S.nullable('integer', {
    minimum: 1,
    maximum: RETENTION_DAYS_MAX,
    description: 'How long deliveries are kept. Null: as WEBHOOK_RETENTION_DAYS says.',
  }),
  mapping: S.orNull(MappingSchema),
  paused: S.boolean('While paused its URL answers 503 with `Retry-After`, so that senders try again later.'),
}

const secret = (maxLength: number, description: string) =>
  S.nullable('string', { maxLength, writeOnly: true, description })

const changes = S.allOptional({
  ...settings,
  signature: S.orNull(NewSignatureSchema),
  mapping: S.orNull(NewMappingSchema),
  secret: secret(
    SECRET_MAX,
    'What the sender signs with. Kept encrypted, never shown. A new one leaves the old one valid for 24 hours.',
  ),
  verify_token: secret(TOKEN_MAX, 'What Meta sends when the URL is registered, or the clientState of Microsoft.'),
  access_token: secret(TOKEN_MAX, 'Fetches the leads of which Meta sends only the ids.'),
})

export const NewWebhookSchema = S.input('NewWebhook', { ...changes, name: settings.name })
export const WebhookPatchSchema = S.input('WebhookPatch', changes)

const settingsExample = {
  name: 'Shop orders',
  provider: 'shopify',
  signature: null,
  delivery_id: null,
  max_bytes: MAX_BYTES.max,
  rate_limit: null,
  retention_days: 30,
  mapping: null,
  paused: false,
}

const state = S.exampled({
  verified: [
    S.oneOf(['verified', 'unverified'], 'Whether everything it takes is proven to come from its provider.'),
    'verified',
  ],
  has_secret: [S.boolean(), true],
  has_verify_token: [S.boolean(), false],
  has_access_token: [S.boolean(), false],
  previous_secret_until: [maybeTime('The secret before is accepted until then.'), null],
  active: [S.boolean('False once it is revoked.'), true],
  key_hint: [S.string('Start and end of the key in the receive URL: enough to recognise it.'), 'whk_Ab3d…9xYz'],
  previous_key_until: [maybeTime('The receive URL before works until then.'), null],
  deliveries: [S.integer('How many deliveries are stored.'), 12],
  rejections: [S.integer('How many refused deliveries are stored; the newest 1,000 are.'), 0],
  last_received_at: [maybeTime(), '2026-11-15T09:30:00.000Z'],
  created_at: [Timestamp, '2026-11-01T08:00:00.000Z'],
  updated_at: [Timestamp, '2026-11-01T08:00:00.000Z'],
  revoked_at: [maybeTime(), null],
})

const shown = { id: Uuid, ...settings, ...state.fields }
export const WebhookSchema = S.output('Webhook', shown)
export const webhookExample = { id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020', ...settingsExample, ...state.example }

export const webhookWithUrl = {
  schema: S.output('WebhookWithUrl', {
    ...shown,
    receive_url: S.nullable(
      'string',
      'The address to give to the sender. Shown once; null when the answer is repeated for an Idempotency-Key.',
    ),
  }),
  example: {
    ...webhookExample,
    deliveries: 0,
    last_received_at: null,
    receive_url: 'https://doorpost.example/v1/webhooks/receive/whk_0123456789abcdefghijABCDEFGHIJ0123456789',
  },
}

const LEFT_OUT = `Lists leave out bodies of more than ${groupDigits(LISTED_BODY_MAX)} bytes: both are null there.`

const received = S.exampled({
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
})

const IssuesSchema = {
  type: ['object', 'null'],
  additionalProperties: S.array(S.string()),
  description: 'Field → why it did not become a contact, and what was left out.',
}

export const DeliverySchema = S.output('Delivery', {
  id: Uuid,
  received_at: Timestamp,
  verified: S.boolean('Its signature was checked and is right.'),
  delivery_id: S.nullable('string', "The sender's own id of it."),
  ...received.fields,
  duplicates: S.integer('How often it came again.'),
  replays: S.integer('How often it was replayed here.'),
  mapping: S.closed({
    state: S.oneOf(
      MAPPING_STATES,
      'none: nobody asked; pending: about to be mapped; skipped: not meant to become a contact.',
    ),
    issues: IssuesSchema,
    contact_ids: S.array(Uuid),
  }),
})
export const deliveryExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9021',
  received_at: '2026-11-15T09:30:00.000Z',
  verified: true,
  delivery_id: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  ...received.example,
  duplicates: 0,
  replays: 0,
  mapping: { state: 'none', issues: null, contact_ids: [] },
}

export const { schema: ReceiptSchema, example: receiptExample } = S.exampledOutput('Receipt', {
  id: [Uuid, deliveryExample.id],
  received_at: [Timestamp, deliveryExample.received_at],
  duplicate: [S.boolean('True when the same delivery was stored before; id and time are of the first.'), false],
})

const refusal = S.exampled({
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9022'],
  received_at: [Timestamp, '2026-11-15T09:30:00.000Z'],
  code: [S.oneOf(REJECTION_CODES), 'wrong_signature'],
  reason: [
    S.string('What is wrong with it, and what to do.'),
    'The signature does not match the body. Check the secret.',
  ],
})
export const RejectionSchema = S.output('Rejection', { ...refusal.fields, ...received.fields })
export const rejectionExample = { ...refusal.example, ...received.example }

export const PreviewRequestSchema = S.partialInput(
  'MappingPreviewRequest',
  {
    delivery_id: S.string({ format: 'uuid', description: 'The id of a stored delivery. Or send `body`.' }),
    body: { description: 'A delivery to try: JSON, or the text of the body.' },
    content_type: S.string('Of `body`; application/json when it is left out.'),
    mapping: NewMappingSchema,
  },
  'Without `mapping` the one of the webhook is tried.',
)

export const { schema: PreviewSchema, example: previewExample } = S.exampledOutput('MappingPreview', {
  outcome: [S.oneOf(['mapped', 'skipped', 'failed']), 'mapped'],
  contacts: [
    S.array({ type: 'object' }, 'The contacts that would be made.'),
    [{ ...eachField(() => null), first_name: 'Ana', last_name: 'Silva', email: 'ana@example.com', extra: {} }],
  ],
  issues: [IssuesSchema, null],
})

export const PresetSchema = S.output('MappingPreset', {
  preset: S.oneOf(PRESET_NAMES),
  title: S.string(),
  description: S.string(),
  provider: S.string('The provider that such a webhook should have.'),
  mapping: MappingSchema,
  sample: { description: 'A delivery as the sender makes it.' },
})

export const KeyParams = S.object({
  webhook_key: S.string({
    description: 'The secret part of the URL.',
    examples: ['whk_0123456789abcdefghijABCDEFGHIJ0123456789'],
  }),
})

export const DeliveriesQuery = S.partial({
  ...pageQueryUpTo(DELIVERIES_LIMIT_MAX),
  q: S.string(
    "Part of the body or of the sender's id, exactly as it is there. Reads the newest 20,000; `next_cursor` goes on with older ones.",
  ),
  delivery_id: S.string("The sender's own id."),
  verified: S.boolean(),
  mapping_state: S.oneOf(MAPPING_STATES),
  received_after: S.string({ format: 'date-time', description: 'At this time or later.' }),
  received_before: S.string({ format: 'date-time', description: 'Before this time.' }),
})
