import { FRESH_LEAD, pickFields } from '../../contact-fields.ts'
import { type Db, type Tx, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { type PageRequest, sliceOf, toPage } from '../../http/pagination.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Jobs } from '../../jobs/table.ts'
import { readCsv, type Separator } from '../../lib/text/csv.ts'
import { cutText } from '../../lib/text/text.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import { findLanguage } from '../../messages/languages.ts'
import type { ContactOrigin, Contacts } from '../contacts.ts'
import { cutFile, type ImportFile, type Part, readCell } from './file.ts'
import { rememberDecisions } from './mappings.ts'
import { type GoodRow, mergeRows, readRows } from './rows.ts'
import {
  contactImport,
  type ImportRow,
  type Outcome,
  optionsOf,
  PREVIEW_PROBLEMS,
  PREVIEW_ROWS,
  SAMPLES_SHOWN,
  showRow,
  warningsOf,
} from './schemas.ts'
import * as store from './store.ts'

const KEPT_MS = 30 * DAY_MS
const PURGE_STEP = 10_000

/** Imports share the pool of jobs. */
export interface ImportDeps extends Pick<Parts, 'jobs' | 'clock' | 'ids'> {
  contacts: Pick<Contacts, 'createAllIn' | 'fillAllIn'>
}

/**
 * One job for each part instead of one that moves on: if a worker dies after the commit, its job finds the part done.
 */
function enqueuePart({ clock }: ImportDeps, tx: Tx, payload: Jobs['contacts.import']) {
  const key = `${payload.import_id}:${payload.part}`
  return enqueue(tx, { task: 'contacts.import', key, payload, runAt: new Date(clock.now()) })
}

const SAMPLE_LENGTH = 100

export async function previewImport({ jobs }: ImportDeps, workspaceId: string, file: ImportFile) {
  const counts = { rows: 0, good: 0, merged: 0, skipped: 0, bad: 0 }
  const shown: object[] = []
  const problems: ImportRow[] = []
  const seen = new Set<string>()
  for (const part of await cutFile(file)) {
    const { good, known, refused, failed } = await readRows(jobs, workspaceId, part, file, seen)
    counts.rows += part.rows
    counts.good += good.length
    counts.merged += known.length
    counts.skipped += refused.length - failed
    counts.bad += failed
    shown.push(...good.slice(0, PREVIEW_ROWS - shown.length).map(showGood))
    problems.push(...refused.slice(0, PREVIEW_PROBLEMS - problems.length))
  }
  const columns = file.columns.map((column, index) => ({ ...column, samples: showSamples(file, index) }))
  const { language: _, ...options } = optionsOf(file)
  const skip_existing = file.duplicates === 'skip'
  const warnings = warningsOf(file)
  return { ...counts, ...options, columns, skip_existing, warnings, contacts: shown, problems: problems.map(showRow) }
}

function showSamples({ samples, format, raw }: ImportFile, index: number): string[] {
  const values = (samples[index] ?? []).slice(0, SAMPLES_SHOWN).map((cell) => readCell(cell, { format, raw }).trim())
  return values.map((value) => cutText(value, SAMPLE_LENGTH))
}

export async function startImport(
  deps: ImportDeps,
  tx: Tx,
  { workspaceId, keyId }: ContactOrigin,
  file: ImportFile & { isRemembered: boolean },
  parts: readonly Part[],
) {
  const { id, at } = deps.ids.next()
  const own = { id, workspace_id: workspaceId, key_id: keyId, created_at: new Date(at) }
  const { duplicates, ...options } = optionsOf(file)
  const columns = JSON.stringify(options.columns)
  // A node of 0.2 leaves out the rows that it cannot merge.
  const handling = { duplicates, skip_existing: duplicates !== 'add' }
  const row = await store.insertImport(tx, { ...own, ...options, ...handling, columns }, parts)
  if (file.isRemembered) await rememberDecisions(tx, workspaceId, { ...file, at: new Date(at) })
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
    const options = optionsOf(toOptions(row))
    // Two imports that look for the same addresses take turns, so that each sees what the other stored.
    if (options.duplicates !== 'add') await store.lockAddresses(tx, workspace_id)
    const read = await readRows(tx, workspace_id, taken, options, new Set())
    const { made, filled } = mergeRows(read.good, read.known)
    const origin = { workspaceId: workspace_id, keyId: row.key_id }
    const quiet = { isQuiet: !row.notify }
    const gone = await deps.contacts.fillAllIn(tx, origin, filled, quiet)
    await deps.contacts.createAllIn(tx, origin, [...made, ...gone], quiet)
    await store.insertRows(tx, row.id, read.refused)
    const isLast = part + 1 === row.parts
    const { failed } = read
    const created = made.length + gone.length
    const counts = { created, merged: read.known.length - gone.length, skipped: read.refused.length - failed, failed }
    await store.addProgress(tx, row.id, counts, isLast ? new Date(deps.clock.now()) : null)
    if (!isLast) await enqueuePart(deps, tx, { ...payload, part: part + 1 })
  })
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
  const { created, merged, skipped, failed, finished_at } = row
  const isBegun = created + merged + skipped + failed > 0
  const state = row.cancelled ? 'cancelled' : finished_at !== null ? 'done' : isBegun ? 'running' : 'waiting'
  const options = toOptions(row)
  const skip_existing = options.duplicates === 'skip'
  return contactImport.show({ ...options, state, skip_existing, warnings: warningsOf(options) })
}

/** Imports of 0.2 only have skip_existing, and no language. */
function toOptions(row: store.ImportRecord) {
  const language = findLanguage(row.language ?? '') ?? 'en'
  return { ...row, duplicates: row.duplicates ?? (row.skip_existing ? 'skip' : 'add'), language }
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
