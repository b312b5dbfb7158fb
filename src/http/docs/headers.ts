import type { Json } from './components.ts'

export const HEADERS = {
  'X-Request-Id': { description: 'Names this request in the logs. Every answer has it.', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description:
      'The quota, which is a setting of the installation, and its window in seconds. On every answer that counts.',
    schema: { type: 'string', examples: ['"authenticated";q=100;w=60'] },
  },
  RateLimit: {
    description: 'What is left, and the seconds until the window ends. On every answer that counts.',
    schema: { type: 'string', examples: ['"authenticated";r=99;t=60'] },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  ETag: {
    description: 'For `If-None-Match`. It begins with the version, for `If-Match`, if the record has one.',
    schema: { type: 'string', examples: ['"3.b0JTXqLHXyBUG9mA"'] },
  },
  Location: {
    description: 'The path of what was created.',
    schema: { type: 'string', examples: ['/v1/contacts/019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'] },
  },
  Link: {
    description: 'The first, the previous and the next page (RFC 8288), as paths with their query.',
    schema: { type: 'string', examples: ['</v1/contacts?limit=50>; rel="first"'] },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the stored answer of an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
}
export type HeaderName = keyof typeof HEADERS

export function referHeaders(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
