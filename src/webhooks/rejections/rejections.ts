import { type Pool, transaction } from '../../db/database.ts'
import { readSlices } from '../../db/paging.ts'
import { type PageInParts, type PageRequest, sliceOf, toPageInParts } from '../../http/pagination.ts'
import { type Receipt, toDelivery, toReceipt } from '../receive/receive.ts'
import { insertDeliveries } from '../receive/store.ts'
import { LISTED_BODY_MAX } from '../schemas.ts'
import { type Rejection, showRejection } from '../show.ts'
import { findSource } from '../sources/store.ts'
import type { Incoming, Provider } from '../verify/contract.ts'
import { countRejections, findRejection, type RejectionRow, removeRejection, selectRejections } from './store.ts'

/** What the verifier refused. Each answer is null or false when there is no such source or rejection. */
export interface Rejections {
  list(workspaceId: string, sourceId: string, page: PageRequest): Promise<PageInParts<Rejection> | null>
  get(workspaceId: string, sourceId: string, id: string): Promise<Rejection | null>
  /** A person vouches for it: it becomes a delivery that nobody has verified. */
  accept(workspaceId: string, sourceId: string, id: string): Promise<Receipt | null>
  delete(workspaceId: string, sourceId: string, id: string): Promise<boolean>
}

export function createRejections(pool: Pool, reads: Pool): Rejections {
  return {
    async list(workspaceId, sourceId, page) {
      const source = await findSource(pool, workspaceId, sourceId)
      if (source === null) return null
      const total = await countRejections(reads, workspaceId, source.id)
      const parts = readSlices(sliceOf(page, total), (part) =>
        selectRejections(reads, workspaceId, source.id, part, LISTED_BODY_MAX),
      )
      return toPageInParts(page, () => total, parts, showRejection)
    },
    async get(workspaceId, sourceId, id) {
      const row = await findRejection(pool, workspaceId, sourceId, id)
      return row && showRejection(row)
    },
    accept: (workspaceId, sourceId, id) =>
      transaction(pool, async (tx) => {
        const source = await findSource(tx, workspaceId, sourceId)
        const row = source && (await removeRejection(tx, workspaceId, source.id, id))
        if (source === null || row === null) return null
        const delivery = toDelivery(toReceived(workspaceId, source.id, row), toIncoming(row), {
          provider: source.provider as Provider,
          selector: source.delivery_id,
          mapped: source.mapping !== null,
          verified: false,
        })
        const [stored] = await insertDeliveries(tx, [delivery])
        return toReceipt(stored!)
      }),
    async delete(workspaceId, sourceId, id) {
      return (await removeRejection(pool, workspaceId, sourceId, id)) !== null
    },
  }
}

type TakenRejection = RejectionRow & { body: Buffer }

/** Under the id it has: that carries the time it came, by which deliveries are sorted. */
function toReceived(workspaceId: string, sourceId: string, row: TakenRejection) {
  return {
    id: row.id,
    workspaceId,
    sourceId,
    receivedAt: row.received_at.getTime(),
    contentType: row.content_type,
    query: row.query,
    headers: row.headers as Incoming['headers'],
    body: row.body,
  }
}

function toIncoming(row: TakenRejection): Incoming {
  return { method: 'POST', headers: row.headers as Incoming['headers'], query: row.query, body: row.body }
}
