import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { createSendingLoop } from '../lib/bounds/sending-loop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/time/span.ts'
import { type Message, message } from '../messages/message.ts'
import { admitMail, type DayLimits } from './limits.ts'
import { CONFIRM_DAYS } from './links.ts'
import type { Mailer, SendResult } from './mailer.ts'
import { type Mails, RENDERERS, type RenderDeps } from './render.ts'
import type { ClaimedMail } from './store.ts'
import * as store from './store.ts'

interface PostmanOptions extends RenderDeps, Pick<Parts, 'clock' | 'log'> {
  mailer: Mailer
  limits: DayLimits
  /** Called in the transaction that abandons a confirmation mail, because nobody can confirm it then. */
  announceUnasked: (tx: Tx, mail: ClaimedMail) => Promise<void>
}

/** The options, and what a process remembers while it sends. */
interface Sending extends PostmanOptions {
  /** Mails since the start, by outcome. */
  outcomes: { sent: number; failed: number; dropped: number; postponed: number }
  serverFailures: number
  pausedUntil: number
}

const MOST_IN_BATCH = 5_000
/** Longer than an SMTP session and the writes around it may take. */
const LEASE_MS = 2 * MINUTE_MS

/** The delays between attempts; the last one repeats until a day has passed. */
const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS] as const
/**
 * The longest delay after the server was unreachable: it has nothing against the mail, which goes out soon after it is
 * back.
 */
const AWAY_LONGEST_MS = 15 * MINUTE_MS
const GIVE_UP_MS = DAY_MS
/** A mail about what happened days ago is useless. Digests wait for up to a day before they are due. */
const STALE_MS = 4 * DAY_MS
const JITTER = 0.2

const FIRST_PAUSE_MS = 15 * SECOND_MS
const LONGEST_PAUSE_MS = 5 * MINUTE_MS

/** Thrown to roll back a transaction. The reason is null if the mail no longer exists. */
class NotAdmitted extends Error {
  readonly reason: Message | null

  constructor(reason: Message | null) {
    super('the mail is not admitted')
    this.reason = reason
  }
}

/**
 * Sends the waiting mails, at least once. They are not jobs, because a slow mail server would keep the workers from
 * publishing. If a process dies while it sends, others take over its mails after the lease; mails that the server had
 * already accepted arrive twice, under the same Message-ID.
 */
export function createPostman(options: PostmanOptions) {
  const outcomes = { sent: 0, failed: 0, dropped: 0, postponed: 0 }
  const sending: Sending = { ...options, outcomes, serverFailures: 0, pausedUntil: 0 }
  const { pool, clock, log, mailer } = options
  const loop = createSendingLoop<ClaimedMail>({
    name: 'mail',
    log,
    failure: 'a mail was not sent; it is tried again',
    claim: async (most) => {
      const now = clock.now()
      if (!mailer.isSet || now < sending.pausedUntil) return []
      return store.claimMails(pool, new Date(now), new Date(now + LEASE_MS), most)
    },
    send: (mail, signal) => sendMail(sending, mail, signal),
  })
  return { outcomes: outcomes as Readonly<typeof outcomes>, ...loop }
}

async function sendMail(sending: Sending, first: ClaimedMail, signal: AbortSignal): Promise<void> {
  const { pool, clock, mailer } = sending
  const now = clock.now()
  const lease = { now: new Date(now), leaseEnd: new Date(now + LEASE_MS), most: MOST_IN_BATCH }
  const others = first.batch === null ? [] : await store.claimBatch(pool, first, lease)
  const mails: Mails = [first, ...others]
  if (now - first.created_at.getTime() > STALE_MS) return drop(sending, mails, message('mail.stale'))
  const rendered = await RENDERERS[first.kind](sending, mails)
  if ('dropped' in rendered) return end(sending, mails, 'dropped', rendered.dropped)
  const refusal = await admit(sending, mails)
  if (refusal !== null) return refusal.reason === null ? undefined : drop(sending, mails, refusal.reason)
  await save(sending, mails, await mailer.deliver({ ...rendered, id: first.id, to: first.to_address }, signal))
}

/**
 * Counts a mail or a batch once, however often it is tried. A mail that is not sent is not counted. Null if it may go
 * out.
 */
async function admit({ pool, clock, limits }: Sending, mails: Mails): Promise<NotAdmitted | null> {
  const uncounted = mails.filter(({ counted_at }) => counted_at === null)
  if (uncounted.length === 0) return null
  const isCounted = uncounted.length < mails.length
  return orRollBack(pool, async (tx) => {
    const now = clock.now()
    const reason = isCounted ? null : await admitMail(tx, mails[0], limits, now)
    if (reason !== null) throw new NotAdmitted(reason)
    // Erased since it was claimed.
    if (!(await store.markCounted(tx, uncounted, new Date(now)))) throw new NotAdmitted(null)
  })
}

async function orRollBack(pool: Sending['pool'], work: (tx: Tx) => Promise<void>): Promise<NotAdmitted | null> {
  try {
    await transaction(pool, work)
    return null
  } catch (error) {
    if (error instanceof NotAdmitted) return error
    throw error
  }
}

/** A lead that was never asked to confirm is a failure that people see, unless an earlier mail asks the same. */
async function drop(sending: Sending, mails: Mails, reason: Message): Promise<void> {
  const { pool, clock } = sending
  const since = new Date(clock.now() - CONFIRM_DAYS * DAY_MS)
  const isMissed = mails[0].kind === 'opt_in' && !(await store.hasAsked(pool, mails[0], since))
  return isMissed ? giveUp(sending, mails, reason) : end(sending, mails, 'dropped', reason)
}

async function giveUp(sending: Sending, mails: Mails, reason: Message): Promise<void> {
  const { pool, clock, outcomes, announceUnasked } = sending
  if (mails[0].kind !== 'opt_in') return end(sending, mails, 'failed', reason)
  await orRollBack(pool, async (tx) => {
    // In the same order as erasing a person: first this, then the mail.
    await announceUnasked(tx, mails[0])
    const ending = { state: 'failed', reason, at: new Date(clock.now()) } as const
    if ((await store.finishMails(tx, mails, ending)) === 0) throw new NotAdmitted(null)
    outcomes.failed += mails.length
  })
}

type Ending = 'sent' | 'failed' | 'dropped'

async function end({ pool, clock, outcomes }: Sending, mails: Mails, state: Ending, reason: Message | null) {
  await store.finishMails(pool, mails, { state, reason, at: new Date(clock.now()) })
  outcomes[state] += mails.length
}

async function save(sending: Sending, mails: Mails, result: SendResult): Promise<void> {
  const { pool, clock, log, outcomes } = sending
  const now = clock.now()
  if (result.kind === 'away') sending.pausedUntil = now + pauseAfter(++sending.serverFailures)
  else sending.serverFailures = 0
  if (result.kind === 'sent') return end(sending, mails, 'sent', null)
  const next = result.kind === 'refused' ? null : nextAttemptAt(mails[0], result.kind, now)
  if (next === null) {
    const [{ id: mail, kind }] = mails
    log.error({ part: 'mail', mail, kind, reason: result.reason.code }, 'a mail is given up')
    return giveUp(sending, mails, result.reason)
  }
  outcomes.postponed += mails.length
  await store.postponeMails(pool, mails, result.reason, next)
}

/** Null after a day of attempts. */
function nextAttemptAt({ attempts, first_tried_at }: ClaimedMail, kind: 'later' | 'away', now: number): Date | null {
  if (now - first_tried_at.getTime() >= GIVE_UP_MS) return null
  const planned = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1]!
  const delay = kind === 'away' ? Math.min(planned, AWAY_LONGEST_MS) : planned
  return new Date(now + Math.round(delay * (1 - JITTER + 2 * JITTER * Math.random())))
}

/** How long sending pauses after this many consecutive server failures. */
function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
}
