import type { Parts } from '../db/parts.ts'
import { SafeFetchError } from '../lib/net/fetch-error.ts'
import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import { DAY_MS, SECOND_MS } from '../lib/time/span.ts'
import { type Message, message } from '../messages/message.ts'
import { loadWebPush, openAddress, openKeys } from './keys.ts'
import type { Subscription } from './store.ts'

export interface SendOptions extends Pick<Parts, 'pool' | 'box' | 'clock' | 'log'> {
  baseUrl: string
  mailFrom: string | null
  safeFetch: SafeFetch
  allowPrivate: boolean
}

/** What the service worker shows: web/public/sw.js reads it. */
export interface PushMessage {
  title: string
  body: string
  /** A path of the dashboard. */
  url: string
  /** A repeat replaces the notification with the same tag. */
  tag: string
}

/** `gone`: the browser no longer wants notifications. `refused`: a repeat would be refused too. */
export type PushResult =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused'; problem: Message }
  | { kind: 'later'; retryAt: Date | null; problem: Message }

const TIMEOUT_MS = 15_000
const ANSWER_BYTES_MAX = 65_536
/** How long a push service keeps it for a browser that is not running. */
const KEPT_SECONDS = DAY_MS / SECOND_MS

/** Encrypted for the browser (RFC 8291): the push service cannot read it. */
export async function sendPush(
  options: SendOptions,
  browser: Subscription,
  shown: PushMessage,
  signal?: AbortSignal,
): Promise<PushResult> {
  const { safeFetch, allowPrivate, clock } = options
  const address = openAddress(options.box, browser)
  const vapidDetails = { subject: subjectOf(options), ...(await openKeys(options)) }
  const settings = { vapidDetails, TTL: KEPT_SECONDS, topic: topicOf(shown.tag), urgency: 'high' as const }
  const webPush = await loadWebPush()
  const { endpoint, headers, body } = webPush.generateRequestDetails(address, JSON.stringify(shown), settings)
  try {
    const answer = await safeFetch({
      url: endpoint,
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
      body: body!,
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES_MAX,
      httpsOnly: !allowPrivate,
      ...(allowPrivate ? { ports: null } : {}),
      ...(signal ? { signal } : {}),
    })
    return resultOf(answer.status, answer.headers.get('retry-after'), browser.service, clock.now())
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    const problem = message('push.unreachable', { service: browser.service, problem: error.said })
    return { kind: 'later', retryAt: null, problem }
  }
}

function resultOf(status: number, retryAfter: string | null, service: string, now: number): PushResult {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const problem = message('push.refused', { service, status })
  if (status !== 408 && status !== 429 && status < 500) return { kind: 'refused', problem }
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null
  return { kind: 'later', retryAt: seconds === null ? null : new Date(now + seconds * SECOND_MS), problem }
}

/** RFC 8292: how the operator of a push service can reach us. */
function subjectOf({ baseUrl, mailFrom }: SendOptions): string {
  if (/^https:/i.test(baseUrl)) return baseUrl
  // Doorpost <doorpost@example.com>
  const address = mailFrom?.split(/[\s<>]/).find((part) => part.includes('@'))
  return `mailto:${address ?? 'operator@doorpost.invalid'}`
}

/** At most 32 characters of base64url. */
function topicOf(tag: string): string {
  return tag.replaceAll(/[^\w-]/g, '').slice(-32)
}
