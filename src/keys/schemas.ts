import { maybeTime, pageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { SCOPES } from '../scopes.ts'

export const NAME_MAX = 100

export const KEY_STATES = ['live', 'expired', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

export interface ApiKey {
  id: string
  name: string
  hint: string
  scopes: string[]
  state: KeyState
  created_by: string | null
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
}

const fields = {
  id: Uuid,
  name: S.string(),
  hint: S.string('Its beginning and its end, by which people know it again.'),
  scopes: S.array(S.oneOf(SCOPES)),
  state: S.oneOf(KEY_STATES, 'Only a live key is accepted.'),
  created_by: S.nullable('string', 'Who made it. Null when it was made on the command line.'),
  created_at: Timestamp,
  last_used_at: maybeTime('Written down every few seconds. Null when it was never used.'),
  expires_at: maybeTime('Null when it does not expire.'),
  revoked_at: maybeTime('Null when it was not revoked.'),
}

export const ApiKeySchema = S.output('ApiKey', fields)

export const CreatedApiKeySchema = S.output('CreatedApiKey', {
  ...fields,
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

export const keyExample: ApiKey = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040',
  name: 'Website',
  hint: 'svc_pk_Ab3d…9xYz',
  scopes: ['contacts:read', 'contacts:write'],
  state: 'live',
  created_by: 'Ana Silva',
  created_at: '2026-11-15T09:30:00.000Z',
  last_used_at: null,
  expires_at: '2027-11-15T09:30:00.000Z',
  revoked_at: null,
}
