export const webhookExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020',
  name: 'Shop orders',
  provider: 'shopify',
  signature: null,
  delivery_id: null,
  max_bytes: 1_048_576,
  rate_limit: null,
  retention_days: 30,
  mapping: null,
  paused: false,
  verified: 'verified',
  has_secret: true,
  has_verify_token: false,
  has_access_token: false,
  previous_secret_until: null,
  active: true,
  key_hint: 'whk_Ab3d…9xYz',
  previous_key_until: null,
  deliveries: 12,
  rejections: 0,
  last_received_at: '2026-11-15T09:30:00.000Z',
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  revoked_at: null,
}

export const webhookWithUrlExample = {
  ...webhookExample,
  deliveries: 0,
  last_received_at: null,
  receive_url: 'https://doorpost.example/v1/webhooks/receive/whk_0123456789abcdefghijABCDEFGHIJ0123456789',
}

const received = {
  content_type: 'application/json',
  query: '',
  headers: [['content-type', 'application/json']],
  body_bytes: 16,
  body_sha256: '865a7908e586907e307ff9e2824b8b221d5eebbe736e932359533e54efc4b8d2',
  body_text: '{"order": "A-1"}',
  body_base64: null,
}

export const deliveryExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9021',
  received_at: '2026-11-15T09:30:00.000Z',
  verified: true,
  delivery_id: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  ...received,
  duplicates: 0,
  replays: 0,
  mapping: { state: 'none', issues: null, contact_ids: [] },
}

export const rejectionExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9022',
  received_at: '2026-11-15T09:30:00.000Z',
  code: 'wrong_signature',
  reason: 'The signature does not match the body. Check the secret.',
  ...received,
}

export const receiptExample = { id: deliveryExample.id, received_at: deliveryExample.received_at, duplicate: false }

export const previewExample = {
  outcome: 'mapped',
  contacts: [
    {
      first_name: 'Ana',
      last_name: 'Silva',
      email: 'ana@example.com',
      company: null,
      utm_source: null,
      utm_medium: null,
      extra: {},
    },
  ],
  issues: null,
}
