import type { Selectable } from 'kysely'
import { build, type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { unnest, uuidArray } from '../db/statements/arrays.ts'
import { countRows } from '../db/statements/counts.ts'
import { type Slice, slicePage } from '../db/statements/paging.ts'
import type { DB } from '../db/types.ts'

export const MAIL_KINDS = ['lead', 'auto_reply', 'opt_in', 'weekly'] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const
type MailState = (typeof MAIL_STATES)[number]

interface MailRow {
  workspaceId: string
  id: string
  kind: MailKind
  toAddress: string
  toKey: string
  userId: string | null
  formId: string | null
  contactId: string | null
  submissionId: string | null
  batch: string | null
  clientMark: string | null
  leads: number
  dueAt: number
  createdAt: number
}

export async function insertMails(tx: Tx, mails: readonly MailRow[]): Promise<void> {
  const rows = unnest(mails, {
    uuid: ['workspaceId', 'id', 'userId', 'formId', 'contactId', 'submissionId'],
    text: ['kind', 'toAddress', 'toKey', 'batch', 'clientMark'],
    integer: ['leads'],
    timestamptz: ['dueAt', 'createdAt'],
  })
  const query = sql`insert into mails (workspace_id, id, user_id, form_id, contact_id, submission_id, kind, to_address,
      to_key, batch, client_mark, leads, due_at, created_at) select * from ${rows}`
  await run(tx, query, 'mails.insert')
}

const CLAIMED = [
  'workspace_id',
  'id',
  'kind',
  'to_address',
  'to_key',
  'user_id',
  'form_id',
  'contact_id',
  'submission_id',
  'batch',
  'client_mark',
  'leads',
  'attempts',
  'first_tried_at',
  'counted_at',
  'created_at',
] as const

export type ClaimedMail = Pick<Selectable<DB['mails']>, (typeof CLAIMED)[number]> & {
  kind: MailKind
  first_tried_at: Date
}

const SHOW_CLAIMED = sql.join(CLAIMED.map((name) => sql.ref(`mails.${name}`)))

function take(now: Date, leaseEnd: Date) {
  return sql`due_at = ${leaseEnd}, attempts = mails.attempts + 1, first_tried_at = coalesce(first_tried_at, ${now})`
}

/**
 * Takes mails that are due, until `leaseEnd`. Of those with a batch, one of each. None while publishing is paused: a database
 * that went back in time, or a copy of one, lists mails as waiting that went out long ago.
 */
export async function claimMails(db: Db, now: Date, leaseEnd: Date, most: number): Promise<ClaimedMail[]> {
  const query = sql<ClaimedMail>`with due as (
      select workspace_id, id, due_at, batch from mails where state = 'waiting' and due_at <= ${now}
         and not exists (select from installation where paused_at is not null)
       order by due_at limit ${most} for update skip locked),
    taken as (
      select distinct on (workspace_id, coalesce(batch, id::text)) workspace_id, id from due
       order by workspace_id, coalesce(batch, id::text), due_at)
    update mails set ${take(now, leaseEnd)}
      from taken where mails.workspace_id = taken.workspace_id and mails.id = taken.id
    returning ${SHOW_CLAIMED}`
  return run(db, query, 'mails.claim')
}

/** Takes the others of a batch that are due as well. */
export async function claimBatch(
  db: Db,
  { workspace_id, batch }: ClaimedMail,
  now: Date,
  leaseEnd: Date,
  most: number,
): Promise<ClaimedMail[]> {
  const query = sql<ClaimedMail>`with due as (
      select workspace_id, id from mails
       where workspace_id = ${workspace_id} and batch = ${batch} and state = 'waiting' and due_at <= ${now}
       order by due_at, id limit ${most} for update skip locked)
    update mails set ${take(now, leaseEnd)}
      from due where mails.workspace_id = due.workspace_id and mails.id = due.id
    returning ${SHOW_CLAIMED}`
  return run(db, query)
}

type Named = Pick<ClaimedMail, 'workspace_id' | 'id'>

function these(mails: readonly Named[]) {
  const ids = uuidArray(mails.map(({ id }) => id))
  return sql`workspace_id = ${mails[0]!.workspace_id} and id = any(${ids}::uuid[]) and state = 'waiting'`
}

/** All of one workspace. Returns how many of them were still waiting. */
export async function finishMails(
  db: Db,
  mails: readonly Named[],
  { state, reason, at }: { state: Exclude<MailState, 'waiting'>; reason: string | null; at: Date },
): Promise<number> {
  const query = sql`update mails set state = ${state}, reason = ${reason}, done_at = ${at}, client_mark = null
     where ${these(mails)}`
  return runCount(db, query)
}

/** Whether another mail asks the same address about the same form, or has asked it since then. */
export async function hasAsked(
  db: Db,
  { workspace_id, id, to_key, form_id }: ClaimedMail,
  since: Date,
): Promise<boolean> {
  const query = sql`select from mails where workspace_id = ${workspace_id} and to_key = ${to_key} and id <> ${id}
     and kind = 'opt_in' and form_id = ${form_id} and created_at >= ${since}
     and (state = 'sent' or (state = 'waiting' and counted_at is not null)) limit 1`
  return (await runOne(db, query)) !== null
}

export async function postponeMails(db: Db, mails: readonly Named[], reason: string, dueAt: Date): Promise<void> {
  await run(db, sql`update mails set reason = ${reason}, due_at = ${dueAt} where ${these(mails)}`)
}

/** False when one of them is gone or another worker has it: nothing is sent then. */
export async function markCounted(tx: Tx, mails: readonly Named[], at: Date): Promise<boolean> {
  return (await runCount(tx, sql`update mails set counted_at = ${at} where ${these(mails)}`)) === mails.length
}

/**
 * Counts one mail under a name, within a day of the first. False when there have been `most`: then nothing is counted. One
 * statement, because several workers send at once.
 */
export async function countMail(
  tx: Tx,
  workspaceId: string,
  name: string,
  { most, now, since }: { most: number; now: Date; since: Date },
): Promise<boolean> {
  const query = sql`insert into mail_counts as known (workspace_id, name, since, count)
    select ${workspaceId}, ${name}, ${now}, 1 where ${most} > 0
    on conflict (workspace_id, name) do update
      set count = case when known.since <= ${since} then 1 else known.count + 1 end,
          since = case when known.since <= ${since} then excluded.since else known.since end
      where known.since <= ${since} or known.count < ${most}`
  return (await runCount(tx, query, 'mail_counts.count')) === 1
}

export async function removeCount(tx: Tx, workspaceId: string, name: string): Promise<void> {
  await run(tx, build.deleteFrom('mail_counts').where('workspace_id', '=', workspaceId).where('name', '=', name))
}

export async function removeCounts(db: Db, before: Date, most: number): Promise<number> {
  const query = sql`delete from mail_counts where ctid = any(array(
      select ctid from mail_counts where since < ${before} limit ${most}))`
  return runCount(db, query)
}

export async function removeDone(db: Db, before: Date, most: number): Promise<number> {
  const query = sql`delete from mails where ctid = any(array(
      select ctid from mails where state <> 'waiting' and done_at < ${before} limit ${most}))`
  return runCount(db, query)
}

// Stops ------------------------------------------------------------------------------------------------------------------

export type StopKind = 'notice' | 'sender'

export async function insertStop(
  db: Db,
  stop: { workspaceId: string; hash: Buffer; kind: StopKind; at: Date },
): Promise<void> {
  const query = build
    .insertInto('mail_stops')
    .values({ workspace_id: stop.workspaceId, address_hash: stop.hash, kind: stop.kind, created_at: stop.at })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'address_hash', 'kind']).doNothing())
  await run(db, query)
}

export async function hasStop(
  db: Db,
  workspaceId: string,
  hashes: readonly Buffer[],
  kind: StopKind,
): Promise<boolean> {
  const query = build.selectFrom('mail_stops').select('kind').where('workspace_id', '=', workspaceId)
  return (await runOne(db, query.where('address_hash', 'in', hashes).where('kind', '=', kind).limit(1))) !== null
}

// The list ---------------------------------------------------------------------------------------------------------------

export interface MailFilter {
  kind?: MailKind | null
  state?: MailState | null
  formId?: string | null
  contactId?: string | null
}

const LISTED = [
  'id',
  'kind',
  'state',
  'to_address',
  'form_id',
  'contact_id',
  'leads',
  'attempts',
  'reason',
  'due_at',
  'created_at',
  'done_at',
] as const

function selectFiltered(workspaceId: string, { kind, state, formId, contactId }: MailFilter) {
  let query = build.selectFrom('mails').where('workspace_id', '=', workspaceId)
  if (kind != null) query = query.where('kind', '=', kind)
  if (state != null) query = query.where('state', '=', state)
  if (formId != null) query = query.where('form_id', '=', formId)
  if (contactId != null) query = query.where('contact_id', '=', contactId)
  return query
}

type ListedMail = Awaited<ReturnType<typeof selectMails>>['rows'][number]

/** As the API shows it. */
export function showMail(row: ListedMail) {
  const { id, kind, state, to_address: to, form_id, contact_id, leads, attempts, reason } = row
  const { due_at, created_at, done_at } = row
  return { id, kind, state, to, form_id, contact_id, leads, attempts, reason, due_at, created_at, done_at }
}

/** Newest first. */
export function selectMails(db: Db, workspaceId: string, filter: MailFilter, slice: Slice) {
  return slicePage(db, selectFiltered(workspaceId, filter).select(LISTED), slice)
}

/** Counts no further than `most`. */
export function countMails(db: Db, workspaceId: string, filter: MailFilter, most: number): Promise<number> {
  return countRows(db, selectFiltered(workspaceId, filter).limit(most))
}
