import { WINDOW_SECONDS } from '../http/access/windows.ts'
import * as Q from '../http/query.ts'
import { maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import { type Issues, typeOf } from '../lib/issues.ts'
import { assigned, computed, everywhere, integer, shownAs, text, time } from '../lib/record/fields.ts'
import { body, type NewOf, record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import { isScope, SCOPES, type Scope } from '../scopes.ts'

export const KEY_STATES = ['live', 'expired', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

export const apiKey = record(
  'ApiKey',
  {
    id: assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040'),
    name: shownAs(
      S.string(),
      text({
        max: 100,
        required: true,
        schema: { minLength: 1 },
        about: 'What it is for. Unique until it is revoked.',
        example: 'Website',
      }),
    ),
    hint: assigned(S.string('Its beginning and its end, by which people know it again.'), 'svc_pk_Ab3d…9xYz'),
    scopes: everywhere<Scope[]>({
      schema: S.array(S.oneOf(SCOPES)),
      sentSchema: S.arrayOrNull(S.oneOf(SCOPES), {
        minItems: 1,
        description: 'What it may do; everything when left out.',
      }),
      example: ['contacts:read', 'contacts:write'],
      isRequired: false,
      read: readScopes,
    }),
    state: computed(S.oneOf(KEY_STATES, 'Only a live key is accepted.'), 'live'),
    created_by: assigned(S.nullable('string', 'Who made it. Null when it was made on the command line.'), 'Ana Silva'),
    created_at: assigned(Timestamp, '2026-11-15T09:30:00.000Z'),
    last_used_at: assigned(maybeTime('Written down every few seconds. Null when it was never used.'), null),
    expires_at: shownAs(
      maybeTime('Null when it does not expire.'),
      time({ about: 'In the future. It never expires when left out.', example: '2027-11-15T09:30:00.000Z' }),
    ),
    revoked_at: assigned(maybeTime('Null when it was not revoked.'), null),
    previous_hint: computed(S.nullable('string', 'The secret before the last rotation, while it still works.'), null),
    previous_until: computed(maybeTime('How long that one works.'), null),
    previous_last_used_at: computed(
      maybeTime('When that one was last used: a program that has not changed over yet uses it.'),
      null,
    ),
  },
  { create: { additionalProperties: false }, refusesAssigned: true },
)
export type NewKey = NewOf<typeof apiKey>

export const createdKey = apiKey.extended('CreatedApiKey', {
  key: [
    S.nullable('string', 'The key itself: shown now and never again. Null in a repeat for an Idempotency-Key.'),
    'svc_pk_Ab3dEf5gHi7jKl9mNo1pQr3sTu5vWx7yZa9xYz',
  ],
})

const { id, name, hint, scopes, created_at, expires_at } = apiKey.schema.properties as S.Fields
const { example } = apiKey

/** What a key may know of itself, whatever its permissions. */
export const keySelf = S.exampledOutput('ApiKeySelf', {
  id: [id!, example.id],
  name: [name!, example.name],
  hint: [hint!, example.hint],
  scopes: [scopes!, example.scopes],
  workspace: [
    S.closed({ id: Uuid, name: S.string() }),
    { id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9001', name: 'Example Ltd' },
  ],
  created_at: [created_at!, example.created_at],
  expires_at: [expires_at!, example.expires_at],
  rate_limit: [
    S.closed({
      requests: S.integer(
        'How many requests a window has for this key. `RateLimit` of every answer says what is left.',
      ),
      window_seconds: S.integer(),
    }),
    { requests: 100, window_seconds: WINDOW_SECONDS },
  ],
})

export const GRACE_HOURS_MAX = 168
const GRACE_HOURS = 24

export const rotation = body(
  'KeyRotation',
  {
    grace_hours: integer({
      min: 0,
      max: GRACE_HOURS_MAX,
      fallback: GRACE_HOURS,
      about: `How long the previous secret still works. ${GRACE_HOURS} when left out; 0 ends it at once.`,
      example: GRACE_HOURS,
    }),
  },
  { additionalProperties: false },
)

export const keysQuery = Q.list({ state: Q.choice(KEY_STATES) })

/** Reads the body of a create request, or the options of the command line. */
export function readNewKey(issues: Issues, body: Record<string, unknown>, now: Date): NewKey {
  const input = apiKey.readNew(issues, body)
  if (input.expires_at !== null && input.expires_at <= now) {
    issues.add('expires_at', 'key.expires_in_past')
  }
  return input
}

const ALL = SCOPES.join(', ')
const WRONG_SHOWN = 20

/** Each scope once, in the order of SCOPES. */
function readScopes(issues: Issues, path: string, value: unknown): Scope[] {
  if (value === undefined || value === null) return [...SCOPES]
  if (!Array.isArray(value)) {
    issues.add(path, 'key.scopes_not_list', { found: typeOf(value) })
    return []
  }
  if (value.length === 0) issues.add(path, 'key.no_scopes', { known: ALL })
  const wrong = [...value.entries()].filter(([, each]) => typeof each !== 'string' || !isScope(each))
  for (const [index, each] of wrong.slice(0, WRONG_SHOWN)) {
    const field = `${path}[${index}]`
    if (typeof each !== 'string') issues.add(field, 'key.not_scope', { found: typeOf(each), known: ALL })
    else issues.add(field, 'key.unknown_scope', { scope: each.slice(0, 64).toWellFormed(), known: ALL })
  }
  return SCOPES.filter((scope) => value.includes(scope))
}
