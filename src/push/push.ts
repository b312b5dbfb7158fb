import { createHash } from 'node:crypto'
import { transaction } from '../db/database.ts'
import { retryLater, validationError } from '../errors.ts'
import type { UserCaller } from '../http/call.ts'
import { startLeadFeed } from '../mail/lead-feed.ts'
import { forReader } from '../messages/for-reader.ts'
import type { Language } from '../messages/languages.ts'
import { message } from '../messages/message.ts'
import { sayIn } from '../messages/sentence.ts'
import { openKeys, sealAddress } from './keys.ts'
import { createNotifier } from './notifier.ts'
import { browser, type NotificationsChange, notifications, type PushAddress } from './schemas.ts'
import { sendPush } from './send.ts'
import * as store from './store.ts'
import { testMessage } from './words.ts'

/** No person has more browsers than this, but a program might add them. */
const BROWSERS_MAX = 20

type PushOptions = Parameters<typeof createNotifier>[0] & { hasMail: boolean }

export type Push = ReturnType<typeof createPush>

export function createPush(options: PushOptions) {
  const { pool, clock, ids, box } = options
  const show = async (caller: UserCaller) => {
    const { public_key, words, mail_suggested, browsers } = await read(options, caller)
    return notifications.show({ public_key, words, mail_suggested, browsers })
  }
  return {
    notifier: createNotifier(options),
    show,

    async change(caller: UserCaller, { words, mail_suggested: suggested }: NotificationsChange) {
      const closedAt = suggested === undefined ? undefined : suggested ? null : new Date(clock.now())
      await store.updatePreferences(pool, caller, {
        ...(words === undefined ? {} : { push_words: words }),
        ...(closedAt === undefined ? {} : { mail_suggestion_closed_at: closedAt }),
      })
      return show(caller)
    },

    /** Replaces an earlier row of the same browser, even if it belongs to another person. */
    add: (caller: UserCaller, address: PushAddress, userAgent: string | null) =>
      transaction(pool, async (tx) => {
        const endpointHash = createHash('sha256').update(address.endpoint).digest()
        const known = await store.selectSubscriptions(tx, caller)
        const same = known.find((each) => each.endpoint_hash.equals(endpointHash))
        if (same === undefined && known.length >= BROWSERS_MAX) {
          throw validationError({ endpoint: [message('push.too_many', { max: BROWSERS_MAX })] })
        }
        // Sealed for its row, so an earlier row of this browser goes first.
        await store.removeByEndpoint(tx, endpointHash)
        const { id, at } = ids.next()
        const row = await store.insertSubscription(tx, {
          id,
          workspace_id: caller.workspaceId,
          user_id: caller.userId,
          session_id: caller.sessionId,
          endpoint_hash: endpointHash,
          address: sealAddress(box, id, address),
          service: new URL(address.endpoint).host,
          user_agent: userAgent?.slice(0, 500) ?? null,
          created_at: new Date(at),
        })
        if (row === null) throw retryLater('service_unavailable', message('push.twice'), 1)
        await startLeadFeed(tx, 'push_feed', caller.workspaceId)
        return showBrowser(row, caller)
      }),

    async remove(caller: UserCaller, id: string): Promise<boolean> {
      const row = await store.findSubscription(pool, caller, id)
      return row !== null && store.removeSubscription(pool, row.id)
    },

    /** Null if the person has no such browser. */
    async test(caller: UserCaller, id: string, language: Language) {
      const row = await store.findSubscription(pool, caller, id)
      if (row === null) return null
      const result = await sendPush(options, row, testMessage(sayIn(language), ids.next().id))
      if (result.kind === 'gone') {
        await store.removeSubscription(pool, row.id)
        return { sent: false, problem: forReader(message('push.gone')) }
      }
      if (result.kind !== 'sent') return { sent: false, problem: forReader(result.problem) }
      await store.markSent(pool, row.id, new Date(clock.now()))
      return { sent: true, problem: null }
    },
  }
}

function showBrowser(row: store.Subscription, caller: UserCaller) {
  return browser.show({ ...row, current: row.session_id === caller.sessionId })
}

async function read(options: PushOptions, caller: UserCaller) {
  const { pool, hasMail } = options
  const [keys, preferences, rows] = await Promise.all([
    openKeys(options),
    store.findPreferences(pool, caller),
    store.selectSubscriptions(pool, caller),
  ])
  return {
    public_key: keys.publicKey,
    words: preferences.push_words,
    mail_suggested: hasMail && preferences.mail_suggested,
    browsers: rows.map((row) => showBrowser(row, caller)),
  }
}
