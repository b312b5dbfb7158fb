import { createLoop } from '../../lib/bounds/loop.ts'
import type { Tracing } from '../../lib/trace/tracing.ts'
import { isChat } from '../chat/kinds.ts'
import { type AttemptResult, createSender, type Message, type SenderOptions, type Target } from '../send.ts'
import { dispatch } from './dispatch.ts'
import type { EndingOptions } from './disable.ts'
import { createResults } from './results.ts'
import { LEASE_MS } from '../schedule.ts'
import { afterAttempt, type Load, MOST_IN_FLIGHT, newLoad, shareSlots } from './slots.ts'
import { type ClaimedDelivery, claimCompany, claimDeliveries, findDueEndpoints, holdEndpoint } from './store.ts'

/** The data of webhook.received, by the id of the delivery: it must give the same text every time. */
export type RenderReceived = (
  workspaceId: string,
  deliveries: Array<{ webhook_id: string; delivery_id: string }>,
) => Promise<Map<string, object>>

export interface CourierOptions extends EndingOptions, SenderOptions {
  renderReceived: RenderReceived
  /** Null, or left out, when nothing is traced. */
  tracing?: Tracing | null
  /** From 0 to 1, for the jitter. */
  random?: () => number
}

const IDLE_MS = 500
const HOLD_MS = 60_000
// A process has to be gone ten seconds after it was told to stop.
const STOP_MS = 5_000
const MOST_UNWRITTEN = 2 * MOST_IN_FLIGHT
const MOST_LOADS = 10_000
/** This many new leads get a message each in a chat. When more wait, they share one. */
const LEADS_APART = 10
const LEADS_TOGETHER = 500

/** Takes events to endpoints. One in each process with workers. */
export function createCourier(options: CourierOptions) {
  const { pool, clock, log, safeFetch, renderReceived, tracing = null, random = Math.random } = options
  const send = createSender(options)
  const cutOff = new AbortController()
  const results = createResults({ ...options, random, signal: cutOff.signal })
  const loads = new Map<string, Load>()
  const underWay = new Set<Promise<void>>()
  const outcomes = { delivered: 0, failed: 0 }

  const dispatchLoop = createLoop('event dispatch', log, IDLE_MS, dispatchDue)
  const sendLoop = createLoop('event delivery', log, IDLE_MS, async () => (await sendDue()) > 0)

  async function dispatchDue(): Promise<boolean> {
    const { moved, more } = await dispatch(pool, new Date(clock.now()))
    if (moved > 0) sendLoop.wake()
    return more
  }

  /** Begins as many requests as there is room for. Returns how many. */
  async function sendDue(): Promise<number> {
    // The database is behind with results.
    if (underWay.size >= MOST_UNWRITTEN) return 0
    const now = clock.now()
    const shares = shareSlots(await findDueEndpoints(pool, new Date(now)), loads)
    if (shares.length === 0) return 0
    const claimed = await claimDeliveries(pool, shares, new Date(now), new Date(now + LEASE_MS))
    for (const { id, doubtful } of shares) loadOf(id).doubtful = doubtful
    const received = await render(claimed)
    for (const delivery of claimed) {
      const work = traced(delivery, received.get(delivery.event_id) ?? delivery.data).finally(() => {
        underWay.delete(work)
      })
      underWay.add(work)
    }
    return claimed.length
  }

  /**
   * A trace of its own, found by the id of the event, which the receiver has as well. The trace of the request is not kept
   * with the event: the statement that takes contacts in would have to carry it, for all of them.
   */
  function traced(delivery: ClaimedDelivery, data: string | null): Promise<void> {
    if (tracing === null) return deliver(delivery, data)
    const attributes = { 'doorpost.event_id': delivery.event_id, 'doorpost.event_type': delivery.type }
    return tracing.runWork({ name: 'event delivery', attributes }, () => deliver(delivery, data))
  }

  /** Never rejects. */
  async function deliver(delivery: ClaimedDelivery, data: string | null): Promise<void> {
    const load = loadOf(delivery.endpoint_id)
    load.inFlight++
    let isHeld = true
    const release = () => {
      if (isHeld) load.inFlight--
      isHeld = false
      sendLoop.wake()
    }
    try {
      const alongside = isNewLeadForChat(delivery) ? await claimLeads(delivery) : []
      const others = alongside.map((each) => toMessage(each, each.data))
      const result = await attempt(delivery.target, toMessage(delivery, data), others)
      if (result === null) return
      const delivered = result.outcome === 'delivered'
      outcomes[delivered ? 'delivered' : 'failed']++
      afterAttempt(load, delivered)
      if (!delivered) safeFetch.hangUp(delivery.endpoint_id)
      // After a failure nothing more is begun until it is written, and with it whether the circuit is open.
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

  /** Null when it could not be made, for a reason of our own: the delivery then waits, and no attempt is used up. */
  async function attempt(
    target: Target,
    message: Message,
    alongside: readonly Message[],
  ): Promise<AttemptResult | null> {
    try {
      const result = await send(target, message, cutOff.signal, alongside)
      return cutOff.signal.aborted && result.outcome === 'timeout' ? null : result
    } catch (error) {
      log.error({ err: error, endpoint: target.id }, 'event could not be sent')
      await holdEndpoint(pool, target.id, new Date(clock.now() + HOLD_MS))
      return null
    }
  }

  /** Other new leads for the same chat, when there are many: an import is one message, not thousands. */
  function claimLeads(delivery: ClaimedDelivery): Promise<ClaimedDelivery[]> {
    const now = clock.now()
    const limits = { fewest: LEADS_APART, most: LEADS_TOGETHER }
    return claimCompany(pool, delivery, new Date(now), new Date(now + LEASE_MS), limits)
  }

  /** Event id → data of the deliveries that carry none. */
  async function render(claimed: readonly ClaimedDelivery[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>()
    const empty = claimed.filter((delivery) => delivery.data === null && delivery.webhook_id !== null)
    for (const [workspaceId, group] of Map.groupBy(empty, (delivery) => delivery.workspace_id)) {
      const wanted = group.map((each) => ({ webhook_id: each.webhook_id!, delivery_id: each.subject_id }))
      const shown = await renderReceived(workspaceId, wanted)
      for (const { event_id, subject_id } of group) {
        texts.set(event_id, JSON.stringify(shown.get(subject_id) ?? { id: subject_id, erased: true }))
      }
    }
    return texts
  }

  function loadOf(endpointId: string): Load {
    const load = loads.get(endpointId) ?? newLoad()
    if (loads.size >= MOST_LOADS) for (const [id, { inFlight }] of loads) if (inFlight === 0) loads.delete(id)
    loads.set(endpointId, load)
    return load
  }

  return {
    /** Requests since the start, by how they ended; for the metrics. */
    outcomes: outcomes as Readonly<Record<keyof typeof outcomes, number>>,
    start() {
      dispatchLoop.start()
      sendLoop.start()
    },
    /** Takes nothing new, and gives the requests under way a moment. What is cut off is sent again after its lease. */
    async stop() {
      const timer = setTimeout(() => cutOff.abort(), STOP_MS)
      await Promise.all([dispatchLoop.stop(), sendLoop.stop()])
      while (underWay.size > 0) await Promise.all(underWay)
      await results.settled()
      clearTimeout(timer)
      safeFetch.hangUp()
    },
    /** Dispatches and sends everything that is due by the clock, until nothing is. */
    async runDue() {
      for (;;) {
        // What is under way may cause events of its own before it is done.
        const wasBusy = underWay.size > 0
        const { moved } = await dispatch(pool, new Date(clock.now()))
        if (moved + (await sendDue()) > 0) continue
        if (underWay.size > 0) await Promise.race(underWay)
        else if (!wasBusy) break
      }
      await results.settled()
    },
    send,
    hangUp: safeFetch.hangUp,
  }
}

function isNewLeadForChat({ type, target }: ClaimedDelivery): boolean {
  return type === 'contact.created' && isChat(target.kind)
}

function toMessage(delivery: ClaimedDelivery, data: string | null): Message {
  const { event_id: id, type, created_at: createdAt, subject_version: subjectVersion, change_index: index } = delivery
  return { id, type, createdAt, subjectVersion, index, data: data ?? 'null' }
}

export type Courier = ReturnType<typeof createCourier>
