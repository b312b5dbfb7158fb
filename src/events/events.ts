import { sumCounts } from '../db/counts.ts'
import type { Pool } from '../db/database.ts'
import type { Pagination } from '../http/pagination.ts'
import type { RenderReceived } from './delivery/courier.ts'
import { showProgress } from './show.ts'
import {
  countFiltered,
  type EventFilter,
  type EventRow,
  findEpoch,
  findEvent,
  findLastPosition,
  isFiltered,
  selectDeliveriesOfEvent,
  selectEvents,
} from './store.ts'

export interface FeedRequest {
  order: 'asc' | 'desc'
  page: number
  limit: number
  /** The feed goes on behind this place. */
  afterPosition: number | null
  /** Of the feed when the place was given. */
  epoch: number
}

export interface ShownEvent {
  id: string
  type: string
  timestamp: string
  data: object
}

export interface Events {
  list(
    workspaceId: string,
    filter: EventFilter,
    request: FeedRequest,
  ): Promise<{ events: ShownEvent[]; pagination: Pagination }>
  get(workspaceId: string, id: string): Promise<(ShownEvent & { deliveries: object[] }) | null>
  /** As the feed and the deliveries show them. */
  show(workspaceId: string, rows: readonly EventRow[]): Promise<ShownEvent[]>
}

export function createEvents(pool: Pool, renderReceived: RenderReceived): Events {
  async function show(workspaceId: string, rows: readonly EventRow[]): Promise<ShownEvent[]> {
    const empty = rows.filter((row) => row.data === null && row.webhook_id !== null)
    const wanted = empty.map((row) => ({ webhook_id: row.webhook_id!, delivery_id: row.subject_id }))
    const received = wanted.length === 0 ? new Map<string, object>() : await renderReceived(workspaceId, wanted)
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      timestamp: row.created_at.toISOString(),
      data: (row.data as object | null) ?? received.get(row.subject_id) ?? { id: row.subject_id, erased: true },
    }))
  }

  return {
    show,
    async list(workspaceId, filter, request) {
      const { order, page, limit } = request
      // After the database went back in time nobody has seen a place of the new epoch, whatever the cursor says.
      const { epoch, startedAfter } = await findEpoch(pool, request.epoch)
      const isAhead = order === 'asc' && startedAfter !== null && (request.afterPosition ?? 0) > startedAfter
      const afterPosition = isAhead ? startedAfter : request.afterPosition
      // Read first: all places up to it can be seen by the statements that follow, so a reader who has come this far has
      // missed nothing, also where the filter left everything out.
      const last = await findLastPosition(pool, workspaceId)
      const total = isFiltered(filter)
        ? await countFiltered(pool, workspaceId, filter)
        : await sumCounts(pool, workspaceId, ['events'])
      const offset = (page - 1) * limit
      const slice = { order, limit: limit + 1, offset, afterPosition, upToPosition: last }
      const rows = await selectEvents(pool, workspaceId, filter, slice)
      const shown = rows.slice(0, limit)
      const isWhole = rows.length > limit
      const end = Math.max(last, afterPosition ?? 0)
      const next =
        order === 'desc'
          ? isWhole && { page: page + 1, position: Number(shown.at(-1)!.position) }
          : { page: isWhole ? page + 1 : page, position: isWhole ? Number(shown.at(-1)!.position) : end }
      const next_cursor = next ? encodeCursor({ order, ...next, epoch }) : null
      return {
        events: await show(workspaceId, shown),
        pagination: { page, limit, total, totalPages: Math.ceil(total / limit), next_cursor },
      }
    },
    async get(workspaceId, id) {
      const row = await findEvent(pool, workspaceId, id)
      if (row === null) return null
      const [event] = await show(workspaceId, [row])
      const deliveries = await selectDeliveriesOfEvent(pool, workspaceId, row.id)
      return {
        ...event!,
        deliveries: deliveries.map((each) => ({ endpoint_id: each.endpoint_id, ...showProgress(each) })),
      }
    },
  }
}

interface FeedCursor {
  order: 'asc' | 'desc'
  page: number
  position: number
  epoch: number
}

function encodeCursor({ order, page, position, epoch }: FeedCursor): string {
  // The first epoch is not written: nearly all installations stay in it, and it had no name in 0.1.
  return Buffer.from(`${order}.${page}.${position}${epoch === 1 ? '' : `.${epoch}`}`).toString('base64url')
}

const CURSOR = /^(asc|desc)\.([1-9]\d{0,9})\.(\d{1,15})(?:\.([1-9]\d{0,5}))?$/

/** Null when it is not one of ours. */
export function decodeCursor(text: string): FeedCursor | null {
  const parts = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (parts === null) return null
  const [, order, page, position, epoch = 1] = parts
  const cursor: FeedCursor = {
    order: order as 'asc' | 'desc',
    page: Number(page),
    position: Number(position),
    epoch: Number(epoch),
  }
  // Decoding forgives what we never wrote.
  return encodeCursor(cursor) === text ? cursor : null
}
