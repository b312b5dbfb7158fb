import type { ContactInput } from '../contact-fields.ts'
import { build, type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { type Beside, namesOf, type Places, rowsStatement, unnested } from '../db/statements/arrays.ts'
import { selectColumns } from '../db/statements/columns.ts'
import { COUNTED_MAX, countRows, countUpTo } from '../db/statements/counts.ts'
import { leavingIds } from '../db/statements/leaving.ts'
import { type Slice, slicePage } from '../db/statements/paging.ts'
import { DAY_MS } from '../lib/time/span.ts'
import type { NewFile } from './arrival/files.ts'
import type { OpenForm } from './form-cache.ts'
import type { Judgement } from './protection/judge.ts'
import { type Reason, type ReasonKind, showReason, writeReasons } from './protection/reasons.ts'
import { type ShownFile, type SubmissionState, submission } from './schemas.ts'
import type { SubmissionInput } from './submission-input.ts'

const HELD_MS = 30 * DAY_MS
const TEST_MS = DAY_MS

/** Kept until the submission becomes a contact. */
interface Payload {
  contact: ContactInput
}

const COLUMNS = [
  ...selectColumns(submission.columns),
  'workspace_id',
  sql<Payload | null>`payload`.as('payload'),
  /** In the order of the form. */
  sql<ShownFile[]>`(
  select coalesce(json_agg(json_build_object('id', id, 'field', field, 'name', name, 'type', type, 'bytes', bytes) order by id), '[]')
    from submission_files f where f.workspace_id = submissions.workspace_id and f.submission_id = submissions.id)`.as(
    'files',
  ),
] as const

const SUBMISSIONS = build.selectFrom('submissions').select(COLUMNS)

export type SubmissionRow = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

/** Without `mayReadContacts`, the content is left out: it is as private as a contact. */
export function showSubmission(row: SubmissionRow, mayReadContacts: boolean) {
  const { email_key, ...sent } = row.payload?.contact ?? {}
  const contact = row.payload !== null && mayReadContacts ? sent : null
  const reasons = (row.reasons as Reason[]).map(showReason)
  return submission.show({ ...row, reasons, contact, files: mayReadContacts ? row.files : [] })
}

export function toRow(
  { id, at }: { id: string; at: number },
  form: OpenForm,
  input: SubmissionInput,
  { points, reasons, isHeld }: Judgement,
  state: SubmissionState = isHeld ? 'held' : 'accepted',
) {
  const payload: Payload = { contact: input.contact }
  const lifeMs = { accepted: null, held: HELD_MS, test: TEST_MS }[state]
  return {
    workspaceId: form.workspaceId,
    id,
    formId: form.formId,
    state,
    points,
    reasons: writeReasons(reasons),
    payload: state === 'accepted' ? null : JSON.stringify(payload),
    emailKey: input.contact.email_key,
    language: form.settings.language,
    consentVersion: input.consentVersion,
    consentedAt: input.consentVersion === null ? null : at,
    expiresAt: lifeMs === null ? null : at + lifeMs,
    /** The millisecond of the id, so that both sort alike. */
    createdAt: at,
  }
}

export type NewSubmission = ReturnType<typeof toRow>

/** The columns that do not come from the contact. */
function ownColumns<R>({ column }: Places<R>, own: (row: R) => NewSubmission) {
  return {
    id: column('uuid', (row) => own(row).id),
    created_at: column('timestamptz', (row) => own(row).createdAt),
    state: column('text', (row) => own(row).state),
    points: column('integer', (row) => own(row).points),
    language: column('text', (row) => own(row).language),
    consent_version: column('integer', (row) => own(row).consentVersion),
    reasons: column('jsonb', (row) => own(row).reasons),
    consented_at: column('timestamptz', (row) => own(row).consentedAt),
  }
}

/** Stores held submissions and tests, which have no contact. */
export const insertSubmissions = rowsStatement<NewSubmission>('submissions.insert', (places) => {
  const { column } = places
  const stored = {
    workspace_id: column('uuid', ({ workspaceId }) => workspaceId),
    form_id: column('uuid', ({ formId }) => formId),
    email_key: column('text', ({ emailKey }) => emailKey),
    payload: column('jsonb', ({ payload }) => payload),
    expires_at: column('timestamptz', ({ expiresAt }) => expiresAt),
    ...ownColumns(places, (row) => row),
  }
  return `insert into submissions (${namesOf(stored)}) select * from ${unnested(stored)}`
})

/** Stores accepted submissions, in the statement that stores their contacts. */
export const insertAccepted: Beside<{ submission: NewSubmission }> = (places, contact) => {
  const { workspace_id, id: contact_id, form_id, email_key } = contact
  const stored = { workspace_id, contact_id, form_id, email_key, ...ownColumns(places, ({ submission }) => submission) }
  return `insert into submissions (${namesOf(stored)}) select * from ${unnested(stored)}`
}

export function findSubmission(db: Db, workspaceId: string, id: string) {
  return runOne(db, SUBMISSIONS.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

/** Holds the row until the transaction ends, so that two people who accept it do so one after the other. */
export function findSubmissionForChange(tx: Tx, workspaceId: string, id: string): Promise<SubmissionRow | null> {
  return runOne(tx, SUBMISSIONS.where('workspace_id', '=', workspaceId).where('id', '=', id).forUpdate())
}

export async function markAccepted(tx: Tx, row: SubmissionRow, contactId: string, at: Date): Promise<void> {
  const set = { state: 'accepted', contact_id: contactId, payload: null, expires_at: null, accepted_at: at }
  const query = build.updateTable('submissions').set(set).where('workspace_id', '=', row.workspace_id)
  await run(tx, query.where('id', '=', row.id))
}

/** Only the first withdrawal counts. Returns null if there is no such submission with a consent. */
export async function updateWithdrawn(tx: Tx, workspaceId: string, formId: string, id: string, at: Date) {
  const query = build
    .updateTable('submissions')
    .set({ withdrawn_at: sql<Date>`coalesce(withdrawn_at, ${at})` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('form_id', '=', formId)
    .where('consented_at', 'is not', null)
  const changed = await runOne(tx, query.returning('id'))
  return changed && findSubmission(tx, workspaceId, id)
}

export interface SubmissionFilter {
  form_id: string | null
  contact_id?: string | null
  state?: SubmissionState | null
  reason?: ReasonKind | null
}

function selectFiltered(workspaceId: string, { reason, ...equal }: SubmissionFilter) {
  let query = build.selectFrom('submissions').where('workspace_id', '=', workspaceId)
  for (const name of ['form_id', 'contact_id', 'state'] as const) {
    if (equal[name] != null) query = query.where(name, '=', equal[name])
  }
  return reason == null ? query : query.where(sql<boolean>`reasons @> ${JSON.stringify([{ kind: reason }])}::jsonb`)
}

export function countSubmissions(db: Db, workspaceId: string, filter: SubmissionFilter, most = COUNTED_MAX) {
  return countUpTo(db, most, selectFiltered(workspaceId, filter))
}

export function selectSubmissions(db: Db, workspaceId: string, filter: SubmissionFilter, slice: Slice) {
  return slicePage(db, selectFiltered(workspaceId, filter).select(COLUMNS), slice)
}

export type HeldFilter = Pick<SubmissionFilter, 'form_id' | 'reason'>

/** Without those that a person is deleting. */
const heldOnes = (workspaceId: string, filter: HeldFilter) =>
  selectFiltered(workspaceId, { ...filter, state: 'held' }).where(
    'id',
    '<>',
    sql<string>`all(${leavingIds('held', workspaceId)})`,
  )

/** Oldest first, because they expire first. */
export function selectHeld(db: Db, workspaceId: string, filter: HeldFilter, most: number) {
  return run(db, heldOnes(workspaceId, filter).select(COLUMNS).orderBy('id').limit(most))
}

export function countHeld(db: Db, workspaceId: string, filter: HeldFilter): Promise<number> {
  return countRows(db, heldOnes(workspaceId, filter))
}

/** Locks those that are still held and not locked by others. */
export async function lockHeld(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const held = build.selectFrom('submissions').select('id').where('id', 'in', ids).where('state', '=', 'held')
  return (await run(tx, held.orderBy('id').forUpdate().skipLocked())).map(({ id }) => id)
}

export async function removeHeld(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const query = build.deleteFrom('submissions').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return (await runOne(db, query.where('state', '=', 'held').returning('id'))) !== null
}

/** Written after their submissions, in the same transaction. */
export async function insertFiles(
  tx: Tx,
  { workspaceId, id, createdAt }: NewSubmission,
  files: ReadonlyArray<NewFile & { id: string }>,
): Promise<void> {
  const owner = { workspace_id: workspaceId, submission_id: id, created_at: new Date(createdAt) }
  const rows = files.map((file) => ({ ...file, ...owner }))
  await run(tx, build.insertInto('submission_files').values(rows))
}

export function findFile(db: Db, workspaceId: string, id: string) {
  const query = build
    .selectFrom('submission_files')
    .select([...(['id', 'file', 'store', 'type', 'name'] as const), sql<number>`bytes::float8`.as('bytes')])
  return runOne(db, query.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

// By the address they gave, and by the contacts that have it now. Each part uses its own index.
function ofPerson(workspaceId: string, emailKey: string) {
  return sql`select id from submissions where workspace_id = ${workspaceId} and email_key = ${emailKey}
    union select s.id from contacts c join submissions s on s.workspace_id = c.workspace_id and s.contact_id = c.id
           where c.workspace_id = ${workspaceId} and c.email_key = ${emailKey}`
}

export async function selectConsentsOf(db: Db, workspaceId: string, emailKey: string) {
  const query = sql<object>`select s.id as submission_id, s.form_id, f.name as form_name, t.purpose,
           coalesce(t.translations ->> s.language, t.text) as text,
           t.version, s.consented_at as at, s.confirmed_at, s.withdrawn_at
      from submissions s
           join form_consents t on t.workspace_id = s.workspace_id and t.form_id = s.form_id
             and t.version = s.consent_version
           left join forms f on f.workspace_id = s.workspace_id and f.id = s.form_id
     where s.workspace_id = ${workspaceId} and s.consented_at is not null and s.state = 'accepted'
       and s.id in (${ofPerson(workspaceId, emailKey)})
     order by s.id desc limit 1000`
  return run(db, query)
}

/** Removes submissions from an address, those whose contact has it now, and these ids; files included. */
export function removeByEmail(
  tx: Tx,
  { workspaceId, emailKey }: { workspaceId: string; emailKey: string },
  ids: readonly string[],
): Promise<number> {
  const query = sql`delete from submissions where workspace_id = ${workspaceId}
     and id in (${ofPerson(workspaceId, emailKey)} union select unnest(${ids}::uuid[]))`
  return runCount(tx, query)
}

/** Removes expired held submissions and tests, in small steps, so that a large clean-up never holds locks for long. */
export async function removeExpired(db: Db, now: Date, most: number): Promise<number> {
  const query = sql`delete from submissions where (workspace_id, id) in (
      select workspace_id, id from submissions where expires_at <= ${now}
       order by expires_at limit ${most} for update skip locked)`
  return runCount(db, query)
}
