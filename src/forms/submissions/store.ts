import { columns, integerArray, jsonbArray, textArray, timeArray, uuidArray } from '../../db/arrays.ts'
import { build, type Db, run, runOne, sql, type Tx } from '../../db/database.ts'
import { type Slice, slicePage } from '../../db/paging.ts'
import type { NewFile } from './files.ts'

export interface NewSubmissionFile extends NewFile {
  id: string
  submissionId: string
}

export type SubmissionState = 'accepted' | 'held' | 'test'

export interface NewSubmission {
  workspaceId: string
  id: string
  formId: string
  contactId: string | null
  state: SubmissionState
  points: number
  /** JSON. */
  reasons: string
  /** JSON; null once it is a contact. */
  payload: string | null
  emailKey: string | null
  consentVersion: number | null
  consentedAt: number | null
  expiresAt: number | null
  /** The millisecond of the id, so that both sort alike. */
  createdAt: number
}

const COLUMNS = [
  'id',
  'workspace_id',
  'form_id',
  'contact_id',
  'state',
  'points',
  'reasons',
  'payload',
  'consent_version',
  'consented_at',
  'confirmed_at',
  'withdrawn_at',
  'expires_at',
  'created_at',
  'accepted_at',
] as const

/** The files that came with it, in the order of the form. */
const FILES = sql<ShownFile[]>`(
  select coalesce(json_agg(json_build_object('id', id, 'field', field, 'name', name, 'type', type, 'bytes', bytes) order by id), '[]')
    from submission_files f where f.workspace_id = submissions.workspace_id and f.submission_id = submissions.id)`.as(
  'files',
)

export interface ShownFile {
  id: string
  field: string
  name: string
  type: string
  bytes: number
}

const SUBMISSIONS = build.selectFrom('submissions').select(COLUMNS).select(FILES)

export type SubmissionRow = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

const INSERT = {
  name: 'submissions.insert',
  text: `insert into submissions (workspace_id, id, form_id, contact_id, state, points, reasons, payload, email_key,
           consent_version, consented_at, expires_at, created_at)
         select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::integer[], $7::jsonb[],
           $8::jsonb[], $9::text[], $10::integer[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[])`,
}

/** All or none. */
export async function insertSubmissions(tx: Tx, submissions: readonly NewSubmission[]): Promise<void> {
  await tx.query({
    ...INSERT,
    values: [
      ...columns(submissions, uuidArray, 'workspaceId', 'id', 'formId', 'contactId'),
      ...columns(submissions, textArray, 'state'),
      ...columns(submissions, integerArray, 'points'),
      ...columns(submissions, jsonbArray, 'reasons', 'payload'),
      ...columns(submissions, textArray, 'emailKey'),
      ...columns(submissions, integerArray, 'consentVersion'),
      ...columns(submissions, timeArray, 'consentedAt', 'expiresAt', 'createdAt'),
    ],
  })
}

export function findSubmission(db: Db, workspaceId: string, id: string) {
  return runOne(db, SUBMISSIONS.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

/** Holds the row until the transaction ends: two people who accept it follow each other. */
export function findSubmissionForChange(tx: Tx, workspaceId: string, id: string): Promise<SubmissionRow | null> {
  return runOne(tx, SUBMISSIONS.where('workspace_id', '=', workspaceId).where('id', '=', id).forUpdate())
}

export async function markAccepted(tx: Tx, row: SubmissionRow, contactId: string, at: Date): Promise<void> {
  const set = { state: 'accepted', contact_id: contactId, payload: null, expires_at: null, accepted_at: at }
  await run(
    tx,
    build.updateTable('submissions').set(set).where('workspace_id', '=', row.workspace_id).where('id', '=', row.id),
  )
}

/** Withdrawn once: the first time counts. Null when there is no such submission with a consent. */
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
  formId: string | null
  state: SubmissionState | null
  contactId?: string | null
}

function selectFiltered(workspaceId: string, { formId, state, contactId }: SubmissionFilter) {
  let query = build.selectFrom('submissions').where('workspace_id', '=', workspaceId)
  if (formId !== null) query = query.where('form_id', '=', formId)
  if (contactId != null) query = query.where('contact_id', '=', contactId)
  if (state !== null) query = query.where('state', '=', state)
  return query
}

/** Counts no further than `most`. */
export async function countSubmissions(db: Db, workspaceId: string, filter: SubmissionFilter, most: number) {
  const counted = selectFiltered(workspaceId, filter).select(sql`1`.as('one')).limit(most).as('counted')
  const row = await runOne(db, build.selectFrom(counted).select(sql<number>`count(*)::float8`.as('count')))
  return row?.count ?? 0
}

/** Newest first. */
export function selectSubmissions(db: Db, workspaceId: string, filter: SubmissionFilter, slice: Slice) {
  return slicePage(db, selectFiltered(workspaceId, filter).select(COLUMNS).select(FILES), slice)
}

/** Written after their submissions, in the same transaction. */
export async function insertFiles(
  tx: Tx,
  workspaceId: string,
  files: readonly NewSubmissionFile[],
  at: Date,
): Promise<void> {
  const rows = files.map(({ id, submissionId, field, file, store, sha256, type, bytes, name }) => ({
    ...{ workspace_id: workspaceId, id, submission_id: submissionId, field, file, store, sha256, type, bytes, name },
    created_at: at,
  }))
  await run(tx, build.insertInto('submission_files').values(rows))
}

export function findFile(db: Db, workspaceId: string, id: string) {
  const query = build
    .selectFrom('submission_files')
    .select([...(['id', 'file', 'store', 'type', 'name'] as const), sql<number>`bytes::float8`.as('bytes')])
  return runOne(db, query.where('workspace_id', '=', workspaceId).where('id', '=', id))
}

export async function sumFileBytes(db: Db, workspaceId: string): Promise<number> {
  const query = build.selectFrom('submission_files').select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'))
  return (await runOne(db, query.where('workspace_id', '=', workspaceId)))!.bytes
}
