import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '../random.ts'
import { type FeedReader, startFeedReader } from './feed.ts'
import { type EventKill, startEventsKiller } from './killer.ts'
import { type Sent, sendLoad } from './load.ts'
import { type EventsReceiver, startEventsReceiver } from './receiver.ts'
import { SABOTAGE } from './sabotage.ts'
import { type EventsStage, openEventsStage, post } from './stage.ts'
import { type EventsVerdict, judgeEvents } from './verdict.ts'

export interface EventsProofOptions {
  /** Contacts and deliveries to send; each makes an event. */
  events: number
  kills: number
  seed: number
  /** The run stops after this time and evaluates what it has. */
  minutesMax: number
  /** Sabotages the database. The violated claims must be found. */
  control: boolean
  /** At the end, deliveries of killed workers become due at once, without waiting for their lease. */
  cutLeases?: boolean
  logLevel?: string
  onProgress?: (line: string) => void
  signal?: AbortSignal
}

export interface EventsProofResult {
  verdict: EventsVerdict
  kills: readonly EventKill[]
  sent: readonly Sent[]
  behaviours: Readonly<Record<string, number>>
  feed: { pages: number; repeats: number }
  seconds: number
  repeats: number
  /** Deliveries whose next attempt was brought forward. */
  hurried: number
}

const WORKERS = 2
const TICK_MS = 250
const PROGRESS_MS = 3_000
/** How far the load may be ahead of the kills, so that there is always work to interrupt, and vice versa. */
const AHEAD_MIN = 30
const AHEAD_SHARE = 0.05
const KILLS_AHEAD = 0.1
/** Sending pauses while this many deliveries wait; otherwise most would be delivered after the last kill. */
const BACKLOG_MAX = 100
const TAMPER_ONE_IN = 10
/** Longer than a lease: anything that waits longer is waiting for its next attempt. */
const LEASE_SECONDS = 61
/** Longer than the receiver takes to answer when it behaves. */
const IN_FLIGHT_SECONDS = 3

export async function runEventsProof(options: EventsProofOptions): Promise<EventsProofResult> {
  const startedAt = Date.now()
  const random = createRandom(options.seed + 1)
  const receiver = await startEventsReceiver({ random, ...(options.control ? { tamperOneIn: TAMPER_ONE_IN } : {}) })
  let stage: EventsStage | null = null
  try {
    stage = await openEventsStage({
      workers: WORKERS,
      logLevel: options.logLevel ?? 'silent',
      ...(options.control ? { prepare: SABOTAGE } : {}),
    })
    const endpoint = await post(`${stage.apiUrl}/v1/events/endpoints`, stage.key, { url: receiver.url })
    receiver.trust(endpoint.secret!)
    return await play(stage, receiver, options, startedAt)
  } finally {
    await stage?.stop()
    await receiver.stop()
  }
}

async function play(
  stage: EventsStage,
  receiver: EventsReceiver,
  options: EventsProofOptions,
  startedAt: number,
): Promise<EventsProofResult> {
  const deadline = startedAt + options.minutesMax * 60_000
  const random = createRandom(options.seed)
  const abort = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal
  const { apiUrl, receiveUrls, key } = stage
  const ahead = Math.max(AHEAD_MIN, options.events * AHEAD_SHARE)
  let begun = 0
  let waiting = 0
  let killing = true

  const feed = startFeedReader(apiUrl, key)
  const killer = startEventsKiller(stage, {
    kills: options.kills,
    random,
    deadline,
    isTime: (kills) => begun / options.events + KILLS_AHEAD >= kills / options.kills,
    signal,
  })
  const turn = async (number: number) => {
    const isEarly = () => number > (options.events * killer.kills.length) / options.kills + ahead
    while (killing && (isEarly() || waiting > BACKLOG_MAX)) await delay(10)
    begun = Math.max(begun, number)
  }
  const loading = sendLoad(options.events, { apiUrl, receiveUrls, key, random, deadline, turn, signal })
  let nextLine = 0
  const clock = startClock(stage, ({ unmapped, outbox, events, pending, delivered }) => {
    waiting = unmapped + outbox + pending
    if (Date.now() < nextLine) return
    nextLine = Date.now() + PROGRESS_MS
    const seconds = String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)
    const text = `events ${events}, delivered ${delivered}, waiting ${pending}, in the outbox ${outbox}`
    options.onProgress?.(`${seconds} s  kills ${killer.kills.length}/${options.kills}  sent ${begun}  ${text}`)
  })
  try {
    const killed = killer.done.finally(() => {
      killing = false
    })
    const [sent] = await Promise.all([loading, killed])
    receiver.behave()
    await settle(stage, feed, { deadline, signal, cutLeases: options.cutLeases ?? false })
    await Promise.all([feed.stop(), clock.stop()])
    return {
      verdict: await judgeEvents({ stage, sent, receiver, feed }),
      kills: killer.kills,
      sent,
      behaviours: receiver.behaviours,
      feed: { pages: feed.pages, repeats: feed.repeats },
      seconds: (Date.now() - startedAt) / 1000,
      repeats: sent.reduce((sum, { repeats }) => sum + repeats, 0),
      hurried: clock.hurried,
    }
  } finally {
    killing = false
    abort.abort()
    await Promise.allSettled([feed.stop(), clock.stop(), killer.done, loading])
  }
}

interface Counts {
  unmapped: number
  outbox: number
  events: number
  pending: number
  delivered: number
}

/**
 * Speeds time up: later steps of the schedule take minutes and hours. Deliveries that wait longer than a lease for
 * their next attempt become due now, and circuits are closed, as if the time had passed. The first step, 5 s, and
 * leases take their real time. Attempts are not used up, because a receiver that fails for a minute would look like one
 * that has failed for days.
 */
function startClock(stage: EventsStage, progress: (counts: Counts) => void) {
  let stopped = false
  let hurried = 0
  const ticking = (async () => {
    for (; !stopped; await delay(TICK_MS)) {
      try {
        hurried += await hurry(stage, LEASE_SECONDS)
        progress(await count(stage))
      } catch {
        // The database is down; the next tick comes soon.
      }
    }
  })()
  return {
    get hurried() {
      return hurried
    },
    async stop() {
      stopped = true
      await ticking
    },
  }
}

async function hurry({ sql }: EventsStage, beyondSeconds: number): Promise<number> {
  await sql('update event_endpoints set open_until = now() where open_until > now()')
  const rows = await sql(
    `update event_deliveries set next_at = now(), round = least(round, 3)
      where state = 'pending' and next_at > now() + make_interval(secs => $1) returning 1`,
    [beyondSeconds],
  )
  return rows.length
}

async function count({ sql }: EventsStage): Promise<Counts> {
  const [row] = await sql(
    `select (select count(*)::int from webhook_deliveries where mapping_state = 'pending') as unmapped,
            (select count(*)::int from event_outbox) as outbox,
            (select count(*)::int from events) as events,
            (select count(*)::int from event_deliveries where state = 'pending') as pending,
            (select count(*)::int from event_deliveries where state = 'delivered') as delivered`,
  )
  return row
}

/** Waits until everything is delivered and the feed's reader has reached the end. */
async function settle(
  stage: EventsStage,
  feed: FeedReader,
  { deadline, signal, cutLeases }: { deadline: number; signal: AbortSignal; cutLeases: boolean },
): Promise<void> {
  let pagesAtEnd = Number.POSITIVE_INFINITY
  let delivered = -1
  let quietSince = Date.now()
  for (; Date.now() < deadline; await delay(TICK_MS)) {
    signal.throwIfAborted()
    const counts = await count(stage)
    if (counts.unmapped + counts.outbox + counts.pending === 0) {
      // Two more pages since then: one that was requested afterwards, and one to be sure.
      if (feed.pages >= pagesAtEnd + 2) return
      if (pagesAtEnd === Number.POSITIVE_INFINITY) pagesAtEnd = feed.pages
      continue
    }
    if (counts.delivered !== delivered) quietSince = Date.now()
    delivered = counts.delivered
    // Nothing has arrived for longer than an answer takes: the rest waits for the leases of killed workers.
    const isQuiet = Date.now() - quietSince > IN_FLIGHT_SECONDS * 1000
    if (cutLeases && isQuiet) await hurry(stage, 0)
  }
}
