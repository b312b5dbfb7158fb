import { type ContactInput, FRESH_LEAD, pickFields } from '../../contact-fields.ts'
import { type Db, type Tx, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { type PageRequest, sliceOf, toPage } from '../../http/pagination.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Jobs } from '../../jobs/table.ts'
import { createTurns } from '../../lib/bounds/work-line.ts'
import { readCsv, type Separator, scanCsv } from '../../lib/text/csv.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import type { ContactOrigin, Contacts } from '../contacts.ts'
import { loadLeadWords } from '../team.ts'
import { cutFile, type ImportFile, type Part, readRow } from './file.ts'
import {
  contactImport,
  type ImportOptions,
  type ImportRow,
  type Outcome,
  optionsOf,
  PREVIEW_PROBLEMS,
  PREVIEW_ROWS,
  showRow,
  warningsOf,
} from './schemas.ts'
import * as store from './store.ts'

const KEPT_MS = 30 * DAY_MS
const PURGE_STEP = 10_000

/** Imports share the pool of jobs. */
export interface ImportDeps extends Pick<Parts, 'jobs' | 'clock' | 'ids'> {
  contacts: Pick<Contacts, 'createAllIn'>
}

/**
 * One job for each part instead of one that moves on: if a worker dies after the commit, its job finds the part done.
 */
function enqueuePart({ clock }: ImportDeps, tx: Tx, payload: Jobs['contacts.import']) {
  const key = `${payload.import_id}:${payload.part}`
  return enqueue(tx, { task: 'contacts.import', key, payload, runAt: new Date(clock.now()) })
}

export async function previewImport({ jobs }: ImportDeps, workspaceId: string, file: ImportFile) {
  const counts = { rows: 0, good: 0, skipped: 0, bad: 0 }
  const shown: object[] = []
  const problems: ImportRow[] = []
  const seen = new Set<string>()
  for (const part of await cutFile(file)) {
    const { good, refused, progress } = await readRows(jobs, workspaceId, part, file, seen)
    counts.rows += part.rows
    counts.good += progress.created
    counts.skipped += progress.skipped
    counts.bad += progress.failed
    shown.push(...good.slice(0, PREVIEW_ROWS - shown.length).map(showGood))
    problems.push(...refused.slice(0, PREVIEW_PROBLEMS - problems.length))
  }
  const warnings = warningsOf(file.columns)
  return { ...counts, ...optionsOf(file), warnings, contacts: shown, problems: problems.map(showRow) }
}

export async function startImport(
  deps: ImportDeps,
  tx: Tx,
  { workspaceId, keyId }: ContactOrigin,
  file: ImportFile,
  parts: readonly Part[],
) {
  const { id, at } = deps.ids.next()
  const own = { id, workspace_id: workspaceId, key_id: keyId, created_at: new Date(at) }
  const options = { ...optionsOf(file), columns: JSON.stringify(file.columns) }
  const row = await store.insertImport(tx, { ...own, ...options }, parts)
  await enqueuePart(deps, tx, { workspace_id: workspaceId, import_id: id, part: 0 })
  return showImport(row)
}

export async function listImportedRows(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
  outcome: Outcome | null,
  page: PageRequest,
) {
  const row = await store.findImport(db, workspaceId, id)
  if (row === null) return null
  const total = (outcome === 'skipped' ? 0 : row.failed) + (outcome === 'failed' ? 0 : row.skipped)
  const { limit, offset, afterId } = sliceOf(page, total)
  const place = afterId === null ? { afterLine: 0, offset } : { afterLine: lineOf(afterId), offset: 0 }
  const found = await store.selectRows(db, row.id, outcome, { ...place, limit })
  const withIds = found.map((each) => ({ ...each, id: idOfLine(each.line) }))
  const { rows, pagination } = toPage(page, total, withIds)
  return { data: rows.map(({ id: _, ...each }) => showRow(each)), pagination }
}

export async function purgeImports({ jobs, clock }: ImportDeps): Promise<void> {
  const before = new Date(clock.now() - KEPT_MS)
  while ((await store.removeEnded(jobs, before, PURGE_STEP)) > 0);
}

/** The job: one part. Its contacts, its events, the counters and the next job are one transaction. */
export async function importPart(deps: ImportDeps, payload: Jobs['contacts.import']): Promise<void> {
  const { workspace_id, import_id, part } = payload
  await transaction(deps.jobs, async (tx) => {
    const row = await store.lockImport(tx, workspace_id, import_id)
    const taken = row && (await store.removePart(tx, row.id, part))
    if (row === null || taken === null) return
    const { good, refused, progress } = await readRows(tx, workspace_id, taken, optionsOf(row), new Set())
    const inputs = good.map(({ input }) => input)
    const origin = { workspaceId: workspace_id, keyId: row.key_id }
    await deps.contacts.createAllIn(tx, origin, inputs, { isQuiet: !row.notify })
    await store.insertRows(tx, row.id, refused)
    const isLast = part + 1 === row.parts
    await store.addProgress(tx, row.id, progress, isLast ? new Date(deps.clock.now()) : null)
    if (!isLast) await enqueuePart(deps, tx, { ...payload, part: part + 1 })
  })
}

interface GoodRow {
  line: number
  input: ContactInput
}

const BLANK = { row: [message('import.blank_row')] }
const EXISTING = { email: [message('import.known_email')] }

/** Reads the rows of a part. `seen` has the addresses of earlier rows; those of these rows are added. */
async function readRows(
  db: Db,
  workspaceId: string,
  part: Pick<Part, 'first_line' | 'text'>,
  options: ImportOptions,
  seen: Set<string>,
) {
  const read: GoodRow[] = []
  const refused: ImportRow[] = []
  const words = await loadLeadWords(db, workspaceId)
  const turns = createTurns()
  for (const record of scanCsv(part.text, options.separator, part.first_line)) {
    if (turns.isDue()) await turns.next()
    if (record === null) continue
    const { line } = record
    const result = readRow(record, options, words)
    if (result === 'blank') refused.push({ line, outcome: 'skipped', reasons: BLANK })
    else if ('reasons' in result) refused.push({ line, outcome: 'failed', reasons: result.reasons })
    else read.push({ line, input: result.input })
  }
  let good = read
  if (options.skip_existing) {
    const keys = read.flatMap(({ input }) => input.email_key ?? [])
    for (const key of await store.selectKnownEmails(db, workspaceId, keys)) seen.add(key)
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

// A cursor needs a UUID, but a row only has a line number.
function idOfLine(line: number): string {
  return `00000000-0000-0000-0000-${line.toString(16).padStart(12, '0')}`
}

/** An id that is not ours gives a line beyond the last one. */
function lineOf(id: string): number {
  const line = Number.parseInt(id.slice(-12), 16)
  return idOfLine(line) === id && line <= 0x7fffffff ? line : 0x7fffffff
}

export function showImport(row: store.ImportRecord) {
  const { created, skipped, failed, finished_at } = row
  const isBegun = created + skipped + failed > 0
  const state = row.cancelled ? 'cancelled' : finished_at !== null ? 'done' : isBegun ? 'running' : 'waiting'
  return contactImport.show({ ...row, state, warnings: warningsOf(row.columns) })
}

function showGood({ line, input }: GoodRow): object {
  return { line, ...pickFields(input), extra: input.extra, ...(input.lead ?? FRESH_LEAD) }
}

/**
 * Blanks the rows of running imports that mention a person: they then count as skipped, and every other row keeps its
 * line. Every text that mentions the person contains one of the `needles` in lower case. Returns the number of rows.
 */
export async function blankRows(
  tx: Tx,
  person: { workspaceId: string; needles: readonly string[]; isMention: (text: string) => boolean },
): Promise<number> {
  const { workspaceId, needles, isMention } = person
  const ids = await store.findMentioningImports(tx, workspaceId, needles)
  if (ids.length === 0) return 0
  // A part that is being stored is locked: afterwards it is gone, and its contacts can be found.
  await store.lockImports(tx, ids)
  let count = 0
  for (const part of await store.selectMentioningParts(tx, ids, needles)) {
    const blanked = blankIn(part.text, part.separator as Separator, isMention)
    if (blanked.count === 0) continue
    count += blanked.count
    await store.updatePartText(tx, part.import_id, part.number, blanked.text)
  }
  return count
}

function blankIn(text: string, separator: Separator, isMention: (text: string) => boolean) {
  let blanked = ''
  let count = 0
  for (const { start, end } of readCsv(text, separator)) {
    const row = text.slice(start, end)
    const isMeant = isMention(row)
    blanked += isMeant ? blankRow(row) : row
    if (isMeant) count++
  }
  return { text: blanked, count }
}

/** One empty cell that spans as many lines. */
function blankRow(row: string): string {
  const ending = /\r?\n$/.exec(row)?.[0] ?? ''
  const inside = row.slice(0, row.length - ending.length)
  return `"${inside.replace(/[^\n]+/g, '')}"${ending}`
}
