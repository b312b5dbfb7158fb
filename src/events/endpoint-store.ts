import type { Insertable, UpdateObject } from 'kysely'
import { build, type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { selectColumns } from '../db/statements/columns.ts'
import { countRows } from '../db/statements/counts.ts'
import type { DB, EventEndpoints } from '../db/types.ts'
import type { Language } from '../messages/languages.ts'
import type { Said } from '../messages/message.ts'
import { NO_REASON, toReason } from '../messages/stored.ts'
import { type EndpointPatch, endpoint, WAITING_MAX } from './schemas.ts'

const COLUMNS = [
  ...selectColumns(endpoint.columns),
  ...([
    'workspace_id',
    'types',
    'filters',
    'headers',
    'header_names',
    'secret',
    'old_secret',
    'old_secret_until',
    'open_until',
  ] as const),
] as const

// Reads the index of waiting deliveries, up to the highest number shown.
const WAITING = sql<number>`(select count(*)::integer from (
  select from event_deliveries where endpoint_id = event_endpoints.id and state = 'pending' limit ${sql.lit(WAITING_MAX)}
) as waiting)`.as('waiting')

const ENDPOINTS = build.selectFrom('event_endpoints').select(COLUMNS).select(WAITING)

export type EndpointRow = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>

export function findEndpoint(db: Db, workspaceId: string, id: string) {
  return runOne(db, ENDPOINTS.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export type LockedEndpoint = NonNullable<Awaited<ReturnType<typeof findEndpointForChange>>>

/** Locks the row until the transaction ends, so that the caller's permission still holds when it is written. */
export function findEndpointForChange(tx: Tx, workspaceId: string, id: string) {
  const query = build
    .selectFrom('event_endpoints')
    .select([
      'workspace_id',
      'id',
      'version',
      'kind',
      'url',
      'types',
      'filters',
      'headers',
      'header_names',
      'scopes',
      'secret',
    ])
  return runOne(tx, query.where('workspace_id', '=', workspaceId).where('id', '=', id).forNoKeyUpdate())
}

export function selectEndpoints(db: Db, workspaceId: string) {
  return run(db, ENDPOINTS.where('workspace_id', '=', workspaceId).orderBy('id', 'desc'))
}

/** Counts under a lock on the workspace, so that two concurrent creates cannot both pass the limit. */
export async function countEndpointsLocked(tx: Tx, workspaceId: string): Promise<number> {
  await run(tx, sql`select from workspaces where id = ${workspaceId} for no key update`)
  return countRows(tx, build.selectFrom('event_endpoints').where('workspace_id', '=', workspaceId))
}

export async function insertEndpoint(tx: Tx, endpoint: Insertable<EventEndpoints>): Promise<EndpointRow> {
  const query = build.insertInto('event_endpoints').values(endpoint)
  return (await runOne(tx, query.returning(COLUMNS).returning(sql<number>`0`.as('waiting'))))!
}

type EndpointChange = Omit<EndpointPatch, 'token' | 'events' | 'filters' | 'headers' | 'language'> & {
  language?: Language
  /** For a chat: its address and token. */
  secret?: Buffer
  types?: string[] | null
  /** As JSON. */
  filters?: string | null
  headers?: Buffer | null
  header_names?: string[] | null
  /** The scopes of the caller who chose the types. */
  scopes?: string[] | null
}

/** A new URL, or a restart, clears earlier failures. */
export function updateEndpoint(db: Db, workspaceId: string, id: string, change: EndpointChange, at: Date) {
  const { url, status } = change
  const isOtherUrl = url === undefined ? sql<boolean>`false` : sql<boolean>`url <> ${url}`
  const isFresh = status === 'active' || change.secret !== undefined ? sql<boolean>`true` : isOtherUrl
  return writeEndpoint(db, workspaceId, id, {
    ...change,
    ...(status === undefined ? {} : NO_REASON),
    failures: sql<number>`case when ${isFresh} then 0 else failures end`,
    failing_since: sql<Date | null>`case when ${isFresh} then null else failing_since end`,
    open_until: sql<Date | null>`case when ${isFresh} then null else open_until end`,
    updated_at: at,
  })
}

export function updateSecret(db: Db, workspaceId: string, id: string, secret: Buffer, oldUntil: Date, at: Date) {
  const change = { old_secret: sql.ref<Buffer>('secret'), old_secret_until: oldUntil, secret, updated_at: at }
  return writeEndpoint(db, workspaceId, id, change)
}

function writeEndpoint(db: Db, workspaceId: string, id: string, change: UpdateObject<DB, 'event_endpoints'>) {
  const query = build.updateTable('event_endpoints').set(change).returning(COLUMNS).returning(WAITING)
  return runOne(db, query.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export async function closeEndpoint(db: Db, workspaceId: string, id: string, reason: Said): Promise<boolean> {
  const query = build.updateTable('event_endpoints').set({ status: 'disabled', ...toReason(reason) })
  const row = await runOne(db, query.where('workspace_id', '=', workspaceId).where('id', '=', id).returning('id'))
  return row !== null
}

/** Also removes their attempts. Returns the number of deliveries. */
export async function removeDeliveries(db: Db, endpointId: string, most: number): Promise<number> {
  const query = sql`delete from event_deliveries where endpoint_id = ${endpointId} and event_id in (
      select event_id from event_deliveries where endpoint_id = ${endpointId} limit ${most})`
  return runCount(db, query)
}

export async function removeEndpoint(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const query = build.deleteFrom('event_endpoints').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return (await runOne(db, query.returning('id'))) !== null
}

export function selectSealed(tx: Tx) {
  return run(
    tx,
    build.selectFrom('event_endpoints').select(['id', 'secret', 'old_secret', 'headers']).orderBy('id').forUpdate(),
  )
}

interface SealedColumns {
  secret: Buffer
  old_secret: Buffer | null
  headers: Buffer | null
}

export async function updateSealed(tx: Tx, id: string, sealed: SealedColumns) {
  await run(tx, build.updateTable('event_endpoints').set(sealed).where('id', '=', id))
}
