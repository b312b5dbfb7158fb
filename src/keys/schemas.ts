import { maybeTime, pageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { SCOPES } from '../scopes.ts'

export const NAME_MAX = 100

export const KEY_STATES = ['live', 'expired', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

export const apiKey = S.exampledOutput('ApiKey', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040'],
  name: [S.string(), 'Website'],
  hint: [S.string('Its beginning and its end, by which people know it again.'), 'svc_pk_Ab3d…9xYz'],
  scopes: [S.array(S.oneOf(SCOPES)), ['contacts:read', 'contacts:write']],
  state: [S.oneOf(KEY_STATES, 'Only a live key is accepted.'), 'live'],
  created_by: [S.nullable('string', 'Who made it. Null when it was made on the command line.'), 'Ana Silva'],
  created_at: [Timestamp, '2026-11-15T09:30:00.000Z'],
  last_used_at: [maybeTime('Written down every few seconds. Null when it was never used.'), null],
  expires_at: [maybeTime('Null when it does not expire.'), '2027-11-15T09:30:00.000Z'],
  revoked_at: [maybeTime('Null when it was not revoked.'), null],
})

export const CreatedApiKeySchema = S.output('CreatedApiKey', {
  ...apiKey.fields,
  key: S.nullable('string', 'The key itself: shown now and never again. Null in a repeat for an Idempotency-Key.'),
})

export const NewApiKeySchema = S.input(
  'NewApiKey',
  {
    name: S.string({ minLength: 1, maxLength: NAME_MAX, description: 'What it is for. Unique until it is revoked.' }),
    scopes: S.optional(
      S.arrayOrNull(S.oneOf(SCOPES), { minItems: 1, description: 'What it may do; everything when left out.' }),
    ),
    expires_at: S.optional(maybeTime('In the future. It never expires when left out.')),
  },
  { additionalProperties: false },
)

export const KeysQuery = S.partial({ ...pageQuery, state: S.oneOf(KEY_STATES) })
