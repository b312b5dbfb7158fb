import { isUtf8 } from 'node:buffer'
import { type Db, type Pool, type Tx, transaction } from '../db/database.ts'
import { ROWS_SEARCHED_MAX } from '../db/statements/counts.ts'
import { lookInParts, type Slice } from '../db/statements/paging.ts'
import { listInParts, type PageRequest } from '../http/pagination.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Ids } from '../lib/ids.ts'
import type { Details } from '../lib/issues.ts'
import type { Clock } from '../lib/time/clock.ts'
import { sentences } from '../messages/sentence.ts'
import { showReason } from '../messages/stored.ts'
import * as store from './delivery-store.ts'
import type { DeliveryFilter } from './input.ts'
import { toReceipt } from './receive.ts'
import { insertDeliveries } from './receive-store.ts'
import { LISTED_BODY_MAX, type MappingState } from './schemas.ts'
import { findSource } from './source-store.ts'
import type { Incoming } from './verify/checks.ts'
import { deliveryIdOf } from './verify/delivery-id.ts'

/** Each answer is null when there is no such source or delivery. Lists are read from `reads`. */
export function createDeliveries(options: {
  pool: Pool
  reads: Pool
  clock: Clock
  ids: Ids
  /** For tests: how many deliveries a search reads for one page. */
  searchedMax?: number
}) {
  const { pool, reads, clock, ids, searchedMax = ROWS_SEARCHED_MAX } = options
  const get = async (db: Db, place: store.Place) => {
    const row = await store.findDelivery(db, ...place)
    return row && showDelivery(row)
  }
  return {
    async list(source: store.SourcePlace, filter: DeliveryFilter, page: PageRequest) {
      if ((await findSource(pool, ...source)) === null) return null
      // A search reads deliveries one by one: the newest, and by cursor the next ones.
      const findEnd = async (afterId: string | null) =>
        filter.search === null ? null : store.findDeliveriesEnd(reads, source, filter, { afterId, most: searchedMax })
      const within = (end: string | null) => (end === null ? filter : { ...filter, fromId: end })
      const { first: firstEnd, here: end } = await lookInParts(page.afterId, findEnd, (found) => found)
      const counted = await store.countDeliveries(reads, source, within(firstEnd))
      const select = (slice: Slice) => store.selectDeliveries(reads, source, within(end), slice, LISTED_BODY_MAX)
      const shown = { isCapped: counted.isCapped || firstEnd !== null, lookedUpTo: end }
      return listInParts(page, counted, select, showDelivery, shown)
    },
    get: (...place: store.Place) => get(pool, place),
    body: async (...place: store.Place) => (await store.findBody(pool, ...place))?.body ?? null,
    /** Emits its event again, and makes contacts of it if it has made none. */
    replay: (open: Tx | null, ...place: store.Place) =>
      transaction(open ?? pool, async (tx) => {
        const locked = await store.lockState(tx, ...place)
        if (locked === null) return null
        await store.insertReplay(tx, place, ids.next())
        const [workspace_id, webhook_id, delivery_id] = place
        const source = await findSource(tx, workspace_id, webhook_id)
        if (source?.mapping && locked.mapping_state !== 'mapped') {
          await store.updateMapping(tx, place, 'pending', null)
          const payload = { workspace_id, webhook_id, delivery_id }
          await enqueue(tx, { task: 'webhook.map', key: delivery_id, payload, runAt: new Date(clock.now()) })
        }
        return get(tx, place)
      }),
    delete: async (...place: store.Place) => ((await store.removeDelivery(pool, ...place)) ? deleted(place) : null),
  }
}

/** Deliveries that were refused. Each answer is null if there is no such source or rejection. */
export function createRejections(pool: Pool, reads: Pool) {
  return {
    async list(source: store.SourcePlace, page: PageRequest) {
      if ((await findSource(pool, ...source)) === null) return null
      const total = await store.countRejections(reads, source)
      const select = (slice: Slice) => store.selectRejections(reads, source, slice, LISTED_BODY_MAX)
      return listInParts(page, { total }, select, showRejection)
    },
    async get(...place: store.Place) {
      const row = await store.findRejection(pool, ...place)
      return row && showRejection(row)
    },
    /** A person vouches for it: it becomes an unverified delivery. It keeps its id, which carries the time it came. */
    accept: (...place: store.Place) =>
      transaction(pool, async (tx) => {
        const [workspaceId, sourceId, id] = place
        const source = await findSource(tx, workspaceId, sourceId)
        const row = source && (await store.removeRejection(tx, ...place))
        if (source === null || row === null) return null
        const headers = row.headers as unknown as Incoming['headers']
        const incoming = { method: 'POST', headers, query: row.query, body: row.body! }
        const { received_at: receivedAt, content_type: contentType } = row
        const received = { ...incoming, id, workspaceId, sourceId, receivedAt: receivedAt.getTime(), contentType }
        const deliveryId = deliveryIdOf(source.provider, source.delivery_id, incoming)
        const delivery = { ...received, verified: false, deliveryId, mapped: source.mapping !== null }
        const [stored] = await insertDeliveries(tx, [delivery])
        return toReceipt(stored!)
      }),
    delete: async (...place: store.Place) => ((await store.removeRejection(pool, ...place)) ? deleted(place) : null),
  }
}

function deleted([, , id]: store.Place) {
  return { id, deleted: true }
}

/** Events leave out larger bodies; GET shows them. */
const EVENT_BODY_MAX = 16_384

/** The data of events about deliveries, by id: as GET shows it, with its webhook; or that it was erased. */
export async function showDeliveryEvent(db: Db, workspaceId: string, wanted: readonly store.DeliveryKey[]) {
  const shown = new Map<string, object>(wanted.map(({ delivery_id: id }) => [id, { id, erased: true }]))
  for (const row of await store.selectForEvents(db, workspaceId, wanted, EVENT_BODY_MAX)) {
    shown.set(row.id, { ...showReceived(row), webhook_id: row.source_id })
  }
  return shown
}

function showDelivery(row: store.DeliveryRow) {
  const { duplicates, replays, mapping_issues, contact_ids } = row
  const mapping = {
    state: mappingStateOf(row),
    issues: mapping_issues && sentences(mapping_issues as Details),
    contact_ids,
  }
  return { ...showReceived(row), duplicates, replays, mapping }
}

/** The part of a delivery that never changes, so that an event about it is the same in every attempt. */
function showReceived(row: store.ReceivedRow) {
  return showContent(row, { verified: row.verified, delivery_id: row.delivery_id })
}

function showRejection(row: store.RejectionRow) {
  return showContent(row, { code: row.code, ...showReason(row) })
}

function mappingStateOf({ mapping_state, mapping_issues }: store.DeliveryRow): MappingState {
  return (mapping_state as MappingState | null) ?? (mapping_issues === null ? 'none' : 'skipped')
}

function showContent<Facts extends object>(row: store.ReceivedRow | store.RejectionRow, facts: Facts) {
  const { id, received_at, content_type, query, headers, body_bytes, body_sha256, body } = row
  const isText = body !== null && isUtf8(body)
  return {
    id,
    received_at: received_at.toISOString(),
    ...facts,
    content_type,
    query,
    headers,
    body_bytes,
    body_sha256: body_sha256.toString('hex'),
    body_text: isText ? body.toString() : null,
    body_base64: isText ? null : (body?.toString('base64') ?? null),
  }
}
