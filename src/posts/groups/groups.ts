import { createHash } from 'node:crypto'
import { build, type Db, type Pool, run, type Tx, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { validationError } from '../../errors.ts'
import { type IfMatch, requireTag } from '../../http/answers/etag.ts'
import { createTurns } from '../../lib/bounds/turns.ts'
import { createIssues, type Issues } from '../../lib/issues.ts'
import { sentence } from '../../messages/sentence.ts'
import type { Format } from '../../platforms/shared/provider.ts'
import { checkState } from '../change-rules.ts'
import type { Post, PostReading } from '../input.ts'
import type { MadePost, PostOrigin, Posts } from '../posts.ts'
import { inLineOrder } from '../publish-job.ts'
import { fromRowWithResults, NO_RESULTS, withResults } from '../show.ts'
import { COLUMNS, type PostRow } from '../store.ts'
import { type GroupAccount, type GroupBody, type GroupPatch, readAccountPost, readMember } from './input.ts'

interface GroupsOptions extends Pick<Parts, 'pool' | 'ids'> {
  posts: Posts
  accountsOf: (db: Db, workspaceId: string, ids: readonly string[]) => Promise<GroupAccount[]>
}

export type Groups = ReturnType<typeof createGroups>

export function createGroups({ pool, ids, posts, accountsOf }: GroupsOptions) {
  const toNew = async (db: Db, origin: PostOrigin, readings: PostReading[], groupId: string): Promise<MadePost[]> => {
    const turns = createTurns()
    const made: MadePost[] = []
    for (const reading of readings) {
      made.push(await posts.toNew(db, origin, reading, groupId))
      if (turns.isDue()) await turns.next()
    }
    return made
  }

  const findAccounts = async (db: Db, workspaceId: string, connectionIds: readonly string[]) => {
    const known = await accountsOf(db, workspaceId, connectionIds)
    return new Map(known.map((account) => [account.id, account]))
  }

  return {
    async read(issues: Issues, workspaceId: string, { shared, entries }: GroupBody): Promise<PostReading[]> {
      const ids = entries.map(({ connectionId }) => connectionId)
      const accounts = await findAccounts(pool, workspaceId, ids)
      const turns = createTurns()
      const readings: PostReading[] = []
      for (const entry of entries) {
        const account = accounts.get(entry.connectionId)
        const reading = readAccountPost(issues, shared, entry, account, posts.checkTracking)
        if (reading !== null) readings.push(reading)
        if (turns.isDue()) await turns.next()
      }
      return readings
    },

    async create(origin: PostOrigin, readings: PostReading[], tx: Tx | null) {
      const groupId = ids.next().id
      const made = await toNew(tx ?? pool, origin, readings, groupId)
      return { group_id: groupId, posts: await posts.insertNew(tx, made) }
    },

    /** Stores nothing. */
    async check(workspaceId: string, readings: PostReading[]) {
      const made = await toNew(pool, { workspaceId, keyId: null }, readings, ids.next().id)
      const unstored = { id: null, group_id: null, results: NO_RESULTS, created_at: null, updated_at: null }
      return { group_id: null, posts: made.map(({ event }): Post => ({ ...event.data, ...unstored })) }
    },

    async get(workspaceId: string, groupId: string, db: Db = pool) {
      const rows = await selectMembers(db, workspaceId, groupId)
      return rows.length === 0 ? null : { group: await showGroup(db, workspaceId, groupId, rows), etag: tagOf(rows) }
    },

    /** Changes every post that can be changed, or none if a change is wrong. */
    update: (
      open: Tx | null,
      workspaceId: string,
      groupId: string,
      { issues, ifMatch, patch }: GroupChange & { patch: GroupPatch },
    ) =>
      changeGroup(open ?? pool, workspaceId, groupId, { issues, ifMatch }, async (tx, rows) => {
        checkMembers(issues, rows, patch)
        const { chosen, unchanged } = chooseMembers(rows, 'edit', [...patch.overrides.keys()])
        const ids = chosen.flatMap(({ connection_id: id }) => id ?? [])
        const accounts = await findAccounts(tx, workspaceId, ids)
        const readings: PostReading[] = []
        for (const row of chosen) {
          const account = accounts.get(row.connection_id ?? '') ?? null
          const member = { id: row.id, platform: row.platform as Format, account }
          const read: Parameters<typeof readMember>[3] = (found, toPatched) =>
            posts.readChange(tx, workspaceId, row, { issues: found, read: toPatched })
          readings.push(await readMember(issues, patch, member, read))
        }
        return {
          unchanged,
          apply: async () => {
            for (const row of inLineOrder(workspaceId, chosen)) {
              await posts.applyChange(tx, workspaceId, row, readings[chosen.indexOf(row)]!)
            }
          },
        }
      }),

    delete: (workspaceId: string, groupId: string, change: GroupChange) =>
      changeGroup(pool, workspaceId, groupId, change, async (tx, rows) => {
        const { chosen, unchanged } = chooseMembers(rows, 'delete')
        return {
          unchanged,
          deleted: chosen.map(({ id }) => id),
          apply: async () => {
            for (const row of chosen) await posts.removeRow(tx, workspaceId, row)
          },
        }
      }),
  }
}

interface GroupChange {
  issues: Issues
  ifMatch: IfMatch | null
}

interface Plan {
  unchanged: Unchanged[]
  deleted?: string[]
  apply: () => Promise<void>
}

/** Null when there is no such group. */
function changeGroup(
  place: Pool | Tx,
  workspaceId: string,
  groupId: string,
  { issues, ifMatch }: GroupChange,
  prepare: (tx: Tx, rows: PostRow[]) => Promise<Plan>,
) {
  return transaction(place, async (tx) => {
    const rows = await selectMembersForChange(tx, workspaceId, groupId)
    if (rows.length === 0) return null
    const { unchanged, deleted = [], apply } = await prepare(tx, rows)
    if (unchanged.length === rows.length) refuseAll(issues, unchanged)
    if (issues.count > 0) throw validationError(issues.details)
    requireTag(ifMatch, tagOf(rows))
    await apply()
    const after = await selectMembers(tx, workspaceId, groupId)
    return { group: await showGroup(tx, workspaceId, groupId, after), etag: tagOf(after), unchanged, deleted }
  })
}

/** Changes with every post of the group. */
function tagOf(rows: readonly PostRow[]): string {
  const all = rows.map(({ id, version }) => `${id}:${version}`).join(' ')
  return `"${createHash('sha256').update(all).digest('base64url').slice(0, 22)}"`
}

async function showGroup(db: Db, workspaceId: string, groupId: string, rows: readonly PostRow[]) {
  return { group_id: groupId, posts: (await withResults(db, workspaceId, rows)).map(fromRowWithResults) }
}

function chooseMembers(rows: readonly PostRow[], action: 'edit' | 'delete', named: readonly string[] = []) {
  const refused: Unchanged[] = []
  const able = rows.filter((row) => {
    const issues = createIssues()
    checkState(issues, row, action)
    const [reason] = Object.values(issues.details).flat()
    if (reason !== undefined) refused.push({ id: row.id, reason: sentence(reason) })
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
    const advice = 'Read the group to see which posts it has.'
    issues.add(`overrides.${id}`, `overrides.${id}: there is no post with this id in the group. ${advice}`)
  }
}

export interface Unchanged {
  id: string
  reason: string
}

const LEFT_CANCELLED = 'The post is cancelled, and stays so when its group changes. Change or publish it by itself.'

/** Leaves out cancelled posts, unless they are named or there are no others. */
export function leaveOutCancelled<T extends { id: string; publication_state: string }>(
  members: readonly T[],
  named: readonly string[] = [],
): { chosen: T[]; leftOut: Unchanged[] } {
  const isOut = (each: T) => each.publication_state === 'cancelled' && !named.includes(each.id)
  if (members.every(isOut)) return { chosen: [...members], leftOut: [] }
  const leftOut = members.filter(isOut).map(({ id }) => ({ id, reason: LEFT_CANCELLED }))
  return { chosen: members.filter((each) => !isOut(each)), leftOut }
}

export function refuseAll(issues: Issues, unchanged: readonly Unchanged[]): void {
  for (const { id, reason } of unchanged) issues.add(`posts.${id}.publication.state`, reason)
}

function selectGroup(workspaceId: string, groupId: string) {
  const query = build.selectFrom('posts').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return query.where('group_id', '=', groupId).orderBy('id')
}

export function selectMembers(db: Db, workspaceId: string, groupId: string): Promise<PostRow[]> {
  return run(db, selectGroup(workspaceId, groupId))
}

/** Locks in one order, so that two changes of a group follow each other. */
function selectMembersForChange(tx: Tx, workspaceId: string, groupId: string): Promise<PostRow[]> {
  return run(tx, selectGroup(workspaceId, groupId).forUpdate())
}
