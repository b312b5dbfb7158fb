import { transaction } from '../db/database.ts'
import { createKey, nameTaken, rotateSecret, stateOf } from '../keys/keys.ts'
import { GRACE_HOURS_MAX, readNewKey, rotation } from '../keys/schemas.ts'
import { revokeKeys, selectKeys } from '../keys/store.ts'
import { SetupError } from '../lib/problem.ts'
import { commandLine } from '../lib/program.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { sentence } from '../messages/sentence.ts'
import { SCOPES } from '../scopes.ts'
import {
  type Commands,
  chooseOne,
  formatTime,
  printList,
  readOptions,
  requireText,
  UsageError,
} from './line/command.ts'
import { withDatabase } from './line/database.ts'

export const commands: Commands = {
  create: {
    summary: 'Create an API key. It is shown once, alone on the last line.',
    usage: '--name NAME [--scopes LIST] [--expires TIME] [--replace]',
    options: {
      name: { value: 'NAME', meaning: 'what the key is for; unique among live keys' },
      scopes: { value: 'LIST', meaning: `comma-separated (default: all): ${SCOPES.join(', ')}` },
      expires: { value: 'TIME', meaning: 'such as 12h, 90d, 1y or 2027-01-01T00:00:00Z (default: never)' },
      replace: { meaning: 'revoke the live key with this name first, if there is one' },
    },
    async run(context, options) {
      const now = new Date()
      const body = {
        name: requireText(options, 'name'),
        scopes: readScopes(options.scopes),
        expires_at: readExpiry(options.expires, now.getTime()),
      }
      const key = readOptions((issues) => readNewKey(issues, body, now))
      const { name, scopes, expires_at } = key
      return withDatabase(context, async ({ pool, ids, workspaceId }) => {
        const created = await transaction(pool, async (tx) => {
          if (options.replace) await revokeKeys(tx, workspaceId, { name }, now)
          return createKey(tx, ids, { workspaceId, ...key })
        })
        if (created === null) throw new SetupError(sentence(nameTaken(name)))
        context.print(`Key "${name}" may use: ${scopes.join(', ')}.`)
        context.print(expires_at ? `It expires at ${formatTime(expires_at)}.` : 'It does not expire.')
        context.print('Keep it secret; it is not shown again:')
        context.print(created.key)
        context.result({ id: created.row.id, name, scopes, expires_at, key: created.key })
      })
    },
  },
  list: {
    summary: 'List the API keys.',
    async run(context) {
      const keys = await withDatabase(context, ({ pool, workspaceId }) => selectKeys(pool, workspaceId))
      context.result(
        keys.map((key) => {
          const { id, name, hint, scopes, last_used_at, expires_at } = key
          return { id, name, hint, state: stateOf(key, Date.now()), scopes, last_used_at, expires_at }
        }),
      )
      const empty = `There are no keys yet. Create one: ${commandLine('keys create --name first')}`
      printList(context, keys, empty, {
        NAME: (key) => key.name,
        KEY: (key) => key.hint,
        STATE: (key) => stateOf(key, Date.now()),
        'LAST USED': (key) => formatTime(key.last_used_at),
        EXPIRES: (key) => formatTime(key.expires_at),
        SCOPES: (key) => (key.scopes.length === SCOPES.length ? 'all' : key.scopes.join(',')),
        ID: (key) => key.id,
      })
    },
  },
  rotate: {
    summary: `Give an API key a new secret, which is shown once, alone on the last line. The previous one works for a while.`,
    usage: '--name NAME | --id ID [--grace HOURS]',
    options: {
      name: { value: 'NAME', meaning: 'name of the live key' },
      id: { value: 'ID', meaning: 'id from keys list' },
      grace: {
        value: 'HOURS',
        meaning: `how long the previous secret still works: 0 to ${GRACE_HOURS_MAX} (default: 24)`,
      },
    },
    async run(context, options) {
      const which = chooseOne(options, 'keys list')
      const grace = options.grace === undefined ? undefined : Number(options.grace)
      const hours = readOptions((issues) => rotation.read(issues, { grace_hours: grace }).grace_hours)
      const rotated = await withDatabase(context, async ({ pool, workspaceId }) => {
        const keys = await selectKeys(pool, workspaceId)
        const isMeant = (key: (typeof keys)[number]) => ('id' in which ? key.id === which.id : key.name === which.name)
        const key = keys.find((each) => isMeant(each) && stateOf(each, Date.now()) === 'live')
        return key ? rotateSecret(pool, { workspaceId, id: key.id }, hours, Date.now()) : null
      })
      if (rotated === null) throw new SetupError(`There is no such live key. See: ${commandLine('keys list')}`)
      const { key, row } = rotated
      context.print(
        `The previous secret of "${row.name}" (${row.old_hint}) works until ${formatTime(row.old_key_until)}.`,
      )
      context.print('Keep the new one secret; it is not shown again:')
      context.print(key)
      context.result({ id: row.id, name: row.name, previous_until: row.old_key_until, key })
    },
  },
  revoke: {
    summary: 'Revoke an API key. Every process refuses it within a second.',
    usage: '--name NAME | --id ID',
    options: {
      name: { value: 'NAME', meaning: 'name of the live key' },
      id: { value: 'ID', meaning: 'id from keys list' },
    },
    async run(context, options) {
      const which = chooseOne(options, 'keys list')
      const [key] = await withDatabase(context, ({ pool, workspaceId }) =>
        revokeKeys(pool, workspaceId, which, new Date()),
      )
      if (!key) throw new SetupError(`There is no such live key. See: ${commandLine('keys list')}`)
      context.print(`Key "${key.name}" (${key.hint}) is revoked.`)
      context.result({ id: key.id, name: key.name, hint: key.hint, state: 'revoked' })
    },
  },
}

/** Defaults to all scopes. */
function readScopes(text: string | undefined): string[] | null {
  if (text === undefined) return null
  const names = text.split(/[\s,]+/).filter(Boolean)
  if (names.length === 0) throw new UsageError(`--scopes is empty. Choose from ${SCOPES.join(', ')}.`)
  return names
}

const YEAR_10000 = Date.UTC(10_000, 0)
const UNIT_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000 }

/** Accepts a span from now, or a time as in the API. */
function readExpiry(text: string | undefined, now: number): string | null {
  if (text === undefined) return null
  const span = /^(\d{1,5})([hdwy])$/.exec(text.trim())
  const end = span ? now + Number(span[1]) * UNIT_MS[span[2]!]! : now
  if (end > now && end < YEAR_10000) return new Date(end).toISOString()
  const parsed = parseDateTime(text.trim())
  if ('date' in parsed && parsed.date.getTime() > now) return parsed.date.toISOString()
  throw new UsageError(
    '--expires must be a duration such as 12h, 90d, 4w or 1y, or a time in the future such as 2027-01-01T00:00:00Z.',
  )
}
