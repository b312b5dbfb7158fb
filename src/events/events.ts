import { type Db, type Pool, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { readParts, WrittenRow } from '../db/statements/paging.ts'
import { ApiError } from '../errors.ts'
import { type PageRequest, type Pagination, refuseFarPage, sliceOf, toPage } from '../http/pagination.ts'
import { hasFilter } from '../http/query.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { message } from '../messages/message.ts'
import { showAttemptMessage } from '../messages/stored.ts'
import { maySeeEvent, scopeOfEvent } from '../scopes.ts'
import { findEndpoint } from './endpoint-store.ts'
import { refuseDisabled } from './endpoints.ts'
import { event, eventAttempt, eventDelivery } from './schemas.ts'
import * as store from './store.ts'
import { seesEverything, type Viewer } from './visible.ts'

/** Renders the data of webhook.received, by the id of the delivery. The text must be the same every time. */
export type RenderReceived = (
  workspaceId: string,
  deliveries: Array<{ webhook_id: string; delivery_id: string }>,
) => Promise<Map<string, object>>

export interface FeedCursor {
  order: 'asc' | 'desc'
  page: number
  position: number
  /** The epoch of the feed when the cursor was issued. */
  epoch: number
}

export interface FeedRequest extends Omit<FeedCursor, 'position'> {
  limit: number
  /** The page begins after this position. */
  afterPosition: number | null
}

export type Events = ReturnType<typeof createEvents>

export function createEvents(pool: Pool, renderReceived: RenderReceived, tokens: SealedTokens) {
  async function showEvents(workspaceId: string, rows: readonly store.EventRow[]) {
    const missing = await findMissing(workspaceId, rows)
    return rows.map((row) => event.show({ ...row, data: row.data ?? missing(row) }))
  }

  /** The data of events that have none stored. */
  async function findMissing(workspaceId: string, rows: ReadonlyArray<store.EventRow | store.FeedRow>) {
    const empty = rows.filter((row) => row.data === null && row.webhook_id !== null)
    const wanted = empty.map((row) => ({ webhook_id: row.webhook_id!, delivery_id: row.subject_id }))
    const received = wanted.length === 0 ? new Map<string, object>() : await renderReceived(workspaceId, wanted)
    return ({ subject_id: id }: { subject_id: string }) => received.get(id) ?? { id, erased: true }
  }

  async function writeEvents(workspaceId: string, rows: readonly store.FeedRow[]) {
    const missing = await findMissing(workspaceId, rows)
    return rows.map((row) => {
      const data = row.data ?? JSON.stringify(missing(row))
      return new WrittenRow(row.id, `{${row.head},"data":${data}}`)
    })
  }

  return {
    showEvents,
    async list(workspaceId: string, sent: store.EventFilter, request: FeedRequest) {
      const { order, page, limit } = request
      const offset = (page - 1) * limit
      if (request.afterPosition === null && hasFilter(sent)) refuseFarPage(offset, Number.POSITIVE_INFINITY)
      const isFirst = request.afterPosition === null && page === 1 && !hasFilter(sent)
      const first = isFirst ? await store.selectFirstEvents(pool, { workspaceId, order, limit: limit + 1 }) : null
      // Reads the end first: the following statements see all positions up to it, so a reader who has come this far has
      // missed nothing, even if the filter left everything out.
      const end = first?.end ?? (await store.findEnd(pool, workspaceId, request.epoch))
      const { epoch, started_after: startedAfter, last } = end
      // After a restore to an older state, no reader has seen a position of the new epoch, whatever the cursor says.
      const isAhead = order === 'asc' && startedAfter !== null && (request.afterPosition ?? 0) > startedAfter
      const afterPosition = isAhead ? startedAfter : request.afterPosition
      const filter = await store.completeFilter(pool, workspaceId, sent)
      const counted = await store.countEvents(pool, workspaceId, filter)
      const total = counted?.total ?? end.count
      const slice = { order, offset, upToPosition: last }
      // One extra row shows whether the feed continues.
      const nextRows = readParts(limit + 1, positionOf, async (most, after) =>
        first?.end && after === null
          ? first.part
          : store.selectEvents(pool, workspaceId, filter, {
              ...slice,
              limit: most,
              afterPosition: after ?? afterPosition,
            }),
      )
      let left = limit
      let lastShown = 0
      let goesOn = false
      return {
        async next() {
          const rows = await nextRows()
          if (rows === null) return null
          const shown = rows.slice(0, left)
          left -= shown.length
          goesOn = rows.length > shown.length
          if (shown.length > 0) lastShown = positionOf(shown.at(-1)!)
          return writeEvents(workspaceId, shown)
        },
        isEndless: order === 'asc',
        pagination() {
          const newest = Math.max(last, afterPosition ?? 0)
          const next = goesOn ? { page: page + 1, position: lastShown } : order === 'asc' && { page, position: newest }
          const next_cursor = next ? tokens.seal(encodeCursor({ order, ...next, epoch }), CURSOR) : null
          const pagination: Pagination = { page, limit, total, totalPages: Math.ceil(total / limit), next_cursor }
          if (counted?.isCapped) pagination.total_is_capped = true
          return pagination
        },
      }
    },
    /** Null if it is not one of ours. */
    readCursor(text: string, viewer: Viewer): FeedCursor | null {
      const opened = tokens.open(text, CURSOR)
      if (opened !== null) return decodeCursor(opened)
      // Cursors of version 0.1 were readable. A caller who can choose positions could count the events between two of
      // them.
      return seesEverything(viewer) ? decodeCursor(Buffer.from(text, 'base64url').toString('latin1')) : null
    },
    async get(workspaceId: string, id: string, viewer: Viewer) {
      const row = await findVisibleEvent(pool, workspaceId, id, viewer)
      if (row === null) return null
      const [shown] = await showEvents(workspaceId, [row])
      return { ...shown!, deliveries: await store.selectDeliveriesOfEvent(pool, workspaceId, row.id) }
    },
  }
}

interface EventDeliveriesOptions extends Pick<Parts, 'pool' | 'reads' | 'clock'> {
  events: Events
}

export type EventDeliveries = ReturnType<typeof createEventDeliveries>

/** Results are null if there is no such endpoint or delivery, and for events that the viewer may not see. */
export function createEventDeliveries({ pool, reads, clock, events }: EventDeliveriesOptions) {
  return {
    async list(workspaceId: string, endpointId: string, filter: store.DeliveryFilter, page: PageRequest) {
      if ((await findEndpoint(pool, workspaceId, endpointId)) === null) return null
      const { total, isCapped } = await store.countDeliveries(reads, endpointId, filter)
      const slice = sliceOf(page, isCapped ? Number.POSITIVE_INFINITY : total)
      const found = await store.selectDeliveries(reads, endpointId, filter, slice)
      const { rows, pagination } = toPage(page, total, found, { isCapped })
      return { data: rows.map(showDelivery), pagination }
    },
    async get({ workspaceId, endpointId, eventId }: store.DeliveryRef, viewer: Viewer) {
      if ((await findEndpoint(pool, workspaceId, endpointId)) === null) return null
      const row = await store.findDelivery(pool, endpointId, eventId)
      const found = await findVisibleEvent(pool, workspaceId, eventId, viewer)
      if (row === null || found === null) return null
      const [shown] = await events.showEvents(workspaceId, [found])
      const attempts = (await store.selectAttempts(pool, endpointId, eventId)).map(showAttempt)
      return { ...showDelivery(row), attempts, event: shown! }
    },
    resend: (open: Tx | null, delivery: store.DeliveryRef, viewer: Viewer) =>
      transaction(open ?? pool, async (tx) => {
        const { workspaceId, endpointId, eventId } = delivery
        const endpoint = await findEndpoint(tx, workspaceId, endpointId)
        const found = await findVisibleEvent(tx, workspaceId, eventId, viewer)
        if (endpoint === null || found === null) return null
        refuseUngranted(endpoint, found.type)
        refuseDisabled(endpoint.status)
        await store.restartDelivery(tx, delivery, new Date(clock.now()))
        return showDelivery((await store.findDelivery(tx, endpointId, eventId))!)
      }),
  }
}

function showDelivery(row: store.ListedDelivery) {
  return eventDelivery.show({ ...row, event_id: row.id })
}

function showAttempt(row: store.AttemptRow) {
  return eventAttempt.show({ ...row, ...showAttemptMessage(row) })
}

/** The caller who chose the endpoint's events could not see this type, so it must not be sent there. */
function refuseUngranted({ scopes }: { scopes: string[] | null }, type: string): void {
  if (scopes === null || maySeeEvent(new Set(scopes), type)) return
  const values = { type, scope: scopeOfEvent(type) ?? '', id: '{id}' }
  throw new ApiError('forbidden', { message: message('endpoint.not_granted', values) })
}

/** Also null for an event that the viewer may not see. */
async function findVisibleEvent(db: Db, workspaceId: string, id: string, viewer: Viewer) {
  const row = await store.findEvent(db, workspaceId, id)
  return row !== null && (viewer === null || maySeeEvent(viewer, row.type)) ? row : null
}

function positionOf({ position }: store.FeedRow): number {
  return position
}

/** Sealed, because positions count all events, including those that a caller may not see. */
const CURSOR = 'event cursor'

function encodeCursor({ order, page, position, epoch }: FeedCursor): string {
  // The first epoch is left out: nearly all installations stay in it, and version 0.1 had no epochs.
  return `${order}.${page}.${position}${epoch === 1 ? '' : `.${epoch}`}`
}

function decodeCursor(text: string): FeedCursor | null {
  const parts = /^(asc|desc)\.([1-9]\d{0,9})\.(\d{1,15})(?:\.([1-9]\d{0,5}))?$/.exec(text)
  if (parts === null) return null
  const [, order, page, position, epoch = 1] = parts
  return { order: order as 'asc' | 'desc', page: Number(page), position: Number(position), epoch: Number(epoch) }
}
