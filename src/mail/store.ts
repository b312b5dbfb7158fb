import type { Selectable } from 'kysely'
import { type ContactValues, type ExtraValue, FIELD_NAMES } from '../contact-fields.ts'
import { build, type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { unnest, uuidArray } from '../db/statements/arrays.ts'
import { selectColumns } from '../db/statements/columns.ts'
import { countRows } from '../db/statements/counts.ts'
import { type Slice, slicePage } from '../db/statements/paging.ts'
import type { DB } from '../db/types.ts'
import type { Ids } from '../lib/ids.ts'
import type { Language } from '../messages/languages.ts'
import type { Said } from '../messages/message.ts'
import { toReason } from '../messages/stored.ts'
import { type MailFilter, type MailKind, type MailState, mail } from './schemas.ts'

export interface NewMail {
  workspaceId: string
  kind: MailKind
  to: { email: string; key: string }
  userId?: string
  formId?: string
  contactId?: string
  submissionId?: string
  /** Due mails with the same batch go out as one. */
  batch?: string
  /** A pseudonym for the client whose request caused it. */
  clientMark?: string | null
  /** How many leads it is about. Defaults to 1. */
  leads?: number
  dueAt?: number
}

/** Writes mails in the transaction that causes them, so they exist only if it commits. */
export type WriteMails = (tx: Tx, mails: readonly NewMail[]) => Promise<void>

const UNSET = {
  userId: null,
  formId: null,
  contactId: null,
  submissionId: null,
  batch: null,
  clientMark: null,
  leads: 1,
}

export async function insertMails(tx: Tx, ids: Ids, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ to, ...mail }) => {
    const { id, at } = ids.next()
    return { ...UNSET, dueAt: at, ...mail, id, createdAt: at, toAddress: to.email, toKey: to.key }
  })
  const table = unnest(rows, {
    uuid: ['workspaceId', 'id', 'userId', 'formId', 'contactId', 'submissionId'],
    text: ['kind', 'toAddress', 'toKey', 'batch', 'clientMark'],
    integer: ['leads'],
    timestamptz: ['dueAt', 'createdAt'],
  })
  const query = sql`insert into mails (workspace_id, id, user_id, form_id, contact_id, submission_id, kind, to_address,
      to_key, batch, client_mark, leads, due_at, created_at) select * from ${table}`
  await run(tx, query, 'mails.insert')
}

const CLAIMED = [
  ...(['workspace_id', 'id', 'kind', 'to_address', 'to_key', 'user_id', 'form_id', 'contact_id'] as const),
  ...(['submission_id', 'batch', 'client_mark', 'leads', 'attempts', 'first_tried_at', 'counted_at'] as const),
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
 * Claims due mails until `leaseEnd`, one of each batch. Claims none while publishing is paused: a database that was
 * restored to an older state, or a copy of one, lists mails as waiting that were sent long ago.
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

export async function claimBatch(
  db: Db,
  { workspace_id, batch }: ClaimedMail,
  { now, leaseEnd, most }: { now: Date; leaseEnd: Date; most: number },
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

function setReason(said: Said | null) {
  const { reason, reason_code, reason_values } = toReason(said)
  return sql`reason = ${reason}, reason_code = ${reason_code}, reason_values = ${reason_values}`
}

/** All mails are of one workspace. Returns how many were still waiting. */
export async function finishMails(
  db: Db,
  mails: readonly Named[],
  { state, reason, at }: { state: Exclude<MailState, 'waiting'>; reason: Said | null; at: Date },
): Promise<number> {
  const query = sql`update mails set state = ${state}, ${setReason(reason)}, done_at = ${at}, client_mark = null
     where ${these(mails)}`
  return runCount(db, query)
}

/** Whether another mail asks the same address about the same form, or has asked since then. */
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

export async function postponeMails(db: Db, mails: readonly Named[], reason: Said, dueAt: Date): Promise<void> {
  await run(db, sql`update mails set ${setReason(reason)}, due_at = ${dueAt} where ${these(mails)}`)
}

/** Returns false if one of them is gone or another worker has it; then nothing is sent. */
export async function markCounted(tx: Tx, mails: readonly Named[], at: Date): Promise<boolean> {
  return (await runCount(tx, sql`update mails set counted_at = ${at} where ${these(mails)}`)) === mails.length
}

/**
 * Counts one mail under a name, within a day of the first. Returns false, without counting, if `most` is reached. It is
 * one statement, because several workers send at once.
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

const LISTED = [...selectColumns(mail.columns), 'to_address'] as const

function selectFiltered(workspaceId: string, filter: MailFilter) {
  let query = build.selectFrom('mails').where('workspace_id', '=', workspaceId)
  for (const name of ['kind', 'state', 'form_id', 'contact_id'] as const) {
    const value = filter[name]
    if (value !== null) query = query.where(name, '=', value)
  }
  return query
}

export type ListedMail = Awaited<ReturnType<typeof selectMails>>['rows'][number]

export function selectMails(db: Db, workspaceId: string, filter: MailFilter, slice: Slice) {
  return slicePage(db, selectFiltered(workspaceId, filter).select(LISTED), slice)
}

export function countMails(db: Db, workspaceId: string, filter: MailFilter, most: number): Promise<number> {
  return countRows(db, selectFiltered(workspaceId, filter).limit(most))
}

// Subjects of mails --------------------------------------------------------------------------------------------------------

export interface Lead extends ContactValues {
  id: string
  extra: Record<string, ExtraValue>
  form: string | null
  confirmation: 'pending' | 'confirmed' | null
}

export interface MailText {
  subject: string
  text: string
}

const FIELDS = sql.join(FIELD_NAMES.map((name) => sql.ref(`contacts.${name}`)))

/** Those that still exist, oldest first. */
export async function selectLeads(db: Db, workspaceId: string, ids: readonly string[]): Promise<Lead[]> {
  const query = sql<Lead>`select contacts.id, ${FIELDS}, contacts.extra, contacts.confirmation, forms.name as form
      from contacts
           left join submissions on submissions.workspace_id = contacts.workspace_id
             and submissions.contact_id = contacts.id
           left join forms on forms.workspace_id = contacts.workspace_id and forms.id = submissions.form_id
     where contacts.workspace_id = ${workspaceId} and contacts.id = any(${ids}::uuid[]) order by contacts.id`
  return run(db, query)
}

/** A form's settings for mails to people who fill it in. */
export interface FormMail {
  name: string
  /** The language in which the person read the form; it may be any. */
  language: string | null
  auto_reply: MailText | null
  /** The confirmation mail; null for our default text. */
  opt_in_mail: MailText | null
}

interface FormMailRow extends FormMail {
  words: { title?: string; auto_reply?: Partial<MailText>; opt_in_mail?: Partial<MailText> } | null
}

/** In the language of the submission; without one, in the form's own. */
export async function findFormMail(
  db: Db,
  workspaceId: string,
  id: string,
  submissionId: string | null,
): Promise<FormMail | null> {
  const query = sql<FormMailRow>`select f.name, nullif(f.settings -> 'auto_reply', 'null') as auto_reply,
           nullif(f.settings -> 'opt_in_mail', 'null') as opt_in_mail,
           coalesce(s.language, f.settings ->> 'language') as language, f.settings #> array['translations', s.language] as words
      from forms f left join submissions s on s.workspace_id = f.workspace_id and s.id = ${submissionId}
     where f.workspace_id = ${workspaceId} and f.id = ${id}`
  const row = await runOne(db, query)
  if (row === null) return null
  const { words, ...form } = row
  return {
    ...form,
    name: words?.title ?? form.name,
    auto_reply: form.auto_reply && { ...form.auto_reply, ...words?.auto_reply },
    opt_in_mail: form.opt_in_mail && { ...form.opt_in_mail, ...words?.opt_in_mail },
  }
}

export async function findUserLanguage(db: Db, id: string): Promise<Language | null> {
  const query = sql<{ language: Language | null }>`select language from users where id = ${id}`
  return (await runOne(db, query))?.language ?? null
}

export async function findWorkspace(db: Db, id: string): Promise<{ name: string; time_zone: string }> {
  const query = sql<{ name: string; time_zone: string }>`select name, time_zone from workspaces where id = ${id}`
  return (await runOne(db, query))!
}
