import { type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { LOCKS } from '../db/writes/locks.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Said } from '../messages/message.ts'
import { type Reason, reasonColumns, storedReason } from '../messages/stored.ts'
import type { DatabaseFacts, Mismatch } from './compare.ts'

/** More events than any installation adds to its feed between two heartbeats. */
const POSITIONS_AHEAD = 1_000_000

/** Our sessions have synchronous_commit on. If this setting names standbys, a commit waits until one of them has it. */
const IS_SYNCHRONOUS = sql`current_setting('synchronous_standby_names') <> ''`

export async function ensureInstallation(db: Db, id: string, now: Date): Promise<void> {
  const query = sql`insert into installation (id, server, timeline, created_at)
    select ${id}, server, timeline, ${now} from database_server()
    on conflict (only_one) do nothing`
  await run(db, query)
}

export interface Pause {
  code: string
  reason: Said
  since: Date
  /** The newest point in time recorded in the database. */
  forgottenFrom: Date | null
  lookedAt: Date | null
}

export interface InstallationState extends DatabaseFacts {
  pause: Pause | null
  resumedAt: Date | null
  resumedBy: string | null
  /** True if there is anything that could be sent twice. */
  hasPosts: boolean
}

/** Null before the first start. */
export async function findInstallation(db: Db): Promise<InstallationState | null> {
  const query = sql<
    Omit<InstallationState, 'pause'> & Omit<Pause, 'reason'> & Reason
  >`select id as "installationId", sends,
           feed_epoch as "feedEpoch", installation.server as "acceptedServer",
           installation.timeline as "acceptedTimeline", actual.server, actual.timeline,
           (select last_value from event_positions) as position,
           paused_at as since, pause_code as code, pause_reason as reason, reason_code, reason_values, forgotten_from as "forgottenFrom",
           looked_at as "lookedAt", resumed_at as "resumedAt", resumed_by as "resumedBy",
           exists (select from posts) as "hasPosts"
      from installation, database_server() as actual`
  const rows = await run(db, query, 'installation.find')
  const [row] = rows
  if (row === undefined) return null
  const { since, code, reason, reason_code, reason_values, forgottenFrom, lookedAt, ...state } = row
  const said = storedReason({ reason, reason_code, reason_values })
  const pause = since === null ? null : { since, code, reason: said ?? '', forgottenFrom, lookedAt }
  return { ...state, pause }
}

/**
 * Counts one more send; null if none is allowed. It runs in the marker's transaction, so on the database that was
 * checked.
 */
export async function countSend(tx: Tx, seen: { installationId: string; sends: number }): Promise<CountedSend | null> {
  const query = sql<{ sends: number; synchronous: boolean }>`update installation set sends = sends + 1
      from database_server() as actual
     where id = ${seen.installationId} and sends >= ${seen.sends} and paused_at is null
       and coalesce(actual.server, installation.server) is not distinct from installation.server
       and coalesce(actual.timeline, installation.timeline) is not distinct from installation.timeline
    returning sends, ${IS_SYNCHRONOUS} as synchronous`
  return runOne(tx, query, 'installation.count_send')
}

interface CountedSend {
  sends: number
  /** True if the commit waits for a standby. */
  synchronous: boolean
}

/**
 * The database is not the one that was seen. This records that the program has noticed: new positions in the feed start
 * above any that readers can have seen and, if it pauses, nothing is sent until a person has checked too.
 */
export async function recordMismatch(
  tx: Tx,
  mismatch: Mismatch,
  seen: { sends: number; position: number },
  { now, pauses }: { now: Date; pauses: boolean },
): Promise<void> {
  // While we hold this lock, no process assigns positions in the feed.
  await run(tx, sql`select pg_advisory_xact_lock(${LOCKS.dispatch})`)
  const { reason, reason_code, reason_values } = reasonColumns(mismatch.reason)
  const begins = sql<boolean>`${pauses} and paused_at is null`
  const moved = sql<{ epoch: number; is_first: boolean }>`update installation
       set sends = greatest(sends, ${seen.sends}), server = actual.server, timeline = actual.timeline,
           feed_epoch = feed_epoch + 1,
           paused_at = case when ${pauses} then coalesce(paused_at, ${now}) else paused_at end,
           pause_code = case when ${begins} then ${mismatch.code} else pause_code end,
           pause_reason = case when ${begins} then ${reason} else pause_reason end,
           reason_code = case when ${begins} then ${reason_code} else reason_code end,
           reason_values = case when ${begins} then ${reason_values}::jsonb else reason_values end,
           forgotten_from = case when ${begins}
                                 then coalesce((select max(last_seen_at) from installation_nodes), created_at)
                                 else forgotten_from end,
           looked_at = null
      from database_server() as actual
    returning feed_epoch as epoch, paused_at is not distinct from ${now} as is_first`
  const { epoch, is_first: isFirst } = (await runOne(tx, moved))!
  const ahead = sql`with start as (
      select setval('event_positions', greatest(last_value, ${seen.position}) + ${POSITIONS_AHEAD}) as position
        from event_positions)
    insert into feed_epochs (epoch, started_after, began_at) select ${epoch}, position, ${now} from start`
  await run(tx, ahead)
  if (!pauses) return
  if (isFirst) await run(tx, sql`delete from publishing_looks`)
  await enqueueLook(tx, now)
}

/** Enqueues a job that reads the accounts back from the platforms. */
export async function enqueueLook(tx: Tx, now: Date): Promise<void> {
  await enqueue(tx, { task: 'publishing.look', key: 'installation', payload: {}, runAt: now })
}

export async function saveLookedAt(db: Db, now: Date): Promise<void> {
  await run(db, sql`update installation set looked_at = ${now} where paused_at is not null`)
}

/** Returns false if publishing was not paused. */
export async function liftPause(tx: Tx, by: string, now: Date): Promise<boolean> {
  const query = sql`update installation set paused_at = null, pause_code = null, pause_reason = null,
           reason_code = null, reason_values = null,
           forgotten_from = null, resumed_at = ${now}, resumed_by = ${by}
     where paused_at is not null`
  return (await runCount(tx, query)) === 1
}

/** For commands, which may run on a machine with a wrong clock. */
export async function findDatabaseNow(db: Db): Promise<Date> {
  return (await runOne(db, sql<{ now: Date }>`select clock_timestamp() as now`))!.now
}

interface NodeBeat {
  id: string
  name: string
  isTrusted: boolean
  clockOffsetMs: number
  platformOffsets: Record<string, number>
  publishes: boolean
  timeline: number | null
}

const NODE_KEPT_DAYS = 30

/** Returns true if the commit had to wait for a standby: then the standby has all earlier commits too. */
export async function saveBeat(db: Db, node: NodeBeat, now: Date): Promise<boolean> {
  // The column holds up to 24 days; beyond that, the exact offset does not matter.
  const offset = Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, node.clockOffsetMs))
  const query = sql<{ synchronous: boolean }>`insert into installation_nodes as node
      (id, name, is_trusted, clock_offset_ms, platform_offsets, started_at, last_seen_at, publishes, timeline)
    values (${node.id}, ${node.name}, ${node.isTrusted}, ${offset}, ${JSON.stringify(node.platformOffsets)},
      ${now}, ${now}, ${node.publishes}, ${node.timeline})
    on conflict (id) do update set is_trusted = excluded.is_trusted, clock_offset_ms = excluded.clock_offset_ms,
      platform_offsets = excluded.platform_offsets, last_seen_at = excluded.last_seen_at,
      publishes = excluded.publishes, timeline = excluded.timeline
    returning ${IS_SYNCHRONOUS} as synchronous`
  return (await runOne(db, query, 'installation_nodes.beat'))!.synchronous
}

/** The node stops in order, so a failover need not wait for its confirmation. */
export async function removeNode(db: Db, id: string): Promise<void> {
  await run(db, sql`delete from installation_nodes where id = ${id}`)
}

/** A node that stopped this long before the failover made no send that the failover could have lost. */
const SILENT_SECONDS = 60

/**
 * After a failover: records that these nodes miss nothing on the new timeline. Returns true if no node is left that
 * might have sent something shortly before; the installation then continues there. Heartbeats stop meanwhile, so the
 * newest heartbeat is from before the failover.
 */
export async function confirmTimeline(tx: Tx, nodes: readonly string[], timeline: number): Promise<boolean> {
  await run(tx, sql`update installation_nodes set timeline = ${timeline} where id = any(${[...nodes]}::uuid[])`)
  const query = sql`update installation set timeline = ${timeline}
     where timeline < ${timeline} and not exists (
       select from installation_nodes
        where publishes and timeline is distinct from ${timeline}
          and last_seen_at
              > (select max(last_seen_at) from installation_nodes) - make_interval(secs => ${SILENT_SECONDS}))`
  return (await runCount(tx, query)) === 1
}

export async function removeOldNodes(db: Db, now: Date): Promise<void> {
  const query = sql`delete from installation_nodes
     where last_seen_at < ${now}::timestamptz - make_interval(days => ${NODE_KEPT_DAYS})`
  await run(db, query)
}

/** Whether another node, whose own file agrees with this database, has been at work since then. */
export async function isVouchedFor(db: Db, id: string, since: Date): Promise<boolean> {
  const query = sql`select from installation_nodes where id <> ${id} and is_trusted and last_seen_at > ${since} limit 1`
  return (await runCount(db, query)) === 1
}

interface NodeRow {
  name: string
  clock_offset_ms: number
  platform_offsets: Record<string, number>
  last_seen_at: Date
}

export async function selectLiveNodes(db: Db): Promise<NodeRow[]> {
  const query = sql<NodeRow>`select name, clock_offset_ms, platform_offsets, last_seen_at from installation_nodes
     where last_seen_at > now() - interval '1 minute' order by name`
  return run(db, query)
}
