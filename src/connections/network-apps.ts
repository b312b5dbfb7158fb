import { build, type Db, run, runOne, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { ApiError, validationError } from '../errors.ts'
import { SafeFetchError } from '../lib/net/fetch-error.ts'
import { type SecretBox, SecretBoxError } from '../lib/secrets/secret-box.ts'
import { forReader } from '../messages/for-reader.ts'
import { message } from '../messages/message.ts'
import { toShownReason } from '../messages/stored.ts'
import { appPrefixOf, PROFILES, type Provider } from '../platforms/registry.ts'
import type { PlatformApp } from '../platforms/settings.ts'
import { withinTime } from '../platforms/shared/client.ts'
import {
  type Adapter,
  type AppVerdict,
  type Http,
  type PlatformSettings,
  TransportError,
} from '../platforms/shared/contract.ts'
import type { AppKind } from '../platforms/shared/provider.ts'
import { type AppChange, type AppName, type AppSource, networkApp } from './app-schemas.ts'
import type { SettingsFor } from './options.ts'

// The operator's apps on the networks: set in the environment, or saved in the dashboard.

interface AppPlace {
  provider: Provider
  kind: AppKind
}

/** Read when needed, never kept in memory: a change counts at once in every process. */
export type FindSavedApp = (place: AppPlace, db?: Db) => Promise<PlatformApp | null>

interface NetworkAppsOptions extends Pick<Parts, 'pool' | 'clock' | 'log' | 'box'> {
  adapters: Record<Provider, Adapter>
  /** The apps from the environment. */
  apps: Record<Provider, Partial<Record<AppKind, PlatformApp>>>
  sandbox: boolean
  /** The settings that an app would be used with. */
  settingsWith: (place: AppPlace, app: PlatformApp) => PlatformSettings
  /** Those that are in use; null if there is no app. */
  settingsFor: SettingsFor
  httpFor: (provider: Provider, settings: PlatformSettings) => Http
  /** Called after an app was saved: posts that waited for it continue. */
  onSaved: () => Promise<void>
}

const CHECK_MS = 15_000

/** With the names of its settings. */
const PLACES = PROFILES.flatMap((profile) =>
  profile.apps.map((kind) => ({
    name: (kind === 'pages' ? `${profile.name}_pages` : profile.name) as AppName,
    profile,
    provider: profile.name,
    kind,
    settings: ['ID', 'SECRET'].map((part) => `${appPrefixOf(profile, kind)}_CLIENT_${part}`),
  })),
)
type Place = (typeof PLACES)[number]

export type NetworkApps = ReturnType<typeof createNetworkApps>

/** Throws 404 for an unknown name. */
export function createNetworkApps(options: NetworkAppsOptions) {
  const { pool, clock, log } = options
  return {
    list: (redirectUrl: string) => Promise.all(PLACES.map((place) => show(options, place, redirectUrl))),

    /** The secret may be left out if the id stays. */
    async save(name: string, change: AppChange, by: string | null, redirectUrl: string) {
      const place = placeOf(name)
      refuseIfSet(options, place)
      await transaction(pool, (tx) => saveIn(options, tx, place, { ...change, by, at: new Date(clock.now()) }))
      log.info({ app: place.name }, 'the app of a network is saved')
      await options.onSaved()
      return show(options, place, redirectUrl)
    },

    async remove(name: string): Promise<boolean> {
      const place = placeOf(name)
      const removed = await transaction(pool, async (tx) => {
        await rememberApp(options, tx, place)
        const query = build.deleteFrom('network_apps').where('provider', '=', place.provider)
        return runOne(tx, query.where('kind', '=', place.kind).returning('provider'))
      })
      if (removed !== null) log.info({ app: place.name }, 'the app of a network is removed')
      return removed !== null
    },

    /** Asks the network about this app, or about the one in use. A secret that is left out is the saved one. */
    async check(name: string, asked: Partial<AppChange>) {
      const place = placeOf(name)
      const settings = await settingsToCheck(options, place, asked)
      if (settings === null) throw validationError({ client_id: [noApp(place)] })
      const verdict = await askNetwork(options, place, settings)
      const accepted = verdict.kind === 'unclear' ? null : verdict.kind === 'accepted'
      const said =
        verdict.kind === 'accepted' ? message('app.accepted', { network: place.profile.label }) : verdict.said
      const { reason, ...coded } = toShownReason(said)
      return { accepted, field: verdict.kind === 'refused' ? verdict.field : null, reason: reason!, ...coded }
    },
  }
}

export function createSavedApps({ pool, box, log }: Pick<Parts, 'pool' | 'box' | 'log'>): FindSavedApp {
  return async ({ provider, kind }, db = pool) => {
    const row = await findRow(db, { provider, kind })
    const secret = row && openSecret(box, row)
    if (row !== null && secret === null) log.error({ provider, kind }, 'the secret of the app cannot be read')
    return row && secret !== null ? { clientId: row.client_id, clientSecret: secret } : null
  }
}

/** For a command that does not need the secret. */
export async function hasSavedApp(db: Db, place: AppPlace): Promise<boolean> {
  return (await findRow(db, place)) !== null
}

/** Returns the number of apps. */
export async function rotateNetworkAppsIn(tx: Tx, box: SecretBox): Promise<number> {
  const rows = await run(tx, build.selectFrom('network_apps').selectAll().forUpdate())
  for (const row of rows) {
    const sealed = box.seal(box.open(row.client_secret, contextOf(row)), contextOf(row))
    const query = build.updateTable('network_apps').set({ client_secret: sealed })
    await run(tx, query.where('provider', '=', row.provider).where('kind', '=', row.kind))
  }
  return rows.length
}

function placeOf(name: string): Place {
  const place = PLACES.find((each) => each.name === name)
  if (place === undefined) throw new ApiError('not_found', { message: message('app.not_found') })
  return place
}

function noApp({ profile }: Place) {
  return message('app.none', { network: profile.label })
}

/** The sandbox ignores the environment: nothing there is real. */
function appInEnvironment({ apps, sandbox }: NetworkAppsOptions, { provider, kind }: Place): PlatformApp | null {
  return (sandbox ? null : apps[provider][kind]) ?? null
}

function refuseIfSet(options: NetworkAppsOptions, place: Place): void {
  if (appInEnvironment(options, place) === null) return
  throw validationError({
    client_id: [message('app.environment', { field: 'client_id', settings: place.settings.join(', ') })],
  })
}

async function show(options: NetworkAppsOptions, place: Place, redirectUrl: string) {
  const { pool, box, sandbox, adapters } = options
  const { name, provider, kind, settings } = place
  const row = await findRow(pool, place)
  const isReadable = row === null || openSecret(box, row) !== null
  const used = await options.settingsFor(provider, kind)
  const source: AppSource =
    appInEnvironment(options, place) !== null
      ? 'environment'
      : row !== null
        ? 'saved'
        : sandbox && used !== null
          ? 'sandbox'
          : 'none'
  const accounts = await selectAccounts(pool, place, sandbox)
  const isOutdated = (client: string | null) => used !== null && client !== null && client !== used.clientId
  return networkApp.show({
    app: name,
    provider,
    kind,
    source,
    settings,
    client_id: used?.clientId ?? row?.client_id ?? null,
    saved_client_id: row?.client_id ?? null,
    saved_at: row?.saved_at ?? null,
    saved_by: row?.saved_by ?? null,
    problem: isReadable ? null : forReader(message('app.unreadable')),
    redirect_url: redirectUrl,
    scopes: [...(adapters[provider].auth.scopes?.(kind) ?? [])],
    accounts: accounts.length,
    outdated_accounts: accounts.filter(({ client_id }) => isOutdated(client_id)).map(({ id }) => id),
  })
}

interface Saving extends AppChange {
  by: string | null
  at: Date
}

async function saveIn(
  options: NetworkAppsOptions,
  tx: Tx,
  place: Place,
  { client_id, client_secret, by, at }: Saving,
): Promise<void> {
  const { box } = options
  const known = await findRow(tx, place, 'lock')
  if (client_secret === null && known?.client_id !== client_id) {
    const code = known === null ? 'app.secret_required' : 'app.secret_with_id'
    throw validationError({ client_secret: [message(code, { field: 'client_secret', network: place.profile.label })] })
  }
  if (known === null || known.client_id !== client_id) await rememberApp(options, tx, place)
  const key = { provider: place.provider, kind: place.kind }
  const secret = client_secret === null ? known!.client_secret : box.seal(client_secret, contextOf(key))
  const row = { client_id, client_secret: secret, saved_by: by, saved_at: at }
  const query = build
    .insertInto('network_apps')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['provider', 'kind']).doUpdateSet(row))
  await run(tx, query)
}

/** Accounts of 0.2 do not say which app they were approved for: it is the one that is about to be replaced. */
async function rememberApp({ settingsFor, sandbox }: NetworkAppsOptions, tx: Tx, { provider, kind }: Place) {
  const used = await settingsFor(provider, kind, null, tx)
  if (used === null) return
  const unknown = { provider, app: kind, sandbox }
  const query = build.updateTable('connections').set({ client_id: used.clientId }).where('client_id', 'is', null)
  await run(
    tx,
    query.where(({ and }) => and(unknown)),
  )
}

async function settingsToCheck(
  options: NetworkAppsOptions,
  place: Place,
  { client_id, client_secret }: Partial<AppChange>,
): Promise<PlatformSettings | null> {
  if (client_id === undefined) return options.settingsFor(place.provider, place.kind)
  if (client_secret) return options.settingsWith(place, { clientId: client_id, clientSecret: client_secret })
  const row = await findRow(options.pool, place)
  const secret = row?.client_id === client_id ? openSecret(options.box, row) : null
  if (secret !== null) return options.settingsWith(place, { clientId: client_id, clientSecret: secret })
  const code = row === null ? 'app.secret_required' : 'app.secret_with_id'
  throw validationError({ client_secret: [message(code, { field: 'client_secret', network: place.profile.label })] })
}

async function askNetwork(
  { adapters, httpFor, log }: NetworkAppsOptions,
  { profile, provider, name }: Place,
  settings: PlatformSettings,
): Promise<AppVerdict> {
  const network = profile.label
  const http = withinTime(httpFor(provider, settings), CHECK_MS)
  try {
    return await adapters[provider].auth.checkApp!(http, settings)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    log.warn({ app: name, reason: error.message.replaceAll(settings.clientSecret, '[removed]') }, 'app not checked')
    const problem = error.cause instanceof SafeFetchError ? error.cause.said : message('app.no_answer')
    return { kind: 'unclear', said: message('app.unreachable', { network, problem }) }
  }
}

type AppRow = NonNullable<Awaited<ReturnType<typeof findRow>>>

function findRow(db: Db, { provider, kind }: AppPlace, lock?: 'lock') {
  const query = build.selectFrom('network_apps').selectAll()
  const chosen = query.where('provider', '=', provider).where('kind', '=', kind)
  return runOne(db, lock ? chosen.forUpdate() : chosen)
}

function selectAccounts(db: Db, { provider, kind }: Place, sandbox: boolean) {
  const query = build.selectFrom('connections').select(['id', 'client_id'])
  return run(
    db,
    query.where(({ and }) => and({ provider, app: kind, sandbox })),
  )
}

function openSecret(box: SecretBox, row: AppRow): string | null {
  try {
    return box.open(row.client_secret, contextOf(row))
  } catch (error) {
    if (error instanceof SecretBoxError) return null
    throw error
  }
}

function contextOf({ provider, kind }: { provider: string; kind: string }): string {
  return `network_app/${provider}/${kind}`
}
