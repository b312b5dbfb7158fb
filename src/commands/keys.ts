import { createKey } from '../keys/keys.ts'
import { type KeyRow, revokeKeys, selectKeys } from '../keys/store.ts'
import { parseDateTime } from '../lib/date-time.ts'
import { isUuid } from '../lib/ids.ts'
import { SetupError } from '../lib/problem.ts'
import { isScope, SCOPES, type Scope } from '../scopes.ts'
import { type Command, chooseOne, formatTable, formatTime, requireText, UsageError, withDatabase } from './command.ts'

export const createKeyCommand: Command = {
  summary: 'Create an API key. It is shown once, alone on the last line.',
  usage: '--name NAME [--scopes LIST] [--expires TIME]',
  options: {
    name: { value: 'NAME', meaning: 'what the key is for; names of live keys are unique' },
    scopes: { value: 'LIST', meaning: `comma-separated; all when left out: ${SCOPES.join(', ')}` },
    expires: { value: 'TIME', meaning: 'such as 12h, 90d, 1y or 2027-01-01T00:00:00Z; never when left out' },
  },
  async run(context, options) {
    const name = requireText(options, 'name')
    const scopes = readScopes(options.scopes)
    const expiresAt = readExpiry(options.expires, Date.now())
    return withDatabase(context, async ({ pool, ids, workspaceId }) => {
      const created = await createKey(pool, ids, { workspaceId, name, scopes, expiresAt })
      if (created === null) {
        throw new SetupError(`There is a live key named "${name}" already. Revoke it first, or choose another name.`)
      }
      context.print(`Key "${name}" may use: ${scopes.join(', ')}.`)
      context.print(expiresAt ? `It expires at ${formatTime(expiresAt)}.` : 'It does not expire.')
      context.print('Keep it secret; it is not shown again:')
      context.print(created.key)
      return 0
    })
  },
}

export const listKeysCommand: Command = {
  summary: 'List the API keys.',
  usage: '',
  options: {},
  async run(context) {
    const keys = await withDatabase(context, ({ pool, workspaceId }) => selectKeys(pool, workspaceId))
    if (keys.length === 0) {
      context.print('There are no keys yet. Create one: npm run -s doorpost -- keys create --name first')
      return 0
    }
    const rows = keys.map((key) => [
      key.name,
      key.hint,
      stateOf(key, new Date()),
      formatTime(key.last_used_at),
      formatTime(key.expires_at),
      key.scopes.length === SCOPES.length ? 'all' : key.scopes.join(','),
      key.id,
    ])
    context.print(formatTable(['NAME', 'KEY', 'STATE', 'LAST USED', 'EXPIRES', 'SCOPES', 'ID'], rows))
    return 0
  },
}

export const revokeKeyCommand: Command = {
  summary: 'Revoke an API key. It is refused from then on, everywhere within a second.',
  usage: '--name NAME | --id ID',
  options: {
    name: { value: 'NAME', meaning: 'name of a live key' },
    id: { value: 'ID', meaning: 'id from keys list' },
  },
  async run(context, options) {
    const which = chooseOne(options)
    if ('id' in which && !isUuid(which.id)) throw new UsageError('--id must be an id from "keys list".')
    const revoked = await withDatabase(context, ({ pool, workspaceId }) =>
      revokeKeys(pool, workspaceId, which, new Date()),
    )
    const [key] = revoked
    if (!key) throw new SetupError('There is no live key like that. See: npm run -s doorpost -- keys list')
    context.print(`Key "${key.name}" (${key.hint}) is revoked.`)
    return 0
  },
}

function stateOf(key: KeyRow, now: Date): string {
  if (key.revoked_at) return 'revoked'
  return key.expires_at && key.expires_at <= now ? 'expired' : 'live'
}

function readScopes(text: string | undefined): readonly Scope[] {
  if (text === undefined) return SCOPES
  const names = text.split(/[\s,]+/).filter(Boolean)
  const unknown = names.filter((name) => !isScope(name))
  if (names.length === 0 || unknown.length > 0) {
    const wrong = unknown.length > 0 ? `unknown scope ${unknown.join(', ')}` : '--scopes is empty'
    throw new UsageError(`${wrong}. Choose from ${SCOPES.join(', ')}.`)
  }
  return SCOPES.filter((scope) => names.includes(scope))
}

const YEAR_10000 = Date.UTC(10_000, 0)
const UNIT_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000 }

function readExpiry(text: string | undefined, now: number): Date | null {
  if (text === undefined) return null
  const span = /^(\d{1,5})([hdwy])$/.exec(text.trim())
  const end = span ? now + Number(span[1]) * UNIT_MS[span[2]!]! : now
  if (end > now && end < YEAR_10000) return new Date(end)
  const parsed = parseDateTime(text.trim())
  if ('date' in parsed && parsed.date.getTime() > now) return parsed.date
  throw new UsageError(
    '--expires must be a span such as 12h, 90d, 4w or 1y, or a future time such as 2027-01-01T00:00:00Z.',
  )
}
