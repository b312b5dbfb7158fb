import { sumCounts } from '../../db/counts.ts'
import { type Db, type Pool, transaction } from '../../db/database.ts'
import { readSlices } from '../../db/paging.ts'
import { type PageInParts, type PageRequest, sliceOf, toPageInParts } from '../../http/pagination.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Ids } from '../../lib/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { MAP_TASK } from '../receive/store.ts'
import { LISTED_BODY_MAX } from '../schemas.ts'
import { type Delivery, showDelivery, showReceived } from '../show.ts'
import { findSource } from '../sources/store.ts'
import {
  countFiltered,
  type DeliveryFilter,
  findBody,
  findDelivery,
  insertReplay,
  isFiltered,
  lockState,
  removeDelivery,
  selectDeliveries,
  selectForEvents,
  updateMapping,
} from './store.ts'

/** A delivery is named by its source and its own id. Each answer is null or false when there is none of them. */
export interface Deliveries {
  list(
    workspaceId: string,
    sourceId: string,
    filter: DeliveryFilter,
    page: PageRequest,
  ): Promise<PageInParts<Delivery> | null>
  get(workspaceId: string, sourceId: string, id: string): Promise<Delivery | null>
  /** The bytes as they came. */
  body(workspaceId: string, sourceId: string, id: string): Promise<Buffer | null>
  /** Tells of it again, and makes contacts of it if it has made none. */
  replay(workspaceId: string, sourceId: string, id: string): Promise<Delivery | null>
  /** Contacts that were made from it stay. */
  delete(workspaceId: string, sourceId: string, id: string): Promise<boolean>
}

export interface DeliveriesOptions {
  pool: Pool
  /** For lists and searches. */
  reads: Pool
  clock: Clock
  ids: Ids
}

export function createDeliveries({ pool, reads, clock, ids }: DeliveriesOptions): Deliveries {
  const get = async (db: Db, workspaceId: string, sourceId: string, id: string) => {
    const row = await findDelivery(db, workspaceId, sourceId, id)
    return row && showDelivery(row)
  }
  return {
    async list(workspaceId, sourceId, filter, page) {
      const source = await findSource(pool, workspaceId, sourceId)
      if (source === null) return null
      const total = isFiltered(filter)
        ? await countFiltered(reads, workspaceId, source.id, filter)
        : await sumCounts(reads, workspaceId, [`deliveries:${source.id}`])
      const parts = readSlices(sliceOf(page, total), (part) =>
        selectDeliveries(reads, workspaceId, source.id, filter, part, LISTED_BODY_MAX),
      )
      return toPageInParts(page, () => total, parts, showDelivery)
    },
    get: (workspaceId, sourceId, id) => get(pool, workspaceId, sourceId, id),
    async body(workspaceId, sourceId, id) {
      return (await findBody(pool, workspaceId, sourceId, id))?.body ?? null
    },
    replay: (workspaceId, sourceId, id) =>
      transaction(pool, async (tx) => {
        const locked = await lockState(tx, workspaceId, sourceId, id)
        if (locked === null) return null
        await insertReplay(tx, workspaceId, sourceId, id, ids.next())
        const source = await findSource(tx, workspaceId, sourceId)
        if (source?.mapping && locked.state !== 'mapped') {
          await updateMapping(tx, workspaceId, sourceId, id, { state: 'pending', issues: null })
          const payload = { workspace_id: workspaceId, webhook_id: sourceId, delivery_id: id }
          await enqueue(tx, { task: MAP_TASK, key: id, payload, runAt: new Date(clock.now()) })
        }
        return get(tx, workspaceId, sourceId, id)
      }),
    delete: (workspaceId, sourceId, id) => removeDelivery(pool, workspaceId, sourceId, id),
  }
}

/** Larger bodies are not sent with the event: whoever wants them reads the delivery. */
const EVENT_BODY_MAX = 16_384

/** What events say of deliveries, by the id of each: as GET shows it, with its webhook; or that it is gone. */
export async function showDeliveryEvent(
  db: Db,
  workspaceId: string,
  wanted: ReadonlyArray<{ webhook_id: string; delivery_id: string }>,
): Promise<Map<string, object>> {
  const shown = new Map<string, object>(wanted.map(({ delivery_id: id }) => [id, { id, erased: true }]))
  for (const row of await selectForEvents(db, workspaceId, wanted, EVENT_BODY_MAX)) {
    shown.set(row.id, { ...showReceived(row), webhook_id: row.source_id })
  }
  return shown
}
