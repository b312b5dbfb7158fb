import { eventAttempt } from './schemas.ts'

const EVENT_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050'
const AT = '2026-11-15T09:30:00.000Z'

export const endpointExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040',
  kind: 'webhook',
  url: 'https://example.com/hooks/doorpost',
  description: 'Our CRM',
  events: ['contact.created', 'contact.updated', 'contact.deleted'],
  scopes: ['contacts:read', 'events:read'],
  status: 'active',
  reason: null,
  failures: 0,
  failing_since: null,
  last_success_at: AT,
  last_failure_at: null,
  waiting: 0,
  resting_until: null,
  previous_secret_until: null,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
}

export const disabledEndpointExample = {
  ...endpointExample,
  status: 'disabled',
  reason: 'It answered 410 Gone. Set it to active when it is back.',
  failures: 1,
  failing_since: AT,
  last_failure_at: AT,
}

export const secretExample = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

export const eventExample = {
  id: EVENT_ID,
  type: 'contact.deleted',
  timestamp: AT,
  subject_version: 3,
  index: 0,
  data: { id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012', deleted: true },
}

export const cursorExample = 'mLk0PqH2Zb7uXn3W9cRt5oAyD1eGf6sJiVhT8xKqNwEzU4rCvB2gYpLdMjFaQ0tS'

const delivery = { state: 'delivered', attempts: 1, next_at: null, delivered_at: '2026-11-15T09:30:00.412Z' }

export const eventDetailExample = { ...eventExample, deliveries: [{ endpoint_id: endpointExample.id, ...delivery }] }

export const deliveryExample = { event_id: EVENT_ID, type: 'contact.deleted', ...delivery, created_at: AT }

export const deliveryDetailExample = {
  ...deliveryExample,
  attempts: [eventAttempt.example],
  event: eventExample,
}

export const testResultExample = { delivered: true, status: 200, duration_ms: 87, message: null, answer: 'ok' }
