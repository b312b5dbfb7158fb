import { type Pool, type Tx, transaction } from '../../db/database.ts'
import { lockLeadQueue } from '../../db/statements/counts.ts'
import { timeOfId } from '../../lib/ids.ts'
import { HOUR_MS } from '../../lib/time/span.ts'
import { type LeadRange, putBack, resolveLeads, takeRanges } from './fold-store.ts'
import { foldQuarters, QUARTERS_STEP } from './quarters.ts'

/** Rows of the queue, and contacts, of one transaction: a deletion may have to wait for it. */
const RANGES_STEP = 1_000
const CONTACTS_STEP = 1_000
/**
 * Ranges that are this close become one: what lies between them is only looked at in vain. And where the contacts of a
 * person are all in one range, none of them is looked at for the sake of another.
 */
const GAP_MS = HOUR_MS

/**
 * Works off lead_queue: finds the touches of new contacts and counts them. Whoever calls it while it runs gets another run,
 * so that all that was committed before the call is counted. Returns false when the time was over before the queue was empty.
 */
export function createFold(pool: Pool) {
  let running: Promise<boolean> | null = null
  let next: Promise<boolean> | null = null

  const start = (limitMs: number): Promise<boolean> => {
    running = foldAll(pool, limitMs).finally(() => {
      running = null
    })
    return running
  }
  return (limitMs = Number.POSITIVE_INFINITY): Promise<boolean> => {
    if (running === null) return start(limitMs)
    next ??= running
      .catch(() => false)
      .then(() => {
        next = null
        return running === null ? start(limitMs) : running
      })
    return next
  }
}

/**
 * Counts the contacts that came in and tells the index of searches about them, but leaves their touches to the fold, which
 * needs hours for a million of them. The index does not wait for that.
 */
export async function countArrivals(pool: Pool): Promise<void> {
  while (await transaction(pool, countStep));
}

/** Returns whether there may be more. */
async function countStep(tx: Tx): Promise<boolean> {
  await lockLeadQueue(tx)
  const taken = await takeRanges(tx, RANGES_STEP, 'new')
  for (const range of mergeRanges(taken)) await putBack(tx, range)
  return taken.length === RANGES_STEP
}

async function foldAll(pool: Pool, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  while (await transaction(pool, foldStep)) {
    if (performance.now() > end) return false
  }
  return true
}

/** Returns whether there may be more. */
async function foldStep(tx: Tx): Promise<boolean> {
  await lockLeadQueue(tx)
  const taken = await takeRanges(tx, RANGES_STEP)
  let left = CONTACTS_STEP
  let hasMore = taken.length === RANGES_STEP
  for (const range of mergeRanges(taken)) {
    if (left > 0) {
      const { contacts, last_id } = await resolveLeads(tx, range, left)
      left -= contacts
      if (left > 0 || last_id === null) continue
      // The last one is looked at again, which changes nothing.
      if (last_id < range.to_id) await putBack(tx, { ...range, from_id: last_id })
      hasMore = true
    } else {
      await putBack(tx, range)
      hasMore = true
    }
  }
  return (await foldQuarters(tx)) === QUARTERS_STEP || hasMore
}

/** Oldest first. Statements that run at the same time store contacts in turns, so their ranges overlap. */
function mergeRanges(ranges: readonly LeadRange[]): LeadRange[] {
  const merged: LeadRange[] = []
  const keyOf = ({ workspace_id, whole, from_id }: LeadRange) => `${workspace_id} ${whole} ${from_id}`
  for (const range of [...ranges].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const last = merged.at(-1)
    const isSame = last?.workspace_id === range.workspace_id && last.whole === range.whole
    const gapMs = last ? timeOfId(range.from_id) - timeOfId(last.to_id) : 0
    if (!last || !isSame || gapMs > (range.whole ? -1 : GAP_MS)) merged.push({ ...range })
    else if (range.to_id > last.to_id) last.to_id = range.to_id
  }
  return merged
}
