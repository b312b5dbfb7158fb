import type { Tx } from '../../db/database.ts'
import { readCsv, type Separator } from '../../lib/text/csv.ts'
import { findMentioningImports, lockImports, selectMentioningParts, updatePartText } from './store.ts'

/**
 * Blanks the rows of imports under way that mention somebody: they then count as skipped, and every other row keeps its
 * line. One of the `needles` is, in lower case, in every text that is meant. Returns how many rows there were.
 */
export async function blankRows(
  tx: Tx,
  person: { workspaceId: string; needles: readonly string[]; isMention: (text: string) => boolean },
): Promise<number> {
  const { workspaceId, needles, isMention } = person
  const ids = await findMentioningImports(tx, workspaceId, needles)
  if (ids.length === 0) return 0
  // Whoever is storing a part has it locked: afterwards that part is gone, and its contacts are there to be found.
  await lockImports(tx, ids)
  let count = 0
  for (const part of await selectMentioningParts(tx, ids, needles)) {
    const blanked = blankIn(part.text, part.separator as Separator, isMention)
    if (blanked.count === 0) continue
    count += blanked.count
    await updatePartText(tx, part.import_id, part.number, blanked.text)
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

/** One empty cell that takes as many lines. */
function blankRow(row: string): string {
  const ending = /\r?\n$/.exec(row)?.[0] ?? ''
  const inside = row.slice(0, row.length - ending.length)
  return `"${inside.replace(/[^\n]+/g, '')}"${ending}`
}
