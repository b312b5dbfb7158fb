import { FRESH_LEAD } from '../contact-fields.ts'
import { build, type Db, sql } from '../db/database.ts'
import { estimateRows } from '../db/statements/counts.ts'
import { findSearchEnd, type Window, within } from '../db/statements/paging.ts'
import type { Part } from '../db/statements/parts.ts'
import { type ContactFilter, NO_OWNER, type Rows, selectFiltered } from './filter.ts'

// The indexes of contacts, for lists that read a part along one (db/statements/parts.ts).

export type ContactPart = Part<ContactFilter>

export function findEnd(db: Db, workspaceId: string) {
  return (way: ContactFilter, window: Window) => findSearchEnd(db, selectFiltered(workspaceId, way), window)
}

/** The matching contacts of a part. */
export function selectInPart(workspaceId: string, filter: ContactFilter, part: ContactPart): Rows {
  const { way, order, most } = part
  const looked = within(selectFiltered(workspaceId, way), part).orderBy('id', order).limit(most)
  const { created_after: _, created_before: __, survivors: ___, ...condition } = way
  if (Object.keys(condition).length === 0) return selectAmong(workspaceId, filter, looked)
  // By their ids, so that the planner reads them along the index: it may prefer all contacts in the order of ids.
  return selectFiltered(workspaceId, filter).where('id', '=', sql<string>`any(array(${looked.select('id')}))`)
}

/** The matching ones of these contacts. Their own limit or offset makes the planner read them first. */
export function selectAmong(workspaceId: string, filter: ContactFilter, contacts: Rows): Rows {
  return selectFiltered(workspaceId, filter, build.selectFrom(contacts.selectAll().as('contacts')) as unknown as Rows)
}

/**
 * The indexes in the order of ids that have all matching contacts. That of tags, or of changes, is enough for one that
 * fewer than `most` have.
 */
export async function findWays(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  most: number,
): Promise<ContactFilter[]> {
  const { q: _, created_after, created_before, ids: __, tag, updated_after, survivors, ...filters } = filter
  const dates = { created_after, created_before, ...(survivors && { survivors }) }
  // They are not in the order of ids, so they have to be read to their end.
  for (const way of [{ tag }, { updated_after }]) {
    if (Object.values(way)[0] == null) continue
    if ((await estimateRows(db, selectFiltered(workspaceId, way).select('id'))) < most) return [{ ...way, ...dates }]
  }
  const isIndexed = ([name, value]: [string, unknown]) =>
    value != null && !(name === 'status' && value === FRESH_LEAD.status) && !(name === 'owner_id' && value === NO_OWNER)
  const ways = Object.entries(filters)
    .filter(isIndexed)
    .map(([name, value]): ContactFilter => ({ [name]: value, ...dates }))
  if (tag != null) ways.push({ isTagged: true, ...dates })
  return ways.length === 0 ? [dates] : ways
}
