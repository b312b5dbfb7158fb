import type { Insertable } from 'kysely'
import { build, type Db, run, runCount, runOne, sql, type Tx } from '../../db/database.ts'
import { textArray, unnest, uuidArray } from '../../db/statements/arrays.ts'
import { selectColumns } from '../../db/statements/columns.ts'
import type { DB } from '../../db/types.ts'
import type { Part } from './file.ts'
import { contactImport, type ImportRow, type Outcome } from './schemas.ts'

const COLUMNS = [
  ...selectColumns(contactImport.columns),
  'skip_existing',
  'key_id',
  'parts',
  'cancelled',
  'language',
] as const

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

const PARTS_STEP = 5

export async function insertImport(
  tx: Tx,
  given: Omit<Insertable<DB['contact_imports']>, 'parts' | 'rows'>,
  parts: readonly Part[],
): Promise<ImportRecord> {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const query = build.insertInto('contact_imports').values({ ...given, parts: parts.length, rows })
  const row = await runOne(tx, query.returning(COLUMNS))
  // A few at a time: writing ten megabytes as an array takes as long as a hundred requests.
  for (let from = 0; from < parts.length; from += PARTS_STEP) {
    const step = parts.slice(from, from + PARTS_STEP).map((part, at) => ({ ...part, number: from + at }))
    const query = sql`insert into contact_import_parts (import_id, number, first_line, text)
      select ${given.id}::uuid, * from ${unnest(step, { integer: ['number', 'first_line'], text: ['text'] })}`
    await run(tx, query)
  }
  return row!
}

export function selectOwn(workspaceId: string) {
  return build.selectFrom('contact_imports').select(COLUMNS).where('workspace_id', '=', workspaceId)
}

export function findImport(db: Db, workspaceId: string, id: string) {
  return runOne(db, selectOwn(workspaceId).where('id', '=', id))
}

/** Locks the import, so that its parts are stored one at a time. */
export function lockImport(tx: Tx, workspaceId: string, id: string): Promise<ImportRecord | null> {
  return runOne(tx, selectOwn(workspaceId).where('id', '=', id).forUpdate())
}

/** Held until the end of the transaction. */
export async function lockAddresses(tx: Tx, workspaceId: string): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`contacts.import.${workspaceId}`}, 0))`)
}

/** Removes the part from those to do. Returns null if it is already done. */
export function removePart(tx: Tx, importId: string, number: number) {
  const query = build.deleteFrom('contact_import_parts').where('import_id', '=', importId).where('number', '=', number)
  return runOne(tx, query.returning(['first_line', 'text']))
}

export async function addProgress(
  tx: Tx,
  id: string,
  step: Record<'created' | 'merged' | 'skipped' | 'failed', number>,
  finishedAt: Date | null,
): Promise<void> {
  const query = sql`update contact_imports
       set created = created + ${step.created}, merged = merged + ${step.merged}, skipped = skipped + ${step.skipped},
         failed = failed + ${step.failed}, finished_at = ${finishedAt}
     where id = ${id}`
  await run(tx, query)
}

export async function updateCancelled(tx: Tx, id: string, at: Date): Promise<ImportRecord> {
  await run(tx, build.deleteFrom('contact_import_parts').where('import_id', '=', id))
  const query = build.updateTable('contact_imports').set({ cancelled: true, finished_at: at })
  return (await runOne(tx, query.where('id', '=', id).returning(COLUMNS)))!
}

/** Removes up to `most` rows of imports that ended before then, and then imports without rows. Returns the number. */
export async function removeEnded(db: Db, before: Date, most: number): Promise<number> {
  const ofEnded = sql`delete from contact_import_rows where (import_id, line) in (
      select row.import_id, row.line from contact_imports import
        join contact_import_rows row on row.import_id = import.id
       where import.finished_at < ${before} limit ${most})`
  const rows = await runCount(db, ofEnded)
  if (rows > 0) return rows
  const ended = sql`delete from contact_imports where id in (
      select id from contact_imports where finished_at < ${before} order by id limit ${most})`
  return runCount(db, ended)
}

function mentions(needles: readonly string[]) {
  return sql`exists (select from unnest(${textArray(needles)}::text[]) as needle
      where position(needle in lower(part.text collate "C")) > 0)`
}

/** Running imports whose files contain one of these texts, in lower case. Only ASCII letters are lowered here. */
export async function findMentioningImports(db: Db, workspaceId: string, needles: readonly string[]) {
  const query = sql<{ id: string }>`select import.id from contact_imports import
     where import.workspace_id = ${workspaceId} and import.finished_at is null
       and exists (select from contact_import_parts part where part.import_id = import.id and ${mentions(needles)})`
  return (await run(db, query)).map((row) => row.id)
}

/** Always in the same order, so that two of these do not deadlock. */
export async function lockImports(tx: Tx, ids: readonly string[]): Promise<void> {
  await run(tx, build.selectFrom('contact_imports').select('id').where('id', 'in', ids).orderBy('id').forUpdate())
}

export async function selectMentioningParts(tx: Tx, importIds: readonly string[], needles: readonly string[]) {
  type Row = { import_id: string; number: number; text: string; separator: string }
  const query = sql<Row>`select part.import_id, part.number, part.text, import.separator
      from contact_import_parts part join contact_imports import on import.id = part.import_id
     where part.import_id = any (${uuidArray(importIds)}::uuid[]) and ${mentions(needles)}`
  return run(tx, query)
}

export async function updatePartText(tx: Tx, importId: string, number: number, text: string): Promise<void> {
  const query = build.updateTable('contact_import_parts').set({ text })
  await run(tx, query.where('import_id', '=', importId).where('number', '=', number))
}

export async function insertRows(tx: Tx, importId: string, rows: readonly ImportRow[]): Promise<void> {
  if (rows.length === 0) return
  const written = rows.map(({ reasons, ...row }) => ({ ...row, reasons: JSON.stringify(reasons) }))
  const query = sql`insert into contact_import_rows (import_id, line, outcome, reasons) select ${importId}::uuid, *
      from ${unnest(written, { integer: ['line'], text: ['outcome'], jsonb: ['reasons'] })}`
  await run(tx, query)
}

export async function selectRows(
  db: Db,
  importId: string,
  outcome: Outcome | null,
  slice: { afterLine: number; offset: number; limit: number },
): Promise<ImportRow[]> {
  let query = build.selectFrom('contact_import_rows').select(['line', 'outcome', 'reasons'])
  query = query.where('import_id', '=', importId).where('line', '>', slice.afterLine)
  if (outcome !== null) query = query.where('outcome', '=', outcome)
  return (await run(db, query.orderBy('line').offset(slice.offset).limit(slice.limit))) as unknown as ImportRow[]
}

export async function selectReasons(
  db: Db,
  importId: string,
  outcome: Outcome,
  lines: { from: number; below: number },
): Promise<ImportRow[]> {
  const query = build.selectFrom('contact_import_rows').select(['line', 'outcome', 'reasons'])
  const own = query.where('import_id', '=', importId).where('outcome', '=', outcome).where('line', '>=', lines.from)
  return (await run(db, own.where(sql<boolean>`line < ${lines.below}::bigint`))) as unknown as ImportRow[]
}

/** Those that contacts have, or records that were merged into others. */
export async function selectKnownEmails(db: Db, workspaceId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const query = sql<{ email_key: string }>`
    select email_key from contacts where workspace_id = ${workspaceId} and email_key = any (${textArray(keys)}::text[])
    union
    select email_key from merged_contacts
     where workspace_id = ${workspaceId} and email_key = any (${textArray(keys)}::text[])`
  return (await run(db, query)).map((row) => row.email_key)
}
