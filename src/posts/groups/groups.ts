import { createHash } from 'node:crypto'
import { build, type Db, type Pool, run, type Tx, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { validationError } from '../../errors.ts'
import { type IfMatch, requireTag } from '../../http/answers/etag.ts'
import { createTurns } from '../../lib/bounds/work-line.ts'
import { createIssues, type Issues } from '../../lib/issues.ts'
import { forReader } from '../../messages/for-reader.ts'
import { type Message, message } from '../../messages/message.ts'
import type { Format } from '../../platforms/shared/provider.ts'
import { checkState, checkTracking } from '../change-rules.ts'
import type { Post, PostReading } from '../input.ts'
import {
  applyChange,
  insertPlanned,
  type PlannedPost,
  type PostOrigin,
  type Posts,
  planPost,
  readChange,
  removeRow,
} from '../posts.ts'
import { inLineOrder } from '../publish-job.ts'
import { fromRowWithResults, NO_RESULTS, UNSTORED, withResults } from '../show.ts'
import { COLUMNS, type PostRow } from '../store.ts'
import { type GroupAccount, type GroupBody, type GroupPatch, readAccountPost, readMember } from './input.ts'

export interface Groups extends Pick<Parts, 'pool' | 'ids'> {
  posts: Posts
  /** The accounts among these that the workspace has. */
  accountsOf: (db: Db, workspaceId: string, ids: readonly string[]) => Promise<GroupAccount[]>
}

async function findAccounts({ accountsOf }: Groups, db: Db, workspaceId: string, ids: readonly string[]) {
  return new Map((await accountsOf(db, workspaceId, ids)).map((account) => [account.id, account]))
}

export async function readGroupPosts(
  groups: Groups,
  issues: Issues,
  workspaceId: string,
  { shared, entries }: GroupBody,
): Promise<PostReading[]> {
  const { pool, posts } = groups
  const ids = entries.map(({ connectionId }) => connectionId)
  const accounts = await findAccounts(groups, pool, workspaceId, ids)
  const turns = createTurns()
  const readings: PostReading[] = []
  for (const entry of entries) {
    const reading = readAccountPost(issues, shared, entry, accounts.get(entry.connectionId), (found, input) =>
      checkTracking(found, posts.tracking.shortProblem, input, null),
    )
    if (reading !== null) readings.push(reading)
    if (turns.isDue()) await turns.next()
  }
  return readings
}

/** One transaction stores all posts, their events and their jobs, or nothing. */
export async function createGroup(groups: Groups, origin: PostOrigin, readings: PostReading[], tx: Tx | null) {
  const group_id = groups.ids.next().id
  const planned = await planPosts(groups, tx ?? groups.pool, origin, readings, group_id)
  return { group_id, posts: await insertPlanned(groups.posts, tx, planned) }
}

/** Runs the checks of createGroup, and stores nothing. */
export async function dryRunGroup(groups: Groups, origin: PostOrigin, readings: PostReading[]) {
  const planned = await planPosts(groups, groups.pool, origin, readings, groups.ids.next().id)
  const unstored = { ...UNSTORED, group_id: null, results: NO_RESULTS }
  return { group_id: null, posts: planned.map(({ event }): Post => ({ ...event.data, ...unstored })) }
}

async function planPosts({ posts }: Groups, db: Db, origin: PostOrigin, readings: PostReading[], groupId: string) {
  const turns = createTurns()
  const planned: PlannedPost[] = []
  for (const reading of readings) {
    planned.push(await planPost(posts, db, origin, reading, groupId))
    if (turns.isDue()) await turns.next()
  }
  return planned
}

export async function findGroup({ pool }: Groups, workspaceId: string, groupId: string, db: Db = pool) {
  const rows = await run(db, selectMembers(workspaceId, groupId))
  return rows.length === 0 ? null : showGroup(db, workspaceId, groupId, rows)
}

interface GroupChange {
  issues: Issues
  ifMatch: IfMatch | null
}

/** Changes every post that can be changed, or none if a change is wrong. */
export function updateGroup(
  groups: Groups,
  open: Tx | null,
  { workspaceId, groupId }: { workspaceId: string; groupId: string },
  { issues, ifMatch, patch }: GroupChange & { patch: GroupPatch },
) {
  const { pool, posts } = groups
  return changeGroup(open ?? pool, workspaceId, groupId, { issues, ifMatch }, async (tx, rows) => {
    checkMembers(issues, rows, patch)
    const { chosen, unchanged } = chooseMembers(rows, 'edit', [...patch.overrides.keys()])
    const ids = chosen.flatMap(({ connection_id: id }) => id ?? [])
    const accounts = await findAccounts(groups, tx, workspaceId, ids)
    const readings = new Map<PostRow, PostReading>()
    for (const row of chosen) {
      const account = accounts.get(row.connection_id ?? '') ?? null
      const member = { id: row.id, platform: row.platform as Format, account }
      const reading = await readMember(issues, patch, member, (found, read) =>
        readChange(posts, tx, row, workspaceId, { issues: found, read }),
      )
      readings.set(row, reading)
    }
    const apply = async () => {
      for (const row of inLineOrder(workspaceId, chosen)) {
        await applyChange(posts, tx, workspaceId, row, readings.get(row)!)
      }
    }
    return { unchanged, apply }
  })
}

export function deleteGroup({ pool, posts }: Groups, workspaceId: string, groupId: string, change: GroupChange) {
  return changeGroup(pool, workspaceId, groupId, change, async (tx, rows) => {
    const { chosen, unchanged } = chooseMembers(rows, 'delete')
    const apply = async () => {
      for (const row of chosen) await removeRow(posts, tx, workspaceId, row)
    }
    return { unchanged, deleted: chosen.map(({ id }) => id), apply }
  })
}

interface Plan {
  unchanged: Unchanged[]
  deleted?: string[]
  apply: () => Promise<void>
}

/** Returns null if there is no such group. */
function changeGroup(
  place: Pool | Tx,
  workspaceId: string,
  groupId: string,
  { issues, ifMatch }: GroupChange,
  prepare: (tx: Tx, rows: PostRow[]) => Promise<Plan>,
) {
  return transaction(place, async (tx) => {
    // Locks in one order, so that two changes of a group happen one after the other.
    const rows = await run(tx, selectMembers(workspaceId, groupId).forUpdate())
    if (rows.length === 0) return null
    const { unchanged, deleted = [], apply } = await prepare(tx, rows)
    if (unchanged.length === rows.length) refuseAll(issues, unchanged)
    if (issues.count > 0) throw validationError(issues.details)
    requireTag(ifMatch, tagOf(rows))
    await apply()
    const after = await run(tx, selectMembers(workspaceId, groupId))
    return { ...(await showGroup(tx, workspaceId, groupId, after)), unchanged, deleted }
  })
}

/** Changes with every post of the group. */
function tagOf(rows: readonly PostRow[]): string {
  const all = rows.map(({ id, version }) => `${id}:${version}`).join(' ')
  return `"${createHash('sha256').update(all).digest('base64url').slice(0, 22)}"`
}

async function showGroup(db: Db, workspaceId: string, groupId: string, rows: readonly PostRow[]) {
  const posts = (await withResults(db, workspaceId, rows)).map(fromRowWithResults)
  return { group: { group_id: groupId, posts }, etag: tagOf(rows) }
}

function chooseMembers(rows: readonly PostRow[], action: 'edit' | 'delete', named: readonly string[] = []) {
  const refused: Unchanged[] = []
  const able = rows.filter((row) => {
    const issues = createIssues()
    checkState(issues, row, action)
    const [reason] = Object.values(issues.details).flat()
    if (reason !== undefined) refused.push({ id: row.id, reason })
    return reason === undefined
  })
  if (action === 'delete') return { chosen: able, unchanged: refused }
  const { chosen, leftOut } = leaveOutCancelled(able, named)
  return { chosen, unchanged: [...refused, ...leftOut] }
}

function checkMembers(issues: Issues, rows: readonly PostRow[], { overrides }: GroupPatch): void {
  const own = new Set(rows.map(({ id }) => id))
  for (const id of overrides.keys()) {
    if (own.has(id)) continue
    issues.add(`overrides.${id}`, 'group.override_of_stranger')
  }
}

export interface Unchanged {
  id: string
  reason: Message
}

export function showUnchanged({ id, reason }: Unchanged) {
  return { id, reason: forReader(reason) }
}

/** Leaves out cancelled posts, unless they are named or there are no others. */
export function leaveOutCancelled<T extends { id: string; publication_state: string }>(
  members: readonly T[],
  named: readonly string[] = [],
): { chosen: T[]; leftOut: Unchanged[] } {
  const isOut = (each: T) => each.publication_state === 'cancelled' && !named.includes(each.id)
  if (members.every(isOut)) return { chosen: [...members], leftOut: [] }
  const leftOut = members.filter(isOut).map(({ id }) => ({ id, reason: message('group.left_cancelled') }))
  return { chosen: members.filter((each) => !isOut(each)), leftOut }
}

export function refuseAll(issues: Issues, unchanged: readonly Unchanged[]): void {
  for (const { id, reason } of unchanged) issues.add(`posts.${id}.publication.state`, reason)
}

function selectMembers(workspaceId: string, groupId: string) {
  const query = build.selectFrom('posts').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return query.where('group_id', '=', groupId).orderBy('id')
}
