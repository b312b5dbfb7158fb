import { type Db, type Pool, transaction } from '../../db/database.ts'
import { readSlices } from '../../db/paging.ts'
import { type PageRequest, sliceOf, toPageInParts } from '../../http/pagination.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Ids } from '../../lib/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { MAP_TASK } from '../receive/store.ts'
import { LISTED_BODY_MAX } from '../schemas.ts'
import { showDelivery, showReceived } from '../show.ts'
import { findSource } from '../sources/store.ts'
import {
  countDeliveries,
  type DeliveryFilter,
  findBody,
  findDelivery,
  insertReplay,
  lockState,
  type Place,
  removeDelivery,
  selectDeliveries,
  selectForEvents,
  updateMapping,
} from './store.ts'

/** Each answer is null or false when there is no such source or delivery. Lists are read from `reads`. */
export function createDeliveries({ pool, reads, clock, ids }: { pool: Pool; reads: Pool; clock: Clock; ids: Ids }) {
  const get = async (db: Db, place: Place) => {
    const row = await findDelivery(db, ...place)
    return row && showDelivery(row)
  }
  return {
    async list(workspaceId: string, sourceId: string, filter: DeliveryFilter, page: PageRequest) {
      if ((await findSource(pool, workspaceId, sourceId)) === null) return null
      const total = await countDeliveries(reads, workspaceId, sourceId, filter)
      const parts = readSlices(sliceOf(page, total), (part) =>
        selectDeliveries(reads, [workspaceId, sourceId], filter, part, LISTED_BODY_MAX),
      )
      return toPageInParts(page, () => total, parts, showDelivery)
    },
    get: (...place: Place) => get(pool, place),
    /** The bytes as they came. */
    body: async (...place: Place) => (await findBody(pool, ...place))?.body ?? null,
    /** Emits its event again, and makes contacts of it if it has made none. */
    replay: (...place: Place) =>
      transaction(pool, async (tx) => {
        const locked = await lockState(tx, ...place)
        if (locked === null) return null
        await insertReplay(tx, place, ids.next())
        const [workspace_id, webhook_id, delivery_id] = place
        const source = await findSource(tx, workspace_id, webhook_id)
        if (source?.mapping && locked.mapping_state !== 'mapped') {
          await updateMapping(tx, place, 'pending', null)
          const payload = { workspace_id, webhook_id, delivery_id }
          await enqueue(tx, { task: MAP_TASK, key: delivery_id, payload, runAt: new Date(clock.now()) })
        }
        return get(tx, place)
      }),
    /** Contacts that were made from it stay. */
    delete: (...place: Place) => removeDelivery(pool, ...place),
  }
}

/** Larger bodies are not sent with the event: whoever wants them reads the delivery. */
const EVENT_BODY_MAX = 16_384

/** What events say about deliveries, by id: as GET shows it, with its webhook; or that it is gone. */
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
