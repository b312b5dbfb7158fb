import type { ContactInput } from '../../contact-fields.ts'
import type { Db } from '../../db/database.ts'
import { createTurns } from '../../lib/bounds/work-line.ts'
import { scanCsv } from '../../lib/text/csv.ts'
import { message } from '../../messages/message.ts'
import { fillEmpty } from '../fill.ts'
import { loadLeadWords } from '../team.ts'
import { type Part, readRow, unmarkName } from './file.ts'
import { type ImportOptions, type ImportRow, nameTag } from './schemas.ts'
import { selectKnownEmails } from './store.ts'

export interface GoodRow {
  line: number
  input: ContactInput
  /** The first name was taken from the address. */
  isNamed: boolean
}

interface ReadRows {
  /** Rows that become a contact, of which later `known` ones may have the address. */
  good: GoodRow[]
  /** Rows to be merged: their address is stored, or further up in the file. */
  known: GoodRow[]
  /** Rows that are neither, in the order of the file. */
  refused: ImportRow[]
  /** How many of those break rules. */
  failed: number
}

const BLANK = { row: [message('import.blank_row')] }
const EXISTING = { email: [message('import.known_email')] }

/** Reads the rows of a part. `seen` has the addresses of earlier rows; those of these rows are added. */
export async function readRows(
  db: Db,
  workspaceId: string,
  part: Pick<Part, 'first_line' | 'text'>,
  options: ImportOptions,
  seen: Set<string>,
): Promise<ReadRows> {
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
    else read.push({ line, ...result })
  }
  const failed = refused.filter(({ outcome }) => outcome === 'failed').length
  if (options.duplicates === 'add') return { good: read, known: [], refused, failed }
  const keys = read.flatMap(({ input }) => input.email_key ?? [])
  for (const key of await selectKnownEmails(db, workspaceId, keys)) seen.add(key)
  const good: GoodRow[] = []
  const known: GoodRow[] = []
  const tag = nameTag(options.language)
  for (const row of read) {
    const key = row.input.email_key
    if (key === null || !seen.has(key)) good.push(row)
    else if (options.duplicates === 'merge')
      known.push(row.isNamed ? { ...row, input: unmarkName(row.input, tag) } : row)
    else refused.push({ line: row.line, outcome: 'skipped', reasons: EXISTING })
    if (key !== null) seen.add(key)
  }
  refused.sort((a, b) => a.line - b.line)
  return { good, known, refused, failed }
}

/** Merges rows with the same address: what becomes a contact, and what is added to stored ones, each address once. */
export function mergeRows(good: readonly GoodRow[], known: readonly GoodRow[]) {
  const made = good.map(({ input }) => input)
  const places = new Map(made.map(({ email_key }, at) => [email_key, at]))
  const filled = new Map<string, ContactInput>()
  for (const { input } of known) {
    const key = input.email_key!
    const place = places.get(key)
    if (place !== undefined) made[place] = fillEmpty(made[place]!, input)
    else filled.set(key, filled.has(key) ? fillEmpty(filled.get(key)!, input) : input)
  }
  return { made, filled: [...filled.values()] }
}
