import { createLoop } from '../../lib/bounds/loop.ts'
import type { Tracing } from '../../lib/trace/tracing.ts'
import { isChat } from '../chat/chat.ts'
import type { RenderReceived } from '../events.ts'
import { LEASE_MS } from '../schedule.ts'
import { type AttemptResult, createSender, type Message, type Send, type SenderOptions } from '../send.ts'
import type { DisableOptions } from './disable.ts'
import { dispatch } from './feed.ts'
import { createResults } from './results.ts'
import { afterAttempt, type Load, MOST_IN_FLIGHT, newLoad, shareSlots } from './slots.ts'
import { type ClaimedDelivery, claimCompany, claimDeliveries, findDueEndpoints, holdEndpoint } from './store.ts'

export interface CourierOptions extends DisableOptions, SenderOptions {
  renderReceived: RenderReceived
  /** Null or absent when tracing is off. */
  tracing?: Tracing | null
  /** From 0 to 1, for the jitter. */
  random?: () => number
}

const IDLE_MS = 500
const HOLD_MS = 60_000
// A process must exit within ten seconds after it was told to stop.
const STOP_MS = 5_000
const MOST_UNWRITTEN = 2 * MOST_IN_FLIGHT
const MOST_LOADS = 10_000
/** Up to this many new leads get a chat message each. If more wait, they share one. */
const LEADS_APART = 10
const LEADS_TOGETHER = 500

interface State extends CourierOptions {
  send: Send
  results: ReturnType<typeof createResults>
  cutOff: AbortController
  loads: Map<string, Load>
  underWay: Set<Promise<void>>
  /** Requests since the start, by outcome. */
  outcomes: { delivered: number; failed: number }
  sendLoop: ReturnType<typeof createLoop>
}

export type Courier = ReturnType<typeof createCourier>

/** Delivers events to endpoints. There is one in each process with workers. */
export function createCourier(options: CourierOptions) {
  const { pool, clock, log, safeFetch, random = Math.random } = options
  const cutOff = new AbortController()
  const state: State = {
    ...options,
    send: createSender(options),
    results: createResults({ ...options, random, signal: cutOff.signal }),
    cutOff,
    loads: new Map(),
    underWay: new Set(),
    outcomes: { delivered: 0, failed: 0 },
    sendLoop: createLoop('event delivery', log, IDLE_MS, async () => (await sendDue(state)) > 0),
  }
  const { send, results, underWay, outcomes, sendLoop } = state
  const dispatchLoop = createLoop('event dispatch', log, IDLE_MS, async () => {
    const { moved, more } = await dispatch(pool, new Date(clock.now()))
    if (moved > 0) sendLoop.wake()
    return more
  })
  return {
    outcomes: outcomes as Readonly<typeof outcomes>,
    start() {
      dispatchLoop.start()
      sendLoop.start()
    },
    /**
     * Starts nothing new, and gives requests under way a moment. Requests that are cut off are sent again after their
     * lease.
     */
    async stop() {
      const timer = setTimeout(() => cutOff.abort(), STOP_MS)
      await Promise.all([dispatchLoop.stop(), sendLoop.stop()])
      while (underWay.size > 0) await Promise.all(underWay)
      await results.settled()
      clearTimeout(timer)
      safeFetch.hangUp()
    },
    /** Dispatches and sends everything that is due, until nothing is. */
    async runDue() {
      for (;;) {
        // Deliveries under way may cause events of their own.
        const wasBusy = underWay.size > 0
        const { moved } = await dispatch(pool, new Date(clock.now()))
        if (moved + (await sendDue(state)) > 0) continue
        if (underWay.size > 0) await Promise.race(underWay)
        else if (!wasBusy) break
      }
      await results.settled()
    },
    send,
    hangUp: safeFetch.hangUp,
  }
}

/** Starts as many requests as there is room for. Returns their number. */
async function sendDue(state: State): Promise<number> {
  const { pool, clock, loads, underWay } = state
  // The database is behind with storing results.
  if (underWay.size >= MOST_UNWRITTEN) return 0
  const now = clock.now()
  const shares = shareSlots(await findDueEndpoints(pool, new Date(now)), loads)
  if (shares.length === 0) return 0
  const claimed = await claimDeliveries(pool, shares, new Date(now), new Date(now + LEASE_MS))
  for (const { id, doubtful } of shares) loadOf(state, id).doubtful = doubtful
  const received = await renderEmpty(state, claimed)
  for (const delivery of claimed) {
    const work = traced(state, delivery, received.get(delivery.event_id) ?? delivery.data).finally(() => {
      underWay.delete(work)
    })
    underWay.add(work)
  }
  return claimed.length
}

/**
 * Each delivery is its own trace, found by the id of the event, which the receiver has too. The trace of the request is
 * not stored with the event, because the statement that stores contacts would have to carry it for all of them.
 */
function traced(state: State, delivery: ClaimedDelivery, data: string | null): Promise<void> {
  const { tracing = null } = state
  if (tracing === null) return deliver(state, delivery, data)
  const attributes = { 'doorpost.event_id': delivery.event_id, 'doorpost.event_type': delivery.type }
  return tracing.runWork({ name: 'event delivery', attributes }, () => deliver(state, delivery, data))
}

/** Never rejects. */
async function deliver(state: State, delivery: ClaimedDelivery, data: string | null): Promise<void> {
  const { outcomes, safeFetch, results, log, sendLoop } = state
  const load = loadOf(state, delivery.endpoint_id)
  load.inFlight++
  let isHeld = true
  const release = () => {
    if (isHeld) load.inFlight--
    isHeld = false
    sendLoop.wake()
  }
  try {
    const alongside = isNewLeadForChat(delivery) ? await claimLeads(state, delivery) : []
    const result = await attempt(state, delivery, data, alongside)
    if (result === null) return
    const delivered = result.outcome === 'delivered'
    outcomes[delivered ? 'delivered' : 'failed']++
    afterAttempt(load, delivered)
    if (!delivered) safeFetch.hangUp(delivery.endpoint_id)
    // After a failure, nothing more is started until it is stored, together with the state of the circuit.
    if (delivered) release()
    const saves = alongside.map((each) => results.save(each, result, { isAlongside: true }))
    await Promise.all([results.save(delivery, result), ...saves])
  } catch (error) {
    log.warn(
      { err: error, event: delivery.event_id },
      'the result of an event delivery was not saved; the event is sent again',
    )
  } finally {
    release()
  }
}

/** Null if our own fault prevented it: the delivery then waits, and no attempt is used up. */
async function attempt(
  { send, cutOff, pool, clock, log }: State,
  delivery: ClaimedDelivery,
  data: string | null,
  alongside: readonly ClaimedDelivery[],
): Promise<AttemptResult | null> {
  const { target } = delivery
  try {
    const others = alongside.map((each) => toMessage(each, each.data))
    const result = await send(target, toMessage(delivery, data), cutOff.signal, others)
    return cutOff.signal.aborted && result.outcome === 'timeout' ? null : result
  } catch (error) {
    log.error({ err: error, endpoint: target.id }, 'event could not be sent')
    await holdEndpoint(pool, target.id, new Date(clock.now() + HOLD_MS))
    return null
  }
}

function isNewLeadForChat({ type, target }: ClaimedDelivery): boolean {
  return type === 'contact.created' && isChat(target.kind)
}

/** Claims the other new leads for the same chat if there are many: an import is one message, not thousands. */
function claimLeads({ pool, clock }: State, delivery: ClaimedDelivery): Promise<ClaimedDelivery[]> {
  const now = clock.now()
  const limits = { fewest: LEADS_APART, most: LEADS_TOGETHER }
  return claimCompany(pool, delivery, new Date(now), new Date(now + LEASE_MS), limits)
}

/** The data of deliveries that carry none, by event id. */
async function renderEmpty({ renderReceived }: State, claimed: readonly ClaimedDelivery[]) {
  const texts = new Map<string, string>()
  const empty = claimed.filter((delivery) => delivery.data === null && delivery.webhook_id !== null)
  for (const [workspaceId, deliveries] of Map.groupBy(empty, ({ workspace_id }) => workspace_id)) {
    const wanted = deliveries.map((each) => ({ webhook_id: each.webhook_id!, delivery_id: each.subject_id }))
    const shown = await renderReceived(workspaceId, wanted)
    for (const { event_id, subject_id } of deliveries) {
      texts.set(event_id, JSON.stringify(shown.get(subject_id) ?? { id: subject_id, erased: true }))
    }
  }
  return texts
}

function loadOf({ loads }: State, endpointId: string): Load {
  const load = loads.get(endpointId) ?? newLoad()
  if (loads.size >= MOST_LOADS) for (const [id, { inFlight }] of loads) if (inFlight === 0) loads.delete(id)
  loads.set(endpointId, load)
  return load
}

function toMessage(delivery: ClaimedDelivery, data: string | null): Message {
  const { event_id: id, type, created_at: createdAt, subject_version: subjectVersion, change_index: index } = delivery
  return { id, type, createdAt, subjectVersion, index, data: data ?? 'null' }
}
