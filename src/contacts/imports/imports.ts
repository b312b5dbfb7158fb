import { type ContactInput, pickFields } from '../../contact-fields.ts'
import { type Db, type Pool, type Tx, transaction } from '../../db/database.ts'
import { readSlices } from '../../db/paging.ts'
import {
  type PageInParts,
  type PageRequest,
  type Pagination,
  sliceOf,
  toPage,
  toPageInParts,
} from '../../http/pagination.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Ids } from '../../lib/ids.ts'
import type { CsvRecord, Separator } from '../../lib/text/csv.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { createTurns } from '../../lib/work/turns.ts'
import type { Contacts } from '../contacts.ts'
import type { Column } from './csv-columns.ts'
import { cutFile, type ImportFile, type Part, readPart, readRow, refused } from './input.ts'
import {
  IMPORT_ROWS_MAX,
  type Import,
  type ImportOptions,
  type ImportPreview,
  type ImportRow,
  type Outcome,
  PREVIEW_PROBLEMS,
  PREVIEW_ROWS,
} from './schemas.ts'
import {
  addProgress,
  countImports,
  findImport,
  type ImportRecord,
  insertImport,
  insertRows,
  lockImport,
  removeEnded,
  removePart,
  selectImports,
  selectKnownEmails,
  selectRows,
  updateCancelled,
} from './store.ts'

/** Each answer is null when the workspace has no such import. */
export interface Imports {
  /** What would become of the file. Stores nothing. */
  preview(workspaceId: string, file: ImportFile): Promise<ImportPreview>
  /** Cuts the file into parts; throws when that cannot be done. */
  cut(file: ImportFile): Promise<Part[]>
  createIn(tx: Tx, owner: Owner, file: ImportFile, parts: readonly Part[]): Promise<Import>
  get(workspaceId: string, id: string): Promise<Import | null>
  list(workspaceId: string, page: PageRequest): Promise<PageInParts<Import>>
  rows(
    workspaceId: string,
    id: string,
    outcome: Outcome | null,
    page: PageRequest,
  ): Promise<{ rows: ImportRow[]; pagination: Pagination } | null>
  /** Stops it between two parts. One that has ended is answered as it is. */
  cancel(workspaceId: string, id: string): Promise<Import | null>
  /** Those that ended long ago are forgotten. */
  purge(): Promise<void>
  /** The job: one part. Its contacts, its events, the counters and the next job are one transaction. */
  run(payload: unknown): Promise<void>
}

interface Owner {
  workspaceId: string
  keyId: string | null
}

export interface ImportsOptions {
  pool: Pool
  clock: Clock
  ids: Ids
  contacts: Pick<Contacts, 'createAllIn'>
}

export const IMPORT_TASK = 'contacts.import'

/** After it has ended. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const PURGE_STEP = 10_000

/** Rows of a transaction. */
export const PART_ROWS = 500

export function createImports({ pool, clock, ids, contacts }: ImportsOptions): Imports {
  const enqueuePart = (tx: Tx, workspaceId: string, importId: string, part: number) =>
    // A job for each part and not one that moves: if a worker dies after the commit, its job finds the part done.
    enqueue(tx, {
      task: IMPORT_TASK,
      key: `${importId}:${part}`,
      payload: { workspace_id: workspaceId, import_id: importId, part },
      runAt: new Date(clock.now()),
    })

  return {
    cut,
    async preview(workspaceId, file) {
      const { separator, columns, raw, skip_existing } = file
      const options = { separator, columns, raw, skip_existing }
      const preview: ImportPreview = { rows: 0, good: 0, skipped: 0, bad: 0, ...options, contacts: [], problems: [] }
      const seen = new Set<string>()
      for (const part of await cut(file)) {
        const records = readPart({ first_line: part.firstLine, text: part.text }, separator)
        const { good, refused, progress } = await judge(pool, workspaceId, records, file, seen)
        preview.rows += part.rows
        preview.good += progress.created
        preview.skipped += progress.skipped
        preview.bad += progress.failed
        preview.contacts.push(...good.slice(0, PREVIEW_ROWS - preview.contacts.length).map(showGood))
        preview.problems.push(...refused.slice(0, PREVIEW_PROBLEMS - preview.problems.length))
      }
      return preview
    },
    async createIn(tx, { workspaceId, keyId }, file, parts) {
      const { id, at } = ids.next()
      const { separator, columns, raw, skip_existing } = file
      const options = { separator, columns, raw, skip_existing }
      const row = await insertImport(tx, { ...options, id, workspaceId, keyId, createdAt: new Date(at), parts })
      await enqueuePart(tx, workspaceId, id, 0)
      return show(row)
    },
    async get(workspaceId, id) {
      const row = await findImport(pool, workspaceId, id)
      return row && show(row)
    },
    async list(workspaceId, page) {
      const total = await countImports(pool, workspaceId)
      const parts = readSlices(sliceOf(page, total), (slice) => selectImports(pool, workspaceId, slice))
      return toPageInParts(page, () => total, parts, show)
    },
    async rows(workspaceId, id, outcome, page) {
      const row = await findImport(pool, workspaceId, id)
      if (row === null) return null
      const total = (outcome === 'skipped' ? 0 : row.failed) + (outcome === 'failed' ? 0 : row.skipped)
      const { limit, offset, afterId } = sliceOf(page, total)
      const slice =
        afterId === null ? { afterLine: 0, offset, limit } : { afterLine: lineOf(afterId), offset: 0, limit }
      const found = await selectRows(pool, row.id, outcome, slice)
      const withIds = found.map((each) => ({ ...each, id: idOfLine(each.line) }))
      const { rows, pagination } = toPage(page, total, withIds)
      return { rows: rows.map(({ id: _, ...each }) => each), pagination }
    },
    cancel: (workspaceId, id) =>
      transaction(pool, async (tx) => {
        // A part that is being stored has the lock; the next one finds nothing to do.
        const row = await lockImport(tx, workspaceId, id)
        if (row === null || row.finished_at !== null) return row && show(row)
        return show(await updateCancelled(tx, row.id, new Date(clock.now())))
      }),
    async purge() {
      const before = new Date(clock.now() - KEPT_MS)
      while ((await removeEnded(pool, before, PURGE_STEP)) > 0);
    },
    async run(payload) {
      const { workspace_id, import_id, part } = payload as { workspace_id: string; import_id: string; part: number }
      await transaction(pool, async (tx) => {
        const row = await lockImport(tx, workspace_id, import_id)
        const taken = row && (await removePart(tx, row.id, part))
        if (row === null || taken === null) return
        const options = optionsOf(row)
        const records = readPart(taken, options.separator)
        const { good, refused, progress } = await judge(tx, workspace_id, records, options, new Set())
        const inputs = good.map(({ input }) => input)
        await contacts.createAllIn(tx, { workspaceId: workspace_id, keyId: row.key_id }, inputs)
        await insertRows(tx, row.id, refused)
        const isLast = part + 1 === row.parts
        await addProgress(tx, row.id, progress, isLast ? new Date(clock.now()) : null)
        if (!isLast) await enqueuePart(tx, workspace_id, row.id, part + 1)
      })
    },
  }
}

async function cut(file: ImportFile): Promise<Part[]> {
  const parts: Part[] = []
  let rows = 0
  for await (const part of cutFile(file, PART_ROWS)) {
    rows += part.rows
    if (rows > IMPORT_ROWS_MAX) {
      const most = IMPORT_ROWS_MAX.toLocaleString('en-US')
      throw refused(`The file has more than ${most} rows. Split it, with the header in each of the files.`)
    }
    parts.push(part)
  }
  if (rows === 0) throw refused('The file has a header, but no rows. Put one contact in each line below it.')
  return parts
}

interface GoodRow {
  line: number
  input: ContactInput
}

interface Judged {
  good: GoodRow[]
  refused: ImportRow[]
  progress: { created: number; skipped: number; failed: number }
}

const BLANK = { row: ['The row is blank.'] }
const EXISTING = { email: ['There is a contact with this e-mail address already.'] }

/** `seen` are the addresses of rows before; those of these rows are added. */
async function judge(
  db: Db,
  workspaceId: string,
  records: Iterable<CsvRecord | null>,
  options: ImportOptions,
  seen: Set<string>,
): Promise<Judged> {
  const read: GoodRow[] = []
  const refused: ImportRow[] = []
  const turns = createTurns()
  for (const record of records) {
    if (turns.isDue()) await turns.next()
    if (record === null) continue
    const { line } = record
    const result = readRow(record, options)
    if (result === 'blank') refused.push({ line, outcome: 'skipped', reasons: BLANK })
    else if ('reasons' in result) refused.push({ line, outcome: 'failed', reasons: result.reasons })
    else read.push({ line, input: result.input })
  }
  let good = read
  if (options.skip_existing) {
    const keys = read.flatMap(({ input }) => input.email_key ?? [])
    for (const key of await selectKnownEmails(db, workspaceId, keys)) seen.add(key)
    good = read.filter(({ line, input: { email_key: emailKey } }) => {
      if (emailKey === null) return true
      if (seen.has(emailKey)) {
        refused.push({ line, outcome: 'skipped', reasons: EXISTING })
        return false
      }
      seen.add(emailKey)
      return true
    })
    refused.sort((a, b) => a.line - b.line)
  }
  const failed = refused.filter(({ outcome }) => outcome === 'failed').length
  return { good, refused, progress: { created: good.length, skipped: refused.length - failed, failed } }
}

// Cursors carry a UUID, and a row is known by its line.
function idOfLine(line: number): string {
  return `00000000-0000-0000-0000-${line.toString(16).padStart(12, '0')}`
}

/** No line comes after what is not an id of ours. */
function lineOf(id: string): number {
  const line = Number.parseInt(id.slice(-12), 16)
  return idOfLine(line) === id && line <= 0x7fffffff ? line : 0x7fffffff
}

function optionsOf(row: ImportRecord): ImportOptions {
  const { raw, skip_existing } = row
  return { separator: row.separator as Separator, columns: row.columns as unknown as Column[], raw, skip_existing }
}

function show(row: ImportRecord): Import {
  const { id, rows, created, skipped, failed } = row
  const isBegun = created + skipped + failed > 0
  return {
    id,
    state: row.cancelled ? 'cancelled' : row.finished_at !== null ? 'done' : isBegun ? 'running' : 'waiting',
    rows,
    created,
    skipped,
    failed,
    ...optionsOf(row),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

function showGood({ line, input }: GoodRow): object {
  return {
    line,
    ...pickFields(input),
    extra: input.extra,
  }
}
