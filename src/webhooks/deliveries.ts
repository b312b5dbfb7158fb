import { isUtf8 } from 'node:buffer'
import { type Db, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { JsonRow } from '../db/statements/bounded.ts'
import { ROWS_SEARCHED_MAX } from '../db/statements/counts.ts'
import { lookInParts, within } from '../db/statements/paging.ts'
import { sendPage } from '../http/answers/answer.ts'
import { type Request, workspaceOf } from '../http/call.ts'
import { answerDeleted, idOf, readQuery } from '../http/input.ts'
import { beginPage, itself, listAll, listInParts, listRows, type PageRequest } from '../http/pagination.ts'
import { hasFilter } from '../http/query.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Details } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { groupDigits } from '../lib/text/text.ts'
import { allForReader } from '../messages/for-reader.ts'
import type { Language } from '../messages/languages.ts'
import { message } from '../messages/message.ts'
import { sentences } from '../messages/sentence.ts'
import { showReason } from '../messages/stored.ts'
import * as store from './delivery-store.ts'
import { toReceipt } from './receive.ts'
import { insertDeliveries } from './receive-store.ts'
import * as schemas from './schemas.ts'
import { findSource } from './source-store.ts'
import type { Incoming } from './verify/checks.ts'
import { deliveryIdOf, selectorOf } from './verify/delivery-id.ts'

// Deliveries that a webhook accepted, and rejections.

type Deps = Pick<Parts, 'pool' | 'reads' | 'clock' | 'ids'>

export const WEBHOOK_NOT_FOUND = message('webhook.not_found')
export const NO_DELIVERY = message('delivery.not_found', { id: '{id}' })
const onWebhook = operationsOf<Deps>('Webhooks', { missing: WEBHOOK_NOT_FOUND })
const onDelivery = operationsOf<Deps>('Webhooks', { missing: NO_DELIVERY })
const onRejection = operationsOf<Deps>('Webhooks', { missing: message('rejection.not_found', { id: '{id}' }) })

const { delivery, rejection, LISTED_BODY_MAX } = schemas
const LISTED = groupDigits(LISTED_BODY_MAX)

function sourceOf(request: Request): store.SourcePlace {
  return [workspaceOf(request), idOf(request)]
}

function placeOf(request: Request, name: 'delivery_id' | 'rejection_id'): store.Place {
  return [...sourceOf(request), idOf(request, name)]
}

export const listDeliveries = onWebhook({
  id: 'listDeliveries',
  summary: 'List what a webhook received',
  description:
    `Newest first, at most ${schemas.DELIVERIES_LIMIT_MAX} a page, with the bodies up to ` +
    `${LISTED} bytes; read larger ones one by one.`,
  query: schemas.deliveriesQuery.schema,
  answers: { 200: pageAnswer('A page of deliveries.', delivery.schema, delivery.example) },
  async handle(deps, request, reply) {
    const { page, filter } = readQuery(request, schemas.deliveriesQuery.read)
    const list = await readDeliveries(deps, sourceOf(request), filter, page)
    return list && sendPage(reply, list)
  },
})

/** Null if there is no such webhook. */
export async function readDeliveries(
  { pool, reads }: Pick<Deps, 'pool' | 'reads'>,
  source: store.SourcePlace,
  filter: schemas.DeliveryFilter,
  page: PageRequest,
  most = ROWS_SEARCHED_MAX,
) {
  const [workspaceId, sourceId] = source
  const place = { workspaceId, sourceId, bodyMax: LISTED_BODY_MAX }
  const list = hasFilter(filter)
    ? await findDeliveries(reads, place, filter, page, most)
    : await listAll(reads, DELIVERIES, place, page)
  const { isEmpty, begun } = await beginPage(list)
  // A webhook is never removed, so one that has a delivery exists.
  return isEmpty && (await findSource(pool, ...source)) === null ? null : begun
}

/** Without an index, deliveries are read one by one; the cursor continues. */
async function findDeliveries(
  db: Db,
  place: store.ListPlace,
  filter: schemas.DeliveryFilter,
  page: PageRequest,
  most: number,
) {
  const source: store.SourcePlace = [place.workspaceId, place.sourceId]
  const { order } = page
  const findEnd = (afterId: string | null) => store.findDeliveriesEnd(db, source, filter, { order, afterId, most })
  const { first: firstEnd, here: end } = await lookInParts(page, findEnd, (found) => found)
  const counted = await store.countDeliveries(db, source, filter, { order, end: firstEnd })
  const matching = within(store.selectMatching(source, filter, place.bodyMax), { order, afterId: null, end })
  return listInParts(page, counted, (slice) => DELIVERIES.selectFrom(db, place, matching, slice), itself, {
    isCapped: counted.isCapped || firstEnd !== null,
    lookedUpTo: end,
  })
}

export const getDelivery = onDelivery({
  id: 'getDelivery',
  summary: 'Read a delivery',
  answers: { 200: recordAnswer('The delivery.', delivery) },
  handle: ({ pool }, request) => readDelivery(pool, placeOf(request, 'delivery_id')),
})

async function readDelivery(db: Db, place: store.Place) {
  const row = await store.findDelivery(db, ...place)
  return row && showDelivery(row)
}

export const getDeliveryBody = onDelivery({
  id: 'getDeliveryBody',
  summary: 'Download the body of a delivery',
  description: 'The bytes exactly as they came, as a file: what a stranger sent is never shown as a page.',
  answers: {
    200: {
      description: 'The bytes.',
      schema: S.string({ format: 'binary' }),
      example: delivery.example.body_text,
      contentType: 'application/octet-stream',
    },
  },
  async handle({ pool }, request, reply) {
    const place = placeOf(request, 'delivery_id')
    const found = await store.findBody(pool, ...place)
    if (found === null) return null
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${place[2]}.bin"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(found.body)
  },
})

export const replayDelivery = onDelivery({
  id: 'replayDelivery',
  idempotent: 'atomic',
  summary: 'Replay a delivery',
  description:
    'Emits `webhook.received` again, under a new event id. When the webhook has a mapping and the delivery has made no ' +
    'contacts yet, it is mapped again, with the mapping as it is now.',
  answers: { 200: recordAnswer('The delivery as it is now.', delivery) },
  handle: ({ pool, clock, ids }, request, _reply, open) =>
    transaction(open ?? pool, async (tx) => {
      const place = placeOf(request, 'delivery_id')
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
      return readDelivery(tx, place)
    }),
})

export const deleteDelivery = onDelivery({
  id: 'deleteDelivery',
  summary: 'Erase a delivery',
  description: 'Contacts that were made from it stay.',
  answers: { 200: deletedAnswer('The delivery is gone.', delivery.example) },
  handle: ({ pool }, request) =>
    answerDeleted(request, (id) => store.removeDelivery(pool, ...sourceOf(request), id), 'delivery_id'),
})

export const listRejections = onWebhook({
  id: 'listRejections',
  summary: 'List what a webhook refused',
  description:
    'Newest first, each with the reason and all that was sent but credentials (bodies up to ' +
    `${LISTED} bytes; read larger ones one by one). The newest 1,000 are kept: a wrong ` +
    'secret loses nothing that is looked at in time.',
  query: schemas.rejectionsQuery.schema,
  answers: { 200: pageAnswer('A page of rejections.', rejection.schema, rejection.example) },
  async handle({ pool, reads }, request, reply) {
    const { page } = readQuery(request, schemas.rejectionsQuery.read)
    const source = sourceOf(request)
    if ((await findSource(pool, ...source)) === null) return null
    const list = await listRows(reads, store.selectRejections(source, LISTED_BODY_MAX), page, showRejection)
    return sendPage(reply, list)
  },
})

export const getRejection = onRejection({
  id: 'getRejection',
  summary: 'Read a rejection',
  answers: { 200: recordAnswer('The rejection.', rejection) },
  async handle({ pool }, request) {
    const row = await store.findRejection(pool, ...placeOf(request, 'rejection_id'))
    return row && showRejection(row)
  },
})

export const acceptRejection = onRejection({
  id: 'acceptRejection',
  idempotent: 'repeatable',
  summary: 'Take a rejection as a delivery',
  description:
    'You vouch for it: it becomes a delivery with `verified` false, under the id and time it has, and goes the way of every ' +
    'delivery. If it came again meanwhile and was taken, it is counted as a duplicate of that one.',
  answers: { 200: recordAnswer('It is a delivery now.', schemas.receipt) },
  handle: ({ pool }, request) =>
    transaction(pool, async (tx) => {
      const place = placeOf(request, 'rejection_id')
      const [workspaceId, sourceId, id] = place
      const source = await findSource(tx, workspaceId, sourceId)
      const row = source && (await store.removeRejection(tx, ...place))
      if (source === null || row === null) return null
      const headers = row.headers as unknown as Incoming['headers']
      const incoming = { method: 'POST', url: '', headers, query: row.query, body: row.body! }
      const { received_at: receivedAt, content_type: contentType } = row
      const received = { ...incoming, id, workspaceId, sourceId, receivedAt: receivedAt.getTime(), contentType }
      const deliveryId = deliveryIdOf(source.provider, selectorOf(source), incoming)
      const accepted = { ...received, verified: false, deliveryId, mapped: source.mapping !== null }
      const [stored] = await insertDeliveries(tx, [accepted])
      return toReceipt(stored!)
    }),
})

export const deleteRejection = onRejection({
  id: 'deleteRejection',
  summary: 'Erase a rejection',
  answers: { 200: deletedAnswer('The rejection is gone.', rejection.example) },
  handle: ({ pool }, request) =>
    answerDeleted(request, (id) => store.removeRejection(pool, ...sourceOf(request), id), 'rejection_id'),
})

/** Events leave out larger bodies; GET shows them. */
const EVENT_BODY_MAX = 16_384

/** The data of events about deliveries, by id: what GET shows, with its webhook; or that the delivery was erased. */
export async function showDeliveryEvent(db: Db, workspaceId: string, wanted: readonly store.DeliveryKey[]) {
  const shown = new Map<string, object>(wanted.map(({ delivery_id: id }) => [id, { id, erased: true }]))
  for (const row of await store.selectForEvents(db, workspaceId, wanted, EVENT_BODY_MAX)) {
    shown.set(row.id, { ...showReceived(row), webhook_id: row.source_id })
  }
  return shown
}

function showDelivery(row: store.DeliveryRow) {
  const { duplicates, replays, mapping_state, mapping_issues, contact_ids } = row
  const state = mapping_state ?? (mapping_issues === null ? 'none' : 'skipped')
  const issues = mapping_issues && allForReader(mapping_issues as Details)
  return { ...showReceived(row), duplicates, replays, mapping: { state, issues, contact_ids } }
}

/** The place of its mapping's problems in a row. */
const ISSUES = 13
const DELIVERIES = store.createDeliveryList(writeDelivery, (row) => row[ISSUES] != null)

/** The same as JSON. */
function writeDelivery(row: JsonRow, language: Language = 'en'): string {
  const [id, receivedAt, contentType, query, headers, sha256, hex, bytes, verified, deliveryId] = row
  const [duplicates, replays, mapped, issues, contactIds] = row.slice(10)
  const body = hex == null ? null : Buffer.from(hex.slice(1, -1), 'hex')
  const isText = body !== null && isUtf8(body)
  const state = mapped ?? (issues == null ? '"none"' : '"skipped"')
  const reasons = issues == null ? null : JSON.stringify(sentences(JSON.parse(issues), language))
  return (
    `{"id":${id},"received_at":${receivedAt},"verified":${verified},"delivery_id":${deliveryId ?? null},` +
    `"content_type":${contentType ?? null},"query":${query},"headers":${headers},"body_bytes":${bytes},` +
    `"body_sha256":${sha256},"body_text":${isText ? JSON.stringify(body.toString()) : null},` +
    `"body_base64":${isText || body === null ? null : `"${body.toString('base64')}"`},` +
    `"duplicates":${duplicates},"replays":${replays},` +
    `"mapping":{"state":${state},"issues":${reasons},"contact_ids":${contactIds}}}`
  )
}

/** The part of a delivery that never changes, so that an event about it is the same in every attempt. */
function showReceived(row: Omit<store.ReceivedRow, 'source_id'>) {
  return showContent(row, { verified: row.verified, delivery_id: row.delivery_id })
}

function showRejection(row: store.RejectionRow) {
  return showContent(row, { code: row.code, ...showReason(row) })
}

function showContent(row: Omit<store.ReceivedRow, 'source_id'> | store.RejectionRow, facts: object) {
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
