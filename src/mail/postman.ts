import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { createLoop } from '../lib/bounds/loop.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { CONFIRM_DAYS } from './confirm-link.ts'
import { admitMail, type DayLimits } from './limits.ts'
import type { Mailer } from './mailer.ts'
import type { Message } from './message.ts'
import type { SendResult } from './refusals.ts'
import { isStale, LEASE_MS, nextAttemptAt, pauseAfter } from './schedule.ts'
import type { ClaimedMail, MailKind } from './store.ts'
import * as store from './store.ts'

/** What a mail says, without its address and id; or why there is nothing to say any more. */
export type Rendered = Omit<Message, 'id' | 'to'> | { dropped: string }
/** `mails` are one, or all of a batch. */
export type Renderer = (mails: readonly [ClaimedMail, ...ClaimedMail[]]) => Promise<Rendered>

interface PostmanOptions extends Pick<Parts, 'pool' | 'clock' | 'log'> {
  mailer: Mailer
  limits: DayLimits
  renderers: Record<MailKind, Renderer>
  /** Called in the transaction that gives up a mail which asks for a confirmation: nobody will confirm. */
  announceUnasked: (tx: Tx, mail: ClaimedMail) => Promise<void>
  /** From 0 to 1, for the jitter. */
  random?: () => number
}

const IDLE_MS = 1_000
/** Conversations with the mail server at once. */
const MOST_IN_FLIGHT = 4
const MOST_IN_BATCH = 5_000
// What is left of the time to stop, for writing down what became of the mails.
const WRITE_MS = 300
const STALE = 'It could not be sent for days, and is out of date.'

type Verdict = { kind: 'admitted' } | { kind: 'refused'; reason: string } | { kind: 'gone' }

/** Thrown to roll back what was counted. */
class NotAdmitted extends Error {
  readonly verdict: Verdict

  constructor(verdict: Verdict) {
    super('the mail is not admitted')
    this.verdict = verdict
  }
}

/**
 * Sends the mails of the outbox, at least once. Not as jobs: a slow mail server would keep the workers from publishing. A
 * process that dies while it sends leaves mails that others take over after the lease; what the server had taken by then
 * comes a second time, under the same Message-ID.
 */
export function createPostman(options: PostmanOptions) {
  const { pool, clock, log, mailer, limits, renderers, announceUnasked, random = Math.random } = options
  const underWay = new Set<Promise<void>>()
  const cutOff = new AbortController()
  const outcomes = { sent: 0, failed: 0, dropped: 0, postponed: 0 }
  let serverFailures = 0
  let pausedUntil = 0
  const loop = createLoop('mail', log, IDLE_MS, async () => (await sendDue()) > 0)

  /** Begins as many as there is room for. Returns how many. */
  async function sendDue(): Promise<number> {
    const now = clock.now()
    const room = MOST_IN_FLIGHT - underWay.size
    if (!mailer.isSet || room <= 0 || now < pausedUntil) return 0
    const claimed = await store.claimMails(pool, new Date(now), new Date(now + LEASE_MS), room)
    for (const mail of claimed) {
      const work = handle(mail)
        .catch((error) =>
          log.warn({ part: 'mail', err: error, mail: mail.id }, 'a mail was not sent; it is tried again'),
        )
        .finally(() => {
          underWay.delete(work)
          loop.wake()
        })
      underWay.add(work)
    }
    return claimed.length
  }

  async function handle(first: ClaimedMail): Promise<void> {
    const now = clock.now()
    const others =
      first.batch === null
        ? []
        : await store.claimBatch(pool, first, new Date(now), new Date(now + LEASE_MS), MOST_IN_BATCH)
    const mails: [ClaimedMail, ...ClaimedMail[]] = [first, ...others]
    if (isStale(first, now)) return drop(mails, STALE)
    const rendered = await renderers[first.kind](mails)
    // What it was about is gone, so nobody misses it.
    if ('dropped' in rendered) return end(mails, 'dropped', rendered.dropped)
    const verdict = await admit(mails)
    if (verdict.kind === 'gone') return
    if (verdict.kind === 'refused') return drop(mails, verdict.reason)
    await save(mails, await mailer.deliver({ ...rendered, id: first.id, to: first.to_address }, cutOff.signal))
  }

  /** A mail counts once, however often it is tried; so does a batch. What is not sent is not counted. */
  async function admit(mails: readonly ClaimedMail[]): Promise<Verdict> {
    const uncounted = mails.filter(({ counted_at }) => counted_at === null)
    if (uncounted.length === 0) return { kind: 'admitted' }
    const isCounted = uncounted.length < mails.length
    const work = transaction(pool, async (tx) => {
      const now = clock.now()
      const reason = isCounted ? null : await admitMail(tx, mails[0]!, limits, now)
      if (reason !== null) throw new NotAdmitted({ kind: 'refused', reason })
      // Erased since it was taken.
      if (!(await store.markCounted(tx, uncounted, new Date(now)))) throw new NotAdmitted({ kind: 'gone' })
    })
    return work.then(
      () => ({ kind: 'admitted' }) as const,
      (error) => {
        if (error instanceof NotAdmitted) return error.verdict
        throw error
      },
    )
  }

  type Taken = readonly [ClaimedMail, ...ClaimedMail[]]

  /** A lead that nobody could ask is a failure that people see, unless an earlier mail asks the same. */
  async function drop(mails: Taken, reason: string): Promise<void> {
    const [first] = mails
    const since = new Date(clock.now() - CONFIRM_DAYS * DAY_MS)
    const isMissed = first.kind === 'opt_in' && !(await store.hasAsked(pool, first, since))
    return isMissed ? giveUp(mails, reason) : end(mails, 'dropped', reason)
  }

  async function giveUp(mails: Taken, reason: string): Promise<void> {
    const [first] = mails
    if (first.kind !== 'opt_in') return end(mails, 'failed', reason)
    const work = transaction(pool, async (tx) => {
      // Before the mail, as erasing a person does it.
      await announceUnasked(tx, first)
      const ending = { state: 'failed', reason, at: new Date(clock.now()) } as const
      if ((await store.finishMails(tx, mails, ending)) === 0) throw new NotAdmitted({ kind: 'gone' })
      outcomes.failed += mails.length
    })
    await work.catch((error) => {
      if (!(error instanceof NotAdmitted)) throw error
    })
  }

  async function end(mails: Taken, state: 'sent' | 'failed' | 'dropped', reason: string | null): Promise<void> {
    await store.finishMails(pool, mails, { state, reason, at: new Date(clock.now()) })
    outcomes[state] += mails.length
  }

  async function save(mails: Taken, result: SendResult): Promise<void> {
    const now = clock.now()
    if (result.kind === 'away') pausedUntil = now + pauseAfter(++serverFailures)
    else serverFailures = 0
    if (result.kind === 'sent') return end(mails, 'sent', null)
    const next = result.kind === 'refused' ? null : nextAttemptAt(mails[0], result.kind, now, random)
    if (next === null) {
      const [{ id: mail, kind }] = mails
      log.error({ part: 'mail', mail, kind, reason: result.reason }, 'a mail is given up')
      return giveUp(mails, result.reason)
    }
    outcomes.postponed += mails.length
    await store.postponeMails(pool, mails, result.reason, next)
  }

  return {
    /** Mails since the start, by what became of them; for the metrics. */
    outcomes: outcomes as Readonly<Record<keyof typeof outcomes, number>>,
    start: () => loop.start(),
    /** Takes nothing new, and cuts off what is under way shortly before `deadline`; that is sent again. */
    async stop(deadline: number) {
      const timer = setTimeout(() => cutOff.abort(), Math.max(0, deadline - Date.now() - WRITE_MS))
      await loop.stop()
      await Promise.all(underWay)
      clearTimeout(timer)
    },
    /** Sends everything that is due by the clock, until nothing is. */
    async runDue() {
      for (;;) {
        const begun = await sendDue()
        if (underWay.size > 0) await Promise.race(underWay)
        else if (begun === 0) return
      }
    },
  }
}
