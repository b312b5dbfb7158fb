import type { Tx } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { createSendingLoop } from '../lib/bounds/sending-loop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/time/span.ts'
import { type NewLead, readLeadFeed } from '../mail/lead-feed.ts'
import { countMail, selectLeads } from '../mail/store.ts'
import { sayIn } from '../messages/sentence.ts'
import { type PushResult, type SendOptions, sendPush } from './send.ts'
import type { ClaimedNotice, NewNotice } from './store.ts'
import * as store from './store.ts'
import { leadMessage, leadsMessage } from './words.ts'

type NotifierOptions = SendOptions & Pick<Parts, 'ids'>

/** More at once become one notification. */
const EACH_MOST = 3
/** For one person in a day. The last one says that there may be more. */
const PER_DAY = 100
/** Longer than a request and the writes around it take. */
const LEASE_MS = MINUTE_MS

const DELAYS_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS] as const
const JITTER = 0.2
/** A notification about yesterday is of no use. */
const GIVE_UP_MS = DAY_MS

/**
 * Tells browsers about new leads. It reads the feed of events, so every lead is announced once, and keeps what waits in
 * the database. If a process dies while it sends, another sends again after the lease; the browser shows such a repeat
 * in place of the first, because both have the same tag.
 */
export function createNotifier(options: NotifierOptions) {
  const { pool, clock, log } = options
  return createSendingLoop<ClaimedNotice>({
    name: 'push',
    log,
    failure: 'a notification was not sent',
    prepare: () => readFeeds(options),
    claim: (most) => {
      const now = clock.now()
      return store.claimNotices(pool, new Date(now), new Date(now + LEASE_MS), most)
    },
    send: (notice, signal) => sendNotice(options, notice, signal),
  })
}

async function readFeeds(options: NotifierOptions): Promise<void> {
  const { pool } = options
  const workspaces = await store.selectReadWorkspaces(pool)
  for (const workspaceId of workspaces) {
    await readLeadFeed(pool, 'push_feed', workspaceId, (tx, leads) => writeNotices(options, tx, workspaceId, leads))
  }
  if (workspaces.length === 0) await store.removeUnreadFeeds(pool)
}

async function writeNotices(options: NotifierOptions, tx: Tx, workspaceId: string, leads: NewLead[]): Promise<void> {
  const { clock, ids } = options
  const now = clock.now()
  const day = { most: PER_DAY, now: new Date(now), since: new Date(now - DAY_MS) }
  const browsers = await store.selectReaders(tx, workspaceId, new Date(now))
  const notices: NewNotice[] = []
  for (const [userId, own] of Map.groupBy(browsers, ({ user_id }) => user_id)) {
    const about = leads.filter(({ created_at }) => own.some((each) => each.created_at <= created_at))
    const parts = about.length <= EACH_MOST ? about.map((lead) => [lead]) : [about]
    for (const part of parts) {
      if (part.length === 0 || !(await countMail(tx, workspaceId, `push:${userId}`, day))) continue
      const contactId = part.length === 1 ? part[0]!.subject_id : null
      for (const { id: subscriptionId } of own) {
        notices.push({ id: ids.next().id, subscriptionId, contactId, leads: part.length, at: now })
      }
    }
  }
  await store.insertNotices(tx, notices)
}

async function sendNotice(options: NotifierOptions, notice: ClaimedNotice, signal: AbortSignal): Promise<void> {
  const { pool, clock, log } = options
  const now = clock.now()
  const recipient = await store.findRecipient(pool, notice.subscription_id, new Date(now))
  if (recipient === null || now - notice.created_at.getTime() > GIVE_UP_MS) return store.removeNotice(pool, notice.id)
  const { contact_id, leads } = notice
  const say = sayIn(recipient.language ?? 'en')
  let shown = leadsMessage(say, notice.id, leads)
  if (contact_id !== null) {
    const [lead] = await selectLeads(pool, recipient.workspace_id, [contact_id])
    // Erased or deleted since.
    if (lead === undefined) return store.removeNotice(pool, notice.id)
    shown = leadMessage(say, notice.id, lead, recipient.push_words)
  }
  const result = await sendPush(options, recipient, shown, signal)
  switch (result.kind) {
    case 'sent':
      await store.removeNotice(pool, notice.id)
      return store.markSent(pool, recipient.id, new Date(now))
    case 'gone':
      await store.removeSubscription(pool, recipient.id)
      return
    case 'refused':
      log.warn({ part: 'push', service: recipient.service, reason: result.problem.code }, 'a notification was refused')
      return store.removeNotice(pool, notice.id)
    case 'later':
      return store.postponeNotice(pool, notice.id, nextAttemptAt(notice, result, clock.now()))
  }
}

function nextAttemptAt({ attempts }: ClaimedNotice, { retryAt }: PushResult & { kind: 'later' }, now: number): Date {
  const delay = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1]!
  const planned = now + Math.round(delay * (1 - JITTER + 2 * JITTER * Math.random()))
  return new Date(Math.max(planned, Math.min(retryAt?.getTime() ?? 0, now + GIVE_UP_MS)))
}
