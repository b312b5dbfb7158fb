import type { Db, Tx } from '../../db/database.ts'
import { parseEmail } from '../../lib/text/email.ts'
import type { ContactFilter } from '../filter.ts'
import { lockContacts, type Place, selectMergedPlaces, selectPlaces, selectSurvivors } from './store.ts'

// Addresses of merged records lead to the contacts that survived.

/**
 * Adds the contacts into which records were merged that had the address in `email`, or in `q` if that is a whole
 * address. They are looked up first: nearly all addresses have none, and then the list follows an index.
 */
export async function followMerged(db: Db, workspaceId: string, filter: ContactFilter): Promise<ContactFilter> {
  const email = await survivorsOf(db, workspaceId, filter.email ?? null)
  const q = await survivorsOf(db, workspaceId, keyOf(filter.q ?? ''))
  return email || q ? { ...filter, survivors: { ...(email && { email }), ...(q && { q }) } } : filter
}

function keyOf(text: string): string | null {
  const parsed = parseEmail(text.trim())
  return 'key' in parsed ? parsed.key : null
}

async function survivorsOf(db: Db, workspaceId: string, emailKey: string | null): Promise<string[] | null> {
  const ids = emailKey === null ? [] : await selectSurvivors(db, workspaceId, emailKey)
  return ids.length === 0 ? null : ids
}

interface Locked {
  row: Awaited<ReturnType<typeof lockContacts>>[number]
  /** Those of the addresses that lead here. */
  emailKeys: string[]
}

/**
 * Locks the newest contact of each address, or else the one that its newest merged record leads to, in the order of ids.
 */
export async function lockNewest(tx: Tx, workspaceId: string, emailKeys: readonly string[]): Promise<Locked[]> {
  for (;;) {
    const places = await selectPlaces(tx, workspaceId, emailKeys)
    const ids = [...new Set(places.map(({ id }) => id))]
    const rows = ids.length === 0 ? [] : await lockContacts(tx, workspaceId, ids)
    const keys = new Map(rows.map((row) => [row.id, row.email_key]))
    // One of them may have been merged, unmerged, deleted or given another address while this waited for its lock.
    const others = places.filter(({ id, email_key }) => keys.get(id) !== email_key)
    if (!(await areMerged(tx, workspaceId, others))) continue
    const keysOf = (id: string) => places.filter((place) => place.id === id).map(({ email_key }) => email_key)
    return rows.map((row) => ({ row, emailKeys: keysOf(row.id) }))
  }
}

async function areMerged(tx: Tx, workspaceId: string, places: readonly Place[]): Promise<boolean> {
  if (places.length === 0) return true
  const keys = places.map(({ email_key }) => email_key)
  const merged = await selectMergedPlaces(tx, workspaceId, keys)
  return places.every((place) => merged.some(({ id, email_key }) => id === place.id && email_key === place.email_key))
}
