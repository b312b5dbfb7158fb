import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import { message } from '../messages/message.ts'
import { type Provider, profileOf } from '../platforms/registry.ts'
import type { PlatformApp } from '../platforms/settings.ts'
import { AuthError, type PlatformSettings, type Session } from '../platforms/shared/contract.ts'
import type { ConnectionsOptions } from './options.ts'

interface AppPlace {
  provider: Provider
  serviceUrl: string
  redirectUrl: string
}

/** The key of apps that are the same on all servers. */
const ALL_SERVERS = '*'

/**
 * Adds Doorpost's app on this server to the settings, and registers it on first use. Other providers use the operator's
 * app.
 */
export async function withServiceApp(
  options: ConnectionsOptions,
  settings: PlatformSettings,
  { provider, redirectUrl }: Omit<AppPlace, 'serviceUrl'>,
): Promise<PlatformSettings> {
  const { registerApp } = options.adapters[provider].auth
  const { service } = profileOf(provider)
  if (service === undefined || registerApp === undefined) return settings
  const key = { provider, redirectUrl, serviceUrl: service.apps === 'all_servers' ? ALL_SERVERS : settings.apiUrl }
  const known = await findApp(options.pool, options.box, key)
  if (known !== null) return { ...settings, ...known }
  const app = await registerApp(options.httpFor(provider, settings), settings, redirectUrl)
  await insertApp(options.pool, options.box, key, app, new Date(options.clock.now()))
  // Another node may have been first.
  return { ...settings, ...((await findApp(options.pool, options.box, key)) ?? app) }
}

/** Only the app that was approved can renew the access. */
export async function withAppOf(
  db: Db,
  box: SecretBox,
  settings: PlatformSettings,
  provider: Provider,
  { clientId, tokenUrl, serviceUrl }: Session,
): Promise<PlatformSettings> {
  const query = build
    .selectFrom('service_apps')
    .select(['redirect_url', 'client_secret'])
    .where(({ and }) => and({ provider, service_url: ALL_SERVERS, client_id: clientId }))
  const row = await runOne(db, query)
  if (row === null) throw new AuthError(message('auth.app_gone'))
  const place = { provider, serviceUrl: ALL_SERVERS, redirectUrl: row.redirect_url }
  const clientSecret = box.open(row.client_secret, contextOf(place))
  return { ...settings, apiUrl: serviceUrl, tokenUrl, clientId, clientSecret }
}

/** Null until one is registered. */
export async function describeServiceApp(
  { pool, box, adapters }: ConnectionsOptions,
  provider: Provider,
  redirectUrl: string,
): Promise<Record<string, unknown> | null> {
  const app = await findApp(pool, box, { provider, redirectUrl, serviceUrl: ALL_SERVERS })
  return (app && adapters[provider].auth.describeApp?.(app, redirectUrl)) ?? null
}

/** The next approval registers a new app. */
export async function forgetServiceApp(db: Db, place: AppPlace): Promise<void> {
  const query = build.deleteFrom('service_apps').where(({ and }) => and(keyOf(place)))
  await run(db, query)
}

function keyOf({ provider, serviceUrl, redirectUrl }: AppPlace) {
  return { provider, service_url: serviceUrl, redirect_url: redirectUrl }
}

async function findApp(db: Db, box: SecretBox, place: AppPlace): Promise<PlatformApp | null> {
  const query = build.selectFrom('service_apps').select(['client_id', 'client_secret'])
  const own = query.where(({ and }) => and(keyOf(place)))
  const row = await runOne(db, own)
  return row && { clientId: row.client_id, clientSecret: box.open(row.client_secret, contextOf(place)) }
}

async function insertApp(db: Db, box: SecretBox, place: AppPlace, app: PlatformApp, at: Date): Promise<void> {
  const secret = box.seal(app.clientSecret, contextOf(place))
  const query = build
    .insertInto('service_apps')
    .values({ ...keyOf(place), client_id: app.clientId, client_secret: secret, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
  await run(db, query)
}

export async function rotateServiceAppsIn(tx: Tx, box: SecretBox): Promise<void> {
  const rows = await run(tx, build.selectFrom('service_apps').selectAll().forUpdate())
  for (const { provider, service_url, redirect_url, client_secret } of rows) {
    const place = { provider: provider as Provider, serviceUrl: service_url, redirectUrl: redirect_url }
    const change = { client_secret: box.seal(box.open(client_secret, contextOf(place)), contextOf(place)) }
    const query = build.updateTable('service_apps').set(change)
    const own = query.where(({ and }) => and(keyOf(place)))
    await run(tx, own)
  }
}

function contextOf({ provider, serviceUrl, redirectUrl }: AppPlace): string {
  return `service_app/${provider}/${serviceUrl}/${redirectUrl}`
}
