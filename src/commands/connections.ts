import type { Config } from '../config.ts'
import { CONNECT_MINUTES, createConnectLink, explainMissingApp } from '../connections/connect/connect.ts'
import { type ConnectionRow, removeConnection, selectConnections } from '../connections/store.ts'
import { transaction } from '../db/database.ts'
import { isUuid } from '../lib/ids.ts'
import { SetupError } from '../lib/problem.ts'
import { type AppKind, FORMATS } from '../platforms/profile.ts'
import { PROFILES, type Profile } from '../platforms/registry.ts'
import { type Command, type Commands, formatTime, printList, requireText, UsageError, withDatabase } from './command.ts'

const addConnectionCommand: Command = {
  summary: 'Connect an account. The link to open in a browser is shown alone on the last line.',
  usage: `--platform ${FORMATS.join('|')} [--kind member|organization]`,
  options: {
    platform: { value: 'NAME', meaning: PROFILES.map(({ format, label }) => `${format} (${label})`).join(', ') },
    kind: { value: 'KIND', meaning: 'member (default), or organization for the LinkedIn pages that a person manages' },
  },
  async run(context, options) {
    const profile = readPlatform(requireText(options, 'platform'))
    const app = readKind(profile, options.kind)
    const { name: provider, format: platform, label } = profile
    return withDatabase(context, async ({ config, pool, workspaceId }) => {
      const hasApp = config.apps[provider][app] !== undefined
      if (!hasApp && !config.sandbox) throw new SetupError(await explainNoApp(config, profile, app))
      const { token } = await createConnectLink(pool, new Date(), { workspaceId, provider, app })
      if (!config.sandbox) context.print(`The redirect URL of the app must be: ${config.baseUrl}/connect/callback`)
      context.print(
        `Open this in the browser that is signed in to ${label}${config.sandbox ? ' (sandbox)' : ''}. ` +
          `It works once, for ${CONNECT_MINUTES} minutes, while Doorpost is running:`,
      )
      context.print(`${config.baseUrl}/connect/${token}`)
      context.result({ platform, link: `${config.baseUrl}/connect/${token}`, minutes: CONNECT_MINUTES })
    })
  },
}

const listConnectionsCommand: Command = {
  summary: 'List the connected accounts.',
  async run(context) {
    const rows = await withDatabase(context, ({ pool, workspaceId }) => selectConnections(pool, workspaceId))
    context.result(
      rows.map((row) => ({
        id: row.id,
        platform: row.platform,
        account: nameOf(row),
        kind: row.kind,
        status: row.status,
        reason: row.status_reason,
        is_default: row.is_default,
        sandbox: row.sandbox,
        works_until: row.refresh_at === null ? row.expires_at : null,
      })),
    )
    const empty = 'No account is connected yet. Connect one: npm run -s doorpost -- connections add --platform short'
    printList(context, rows, empty, {
      PLATFORM: (row) => (row.sandbox ? `${row.platform} (sandbox)` : row.platform),
      ACCOUNT: nameOf,
      KIND: (row) => row.kind,
      STATE: (row) => row.status,
      DEFAULT: (row) => (row.is_default ? 'yes' : ''),
      'WORKS UNTIL': (row) => (row.refresh_at === null ? formatTime(row.expires_at) : 'renewed'),
      ID: (row) => row.id,
    })
    for (const row of rows) {
      if (row.status_reason !== null) context.print(`\n${nameOf(row)}: ${row.status_reason}`)
    }
  },
}

const removeConnectionCommand: Command = {
  summary: 'Disconnect an account and delete its tokens. Its scheduled posts are held.',
  usage: '--id ID',
  options: { id: { value: 'ID', meaning: 'id from connections list' } },
  async run(context, options) {
    const id = requireText(options, 'id')
    if (!isUuid(id)) throw new UsageError('--id must be an id from "connections list".')
    const removed = await withDatabase(context, ({ pool, workspaceId }) =>
      transaction(pool, (tx) => removeConnection(tx, workspaceId, id, new Date())),
    )
    if (!removed) {
      throw new SetupError('There is no connection with this id. See: npm run -s doorpost -- connections list')
    }
    context.result({ id, connected: false })
    context.print('The account is disconnected. To revoke its permission too, remove the app on the platform.')
  },
}

export const commands: Commands = {
  add: addConnectionCommand,
  list: listConnectionsCommand,
  remove: removeConnectionCommand,
}

function readPlatform(text: string): Profile {
  const profile = PROFILES.find(({ format }) => format === text)
  if (profile === undefined) throw new UsageError(`--platform must be one of ${FORMATS.join(', ')}.`)
  return profile
}

function readKind({ apps }: Profile, kind = 'member'): AppKind {
  if (kind !== 'member' && kind !== 'organization') throw new UsageError('--kind must be member or organization.')
  if (kind === 'member') return 'standard'
  if (!apps.includes('pages')) throw new UsageError('--kind organization is for --platform professional only.')
  return 'pages'
}

/** People who try the sandbox have no app, and most likely mean the accounts of the sandbox that is running. */
async function explainNoApp(config: Config, { name, format }: Profile, app: AppKind): Promise<string> {
  if (!(await isSandboxRunning(config.sandboxPort))) return explainMissingApp(name, app)
  const kind = app === 'pages' ? ' --kind organization' : ''
  return (
    `A sandbox is running on this machine (port ${config.sandboxPort}), but this command does not use it. ` +
    `To connect an account there: npm run -s doorpost -- connections add --platform ${format}${kind} --sandbox\n` +
    `To connect a real account: ${explainMissingApp(name, app)}`
  )
}

const SANDBOX_ANSWER_MS = 1_000

async function isSandboxRunning(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(SANDBOX_ANSWER_MS)
    return (await fetch(`http://127.0.0.1:${port}/control/health`, { signal })).ok
  } catch {
    return false
  }
}

/** A platform's words must not move the cursor of a terminal. */
function nameOf(row: ConnectionRow): string {
  return (row.handle ?? row.name ?? row.account_id).replace(/\p{C}/gu, '')
}
