import type { Db, Pool } from '../db/database.ts'
import { readParts } from '../db/statements/paging.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { maySeeEvent } from '../scopes.ts'
import { seesEverything, type Viewer } from './visible.ts'
import type { RenderReceived } from './delivery/courier.ts'
import { showProgress } from './show.ts'
import * as store from './store.ts'

export interface FeedCursor {
  order: 'asc' | 'desc'
  page: number
  position: number
  /** Of the feed when the place was given. */
  epoch: number
}

export interface FeedRequest extends Omit<FeedCursor, 'position'> {
  limit: number
  /** The feed goes on behind this place. */
  afterPosition: number | null
}

export function createEvents(pool: Pool, renderReceived: RenderReceived, tokens: SealedTokens) {
  /** As the feed and the deliveries show them. */
  async function showEvents(workspaceId: string, rows: readonly store.EventRow[]) {
    const empty = rows.filter((row) => row.data === null && row.webhook_id !== null)
    const wanted = empty.map((row) => ({ webhook_id: row.webhook_id!, delivery_id: row.subject_id }))
    const received = wanted.length === 0 ? new Map<string, object>() : await renderReceived(workspaceId, wanted)
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      timestamp: row.created_at.toISOString(),
      subject_version: row.subject_version,
      index: row.change_index,
      data: (row.data as object | null) ?? received.get(row.subject_id) ?? { id: row.subject_id, erased: true },
    }))
  }

  return {
    showEvents,
    async list(workspaceId: string, filter: store.EventFilter, request: FeedRequest) {
      const { order, page, limit } = request
      // After the database went back in time nobody has seen a place of the new epoch, whatever the cursor says.
      const { epoch, startedAfter } = await store.findEpoch(pool, request.epoch)
      const isAhead = order === 'asc' && startedAfter !== null && (request.afterPosition ?? 0) > startedAfter
      const afterPosition = isAhead ? startedAfter : request.afterPosition
      // Read first: all places up to it can be seen by the statements that follow, so a reader who has come this far has
      // missed nothing, also where the filter left everything out.
      const last = await store.findLastPosition(pool, workspaceId)
      const total = await store.countEvents(pool, workspaceId, filter)
      const slice = { order, offset: (page - 1) * limit, upToPosition: last }
      // One more than is shown tells whether the feed goes on.
      const nextRows = readParts(limit + 1, positionOf, (most, after) =>
        store.selectEvents(pool, workspaceId, filter, { ...slice, limit: most, afterPosition: after ?? afterPosition }),
      )
      let left = limit
      let lastShown = 0
      let isWhole = false
      return {
        async next() {
          const rows = await nextRows()
          if (rows === null) return null
          const shown = rows.slice(0, left)
          left -= shown.length
          isWhole = rows.length > shown.length
          if (shown.length > 0) lastShown = positionOf(shown.at(-1)!)
          return showEvents(workspaceId, shown)
        },
        pagination() {
          const end = Math.max(last, afterPosition ?? 0)
          const next = isWhole ? { page: page + 1, position: lastShown } : order === 'asc' && { page, position: end }
          const next_cursor = next ? tokens.seal(encodeCursor({ order, ...next, epoch }), CURSOR) : null
          return { page, limit, total, totalPages: Math.ceil(total / limit), next_cursor }
        },
      }
    },
    /** Null when it is not one of ours. */
    readCursor(text: string, viewer: Viewer): FeedCursor | null {
      const opened = tokens.open(text, CURSOR)
      if (opened !== null) return decodeCursor(opened)
      // Those of 0.1 could be read. Places that a caller can choose would tell how many events lie between two.
      return seesEverything(viewer) ? decodeCursor(Buffer.from(text, 'base64url').toString('latin1')) : null
    },
    async get(workspaceId: string, id: string, viewer: Viewer) {
      const row = await findVisibleEvent(pool, workspaceId, id, viewer)
      if (row === null) return null
      const [event] = await showEvents(workspaceId, [row])
      const deliveries = await store.selectDeliveriesOfEvent(pool, workspaceId, row.id)
      return {
        ...event!,
        deliveries: deliveries.map((each) => ({ endpoint_id: each.endpoint_id, ...showProgress(each) })),
      }
    },
  }
}

export type Events = ReturnType<typeof createEvents>

/** Null also for an event that the viewer may not see. */
export async function findVisibleEvent(db: Db, workspaceId: string, id: string, viewer: Viewer) {
  const row = await store.findEvent(db, workspaceId, id)
  return row !== null && (viewer === null || maySeeEvent(viewer, row.type)) ? row : null
}

function positionOf({ position }: store.EventRow): number {
  return position
}

/** Sealed, because places count all events, also those that a caller may not see. */
const CURSOR = 'event cursor'

function encodeCursor({ order, page, position, epoch }: FeedCursor): string {
  // The first epoch is not written: nearly all installations stay in it, and it had no name in 0.1.
  return `${order}.${page}.${position}${epoch === 1 ? '' : `.${epoch}`}`
}

function decodeCursor(text: string): FeedCursor | null {
  const parts = /^(asc|desc)\.([1-9]\d{0,9})\.(\d{1,15})(?:\.([1-9]\d{0,5}))?$/.exec(text)
  if (parts === null) return null
  const [, order, page, position, epoch = 1] = parts
  return { order: order as 'asc' | 'desc', page: Number(page), position: Number(position), epoch: Number(epoch) }
}
