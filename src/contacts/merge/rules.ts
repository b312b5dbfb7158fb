import { FRESH_LEAD, type StoredInput } from '../../contact-fields.ts'
import { fillEmpty } from '../fill.ts'

// Pure, because the dashboard shows what a merge will do before it is done.

export const UNDO_DAYS = 30

/** The survivor after the merge. The oldest record survives; its empty fields are filled from the newest other one first. */
export function mergeRecords([survivor, ...merged]: readonly [StoredInput, ...StoredInput[]]): StoredInput {
  return merged.toReversed().reduce(fillFromMerged, survivor)
}

/** Also replaces a status that nobody has changed. */
export function fillFromMerged(own: StoredInput, other: StoredInput): StoredInput {
  const filled = fillEmpty(own, other)
  const status = own.lead.status === FRESH_LEAD.status ? other.lead.status : own.lead.status
  return { ...filled, lead: { ...filled.lead, status } }
}
