import { type Pool, transaction } from '../../db/database.ts'
import { readSlices } from '../../db/paging.ts'
import { type PageRequest, sliceOf, toPageInParts } from '../../http/pagination.ts'
import type { Place } from '../deliveries/store.ts'
import { toDelivery, toReceipt } from '../receive/receive.ts'
import { insertDeliveries } from '../receive/store.ts'
import { LISTED_BODY_MAX } from '../schemas.ts'
import { showRejection } from '../show.ts'
import { findSource } from '../sources/store.ts'
import type { Incoming, Provider } from '../verify/contract.ts'
import { countRejections, findRejection, removeRejection, selectRejections } from './store.ts'

/** What the verifier refused. Each answer is null or false when there is no such source or rejection. */
export function createRejections(pool: Pool, reads: Pool) {
  return {
    async list(workspaceId: string, sourceId: string, page: PageRequest) {
      if ((await findSource(pool, workspaceId, sourceId)) === null) return null
      const total = await countRejections(reads, workspaceId, sourceId)
      const parts = readSlices(sliceOf(page, total), (part) =>
        selectRejections(reads, workspaceId, sourceId, part, LISTED_BODY_MAX),
      )
      return toPageInParts(page, () => total, parts, showRejection)
    },
    async get(...place: Place) {
      const row = await findRejection(pool, ...place)
      return row && showRejection(row)
    },
    /** A person vouches for it: it becomes an unverified delivery. It keeps its id, which carries the time it came. */
    accept: (...place: Place) =>
      transaction(pool, async (tx) => {
        const [workspaceId, sourceId, id] = place
        const source = await findSource(tx, workspaceId, sourceId)
        const row = source && (await removeRejection(tx, ...place))
        if (source === null || row === null) return null
        const headers = row.headers as unknown as Incoming['headers']
        const incoming = { method: 'POST', headers, query: row.query, body: row.body! }
        const { received_at: receivedAt, content_type: contentType } = row
        const received = { ...incoming, id, workspaceId, sourceId, receivedAt: receivedAt.getTime(), contentType }
        const delivery = toDelivery(received, incoming, {
          provider: source.provider as Provider,
          selector: source.delivery_id,
          mapped: source.mapping !== null,
          verified: false,
        })
        const [stored] = await insertDeliveries(tx, [delivery])
        return toReceipt(stored!)
      }),
    delete: async (...place: Place) => (await removeRejection(pool, ...place)) !== null,
  }
}
