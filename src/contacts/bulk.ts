import { isDeepStrictEqual } from 'node:util'
import type { Lead } from '../contact-fields.ts'
import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Emit } from '../events/emit.ts'
import { type Bulk, changeLead } from './bulk-input.ts'
import { type ChangedBy, recordChanges, requireMember } from './changes.ts'
import { type Contacts, fromRow, inputOf } from './contacts.ts'
import { type ContactFilter, selectContactsForChange, updateLeads } from './store.ts'

export interface LeadChangeOptions extends Pick<Parts, 'pool' | 'ids'> {
  emit: Emit
}

/** Changes the leads of these contacts that still match, in the transaction of the caller. Returns how many are different now. */
export async function changeLeadsIn(
  options: Omit<LeadChangeOptions, 'pool'>,
  tx: Tx,
  workspaceId: string,
  which: { filter: ContactFilter; ids: readonly string[] },
  by: ChangedBy | null,
  change: (lead: Lead) => Lead,
): Promise<number> {
  const before = new Map<string, ReturnType<typeof inputOf>>()
  const leads: Array<{ id: string } & Lead> = []
  for (const row of await selectContactsForChange(tx, workspaceId, which.filter, which.ids)) {
    const input = inputOf(row)
    const lead = change(input.lead!)
    if (isDeepStrictEqual(lead, input.lead)) continue
    before.set(row.id, input)
    leads.push({ id: row.id, ...lead })
  }
  if (leads.length === 0) return 0
  const rows = await updateLeads(tx, workspaceId, leads)
  const changed = rows.map((row) => {
    const old = before.get(row.id)!
    const { status, owner_id, tags } = row
    const after = { ...old, lead: { status, owner_id, tags } as Lead }
    return { id: row.id, version: row.version, before: old, after, shown: fromRow(row) }
  })
  await recordChanges(options, tx, workspaceId, by, changed)
  return changed.length
}

/**
 * Changes many contacts, in a transaction for each part of the list: large contacts do not fill the memory, and nobody waits
 * for long. If it ends in the middle, the same request does the rest.
 */
export function createBulk(options: LeadChangeOptions & { contacts: Pick<Contacts, 'list'> }) {
  return async (workspaceId: string, by: ChangedBy | null, { filter, page, ...change }: Bulk) => {
    const ownerId = change.set.owner_id ?? null
    if (ownerId !== null) await transaction(options.pool, (tx) => requireMember(tx, workspaceId, ownerId))
    const list = await options.contacts.list(workspaceId, filter, page)
    let matched = 0
    let changed = 0
    for (let part = await list.next(); part !== null; part = await list.next()) {
      const ids = part.map(({ id }) => id)
      matched += ids.length
      changed += await transaction(options.pool, async (tx) => {
        // Again, because they may have left the team meanwhile.
        if (ownerId !== null) await requireMember(tx, workspaceId, ownerId)
        return changeLeadsIn(options, tx, workspaceId, { filter, ids }, by, (lead) => changeLead(lead, change))
      })
    }
    return { matched, changed, next_cursor: list.pagination().next_cursor }
  }
}

export type ChangeMany = ReturnType<typeof createBulk>
