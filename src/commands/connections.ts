import type { Config } from '../config/config.ts'
import { CONNECT_MINUTES, createConnectLink, explainMissingApp } from '../connections/connect.ts'
import { type Connections, createConnections } from '../connections/connections.ts'
import { createSavedApps, hasSavedApp } from '../connections/network-apps.ts'
import { readApprover, readServiceUrl, readSignIn } from '../connections/sign-in.ts'
import { type ConnectionRow, removeConnection, selectConnections } from '../connections/store.ts'
import { transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { createEmit } from '../events/emit.ts'
import { createLog } from '../lib/log/log.ts'
import { SetupError } from '../lib/problem.ts'
import { commandLine } from '../lib/program.ts'
import { systemClock } from '../lib/time/clock.ts'
import { sentence } from '../messages/sentence.ts'
import { adapters } from '../platforms/adapters.ts'
import { PROFILES, PROVIDERS, type Profile } from '../platforms/registry.ts'
import { type AppKind, FORMATS } from '../platforms/shared/provider.ts'
import { resumeHeld } from '../publishing/actions.ts'
import { createPlatformAccess } from '../publishing/platform-access.ts'
import { openCheckedBox } from '../secrets/fingerprint.ts'
import { createWorkspaces } from '../workspace/workspace.ts'
import {
  type Command,
  type CommandContext,
  type Commands,
  explainRefusal,
  formatTime,
  type Options,
  printList,
  readOptions,
  requireId,
  UsageError,
} from './line/command.ts'
import { withDatabase } from './line/database.ts'

const addConnectionCommand: Command = {
  summary: `Connect an account.

The link to open in the browser is shown alone on the last line. With --secret-from, the account is connected without a
browser: on Bluesky with an app password, on Mastodon with an access token.`,
  usage: `--provider ${PROVIDERS.join('|')} [--kind member|organization] [--service URL] [--handle NAME] [--secret-from WHERE]`,
  options: {
    provider: { value: 'NAME', meaning: PROFILES.map(({ name, label }) => `${name} (${label})`).join(', ') },
    platform: { value: 'FORMAT', meaning: `the first provider of a format: ${FORMATS.join(', ')}` },
    kind: { value: 'KIND', meaning: 'member (default), or organization for the LinkedIn pages that a person manages' },
    service: { value: 'URL', meaning: 'the server that the account is on, where the provider has many' },
    handle: { value: 'NAME', meaning: 'name of the account, which Bluesky needs' },
    'secret-from': {
      value: 'WHERE',
      meaning:
        'the app password or access token: name of an environment variable that holds it, or - for the standard input',
    },
  },
  async run(context, options) {
    const profile = readProvider(options)
    const app = readKind(profile, options.kind)
    if (takesSecret(profile, options)) return signIn(context, profile, options)
    const { name: provider, format: platform, label } = profile
    return withDatabase(context, async ({ config, pool, workspaceId }) => {
      const serviceUrl = readOptions((issues) =>
        readServiceUrl(issues, profile, options.service, config.allowPrivateNetworks),
      )
      const handle = readOptions((issues) => readApprover(issues, profile, options.handle))
      const isSet = profile.service !== undefined || config.apps[provider][app] !== undefined
      if (!isSet && !config.sandbox && !(await hasSavedApp(pool, { provider, kind: app })))
        throw new SetupError(await explainNoApp(config, profile, app))
      const { token } = await createConnectLink(pool, new Date(), { workspaceId, provider, app, serviceUrl, handle })
      if (!config.sandbox && !profile.service) {
        context.print(`The redirect URL of the app must be: ${config.baseUrl}/connect/callback`)
      }
      context.print(
        `Open this in the browser that is signed in to ${label}${config.sandbox ? ' (sandbox)' : ''}. ` +
          `It works once, for ${CONNECT_MINUTES} minutes, while Doorpost is running:`,
      )
      context.print(`${config.baseUrl}/connect/${token}`)
      context.result({ platform, provider, link: `${config.baseUrl}/connect/${token}`, minutes: CONNECT_MINUTES })
    })
  },
}

/** True for a secret, false for approval in a browser. If both are possible, --secret-from decides. */
function takesSecret({ signIn }: Profile, options: Options): boolean {
  if (!signIn.includes('approval')) return true
  const isGiven = options['secret-from'] !== undefined
  if ((isGiven || options.handle !== undefined) && signIn.length === 1) {
    throw new UsageError('this provider is connected in a browser: leave --handle and --secret-from out.')
  }
  return isGiven
}

/** The app password or access token is not an argument, because every user of the machine can see those. */
async function signIn(context: CommandContext, profile: Profile, options: Options): Promise<void> {
  const { name: provider, label } = profile
  const body = { service_url: options.service, handle: options.handle, secret: await readSecret(context, options) }
  await withDatabase(context, async ({ config, pool, ids, workspaceId }) => {
    const input = readOptions((issues) => readSignIn(issues, profile, body, config.allowPrivateNetworks))
    const box = await openCheckedBox(pool, config)
    const connections = createCommandConnections({ config, pool, ids, box })
    const saved = await connections.signIn({ workspaceId, provider, ...input }).catch(explainRefusal)
    for (const { handle, name, id } of saved) {
      context.print(`${label} is connected: ${printable(handle ?? name ?? id)}. Posts can go out on it.`)
    }
    context.result(saved)
  })
}

async function readSecret(context: CommandContext, options: Options): Promise<string> {
  const where = options['secret-from'] ?? '-'
  const text = (where === '-' ? await context.input() : (context.env[where] ?? '')).trim()
  if (text !== '') return text
  if (where === '-')
    throw new UsageError('the app password or access token is expected on the standard input, which is empty.')
  throw new UsageError('--secret-from names an environment variable that is not set. Never give the secret itself.')
}

const listConnectionsCommand: Command = {
  summary: 'List the connected accounts.',
  async run(context) {
    const rows = await withDatabase(context, ({ pool, workspaceId }) => selectConnections(pool, workspaceId))
    context.result(
      rows.map((row) => ({
        id: row.id,
        platform: row.platform,
        provider: row.provider,
        service_url: row.service_url,
        account: nameOf(row),
        kind: row.kind,
        status: row.status,
        reason: row.status_reason,
        is_default: row.is_default,
        sandbox: row.sandbox,
        works_until: row.refresh_at === null ? row.expires_at : null,
      })),
    )
    const empty = `No account is connected yet. Connect one: ${commandLine('connections add --provider x')}`
    printList(context, rows, empty, {
      PLATFORM: (row) => (row.sandbox ? `${row.platform} (sandbox)` : row.platform),
      PROVIDER: (row) => row.provider,
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
  summary: 'Disconnect an account and delete its tokens. Posts that are to go out on it are held.',
  usage: '--id ID',
  options: { id: { value: 'ID', meaning: 'id from connections list' } },
  async run(context, options) {
    const id = requireId(options, 'connections list')
    const removed = await withDatabase(context, ({ pool, workspaceId }) =>
      transaction(pool, (tx) => removeConnection(tx, workspaceId, id, new Date())),
    )
    if (!removed) {
      throw new SetupError(`There is no connection with this id. See: ${commandLine('connections list')}`)
    }
    context.result({ id, connected: false })
    context.print('The account is no longer connected. To take the approval back, remove the app on the platform too.')
  },
}

export const commands: Commands = {
  add: addConnectionCommand,
  list: listConnectionsCommand,
  remove: removeConnectionCommand,
}

function readProvider(options: Options): Profile {
  const { provider, platform } = options
  if (provider !== undefined) {
    const profile = PROFILES.find(({ name }) => name === provider)
    if (profile === undefined) throw new UsageError(`--provider must be one of ${PROVIDERS.join(', ')}.`)
    if (platform === undefined || platform === profile.format) return profile
    throw new UsageError(`${profile.label} publishes ${profile.format} posts. Leave --platform out.`)
  }
  const text = options.platform?.trim()
  if (!text) throw new UsageError('--provider is needed.')
  const profile = PROFILES.find(({ format }) => format === text)
  if (profile === undefined) throw new UsageError(`--platform must be one of ${FORMATS.join(', ')}.`)
  return profile
}

function readKind({ apps }: Profile, kind = 'member'): AppKind {
  if (kind !== 'member' && kind !== 'organization') throw new UsageError('--kind must be member or organization.')
  if (kind === 'member') return 'standard'
  if (!apps.includes('pages')) throw new UsageError('--kind organization is for --provider linkedin only.')
  return 'pages'
}

/** A person without an app most likely means the accounts of the running sandbox. */
async function explainNoApp(config: Config, { name }: Profile, app: AppKind): Promise<string> {
  if (!(await isSandboxRunning(config.sandboxPort))) return sentence(explainMissingApp(name, app))
  const kind = app === 'pages' ? ' --kind organization' : ''
  return (
    `A sandbox is running on this machine (port ${config.sandboxPort}), but this command does not use it. ` +
    `To connect an account there: ${commandLine(`connections add --provider ${name}${kind} --sandbox`)}\n` +
    `To connect a real account: ${sentence(explainMissingApp(name, app))}`
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

function nameOf(row: ConnectionRow): string {
  return printable(row.handle ?? row.name ?? row.account_id)
}

/** Removes control characters from a platform's text, which could move the cursor of the terminal. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '')
}

interface CommandConnectionsOptions extends Pick<Parts, 'pool' | 'ids' | 'box'> {
  config: Config
}

/** The accounts, for a command that talks to a provider itself. It works with and without a running server. */
function createCommandConnections({ config, pool, ids, box }: CommandConnectionsOptions): Connections {
  const clock = systemClock()
  const emit = createEmit(ids)
  const log = createLog('silent', { write: () => {} })
  const sandboxUrl = config.sandbox ? `http://127.0.0.1:${config.sandboxPort}` : null
  const { settingsFor, httpFor, lookUpHttp } = createPlatformAccess({
    ...config,
    sandboxUrl,
    findSavedApp: createSavedApps({ pool, box, log }),
    now: clock.now,
  })
  const { lateWindowOf } = createWorkspaces({ pool, settings: config, onOrigins: () => {} })
  return createConnections({
    pool,
    clock,
    ids,
    emit,
    log,
    box,
    adapters,
    settingsFor,
    httpFor,
    lookUpHttp,
    sandbox: config.sandbox,
    onUsable: async (tx, account) => {
      const lateWindowMs = await lateWindowOf(tx, account.workspace_id)
      await resumeHeld(tx, emit, account, new Date(clock.now()), lateWindowMs)
    },
  })
}
