import { setTimeout as delay } from 'node:timers/promises'
import { BROWSER_HEADERS } from '../../tests/helpers/form-visitor.ts'
import { type Sent, sendLoad } from '../events/load.ts'
import type { Random } from '../random.ts'
import type { ClusterStage } from './stage.ts'

/** Everything that the installation acknowledged, for the verdict. */
export interface Acknowledged {
  contacts: Array<{ id: string; by: string }>
  deliveries: string[]
  forms: Array<{ id: string; email: string }>
  posts: Array<{ id: string; number: number }>
}

export interface ClusterLoad {
  readonly acknowledged: Acknowledged
  /** Requests without a conclusive answer. Most of them were sent again. */
  readonly unanswered: number
  /** Resolves when the last request has been answered. */
  stop(): Promise<void>
}

export interface ClusterLoadOptions {
  /** Contacts and deliveries a second. */
  rate: number
  random: Random
  deadline: number
}

const FORM_PAUSE_MS = 700
const POST_PAUSE_MS = 1_500
const POST_DUE_MS = 8_000
const REPEAT_MS = 250
const CALL_TIMEOUT_MS = 10_000

/** The usual traffic of an installation, through the load balancer: contacts, webhooks, website forms, posts. */
export function startLoad(stage: ClusterStage, options: ClusterLoadOptions): ClusterLoad {
  const { url, key, receiveUrls } = stage
  const { rate, random, deadline } = options
  const acknowledged: Acknowledged = { contacts: [], deliveries: [], forms: [], posts: [] }
  const abort = new AbortController()
  const { signal } = abort
  const startedAt = Date.now()
  let unanswered = 0
  const turn = async (number: number) => {
    const wait = startedAt + (number * 1000) / rate - Date.now()
    if (wait > 0) await delay(wait, undefined, { signal }).catch(() => {})
  }
  const count = Math.ceil(((deadline - startedAt) / 1000) * rate)
  const intake = sendLoad(count, { apiUrl: url, receiveUrls, key, random, deadline, turn, signal }).then((sent) =>
    sent.forEach((each) => {
      unanswered += each.repeats + (each.id === null ? 1 : 0)
      record(each, acknowledged)
    }),
  )
  const isOver = () => signal.aborted || Date.now() > deadline

  const forms = async () => {
    for (let number = 1; !isOver(); number++) {
      const email = `visitor-${number}@example.com`
      const answer = await send(stage.submitUrl, { first_name: `Visitor ${number}`, email }, headersOfVisitor(number))
      if (answer?.status === 201 || answer?.status === 202 || answer?.status === 200) {
        acknowledged.forms.push({ id: answer.body.data?.id, email })
      } else if (answer !== null && answer.status < 500) throw new Error(`form ${number}: ${JSON.stringify(answer)}`)
      else unanswered++
      await delay(FORM_PAUSE_MS)
    }
  }
  const posts = async () => {
    for (let number = 1; !isOver(); number++) {
      const scheduled_date = new Date(Date.now() + random.between(0, POST_DUE_MS)).toISOString()
      const connection_id = random.pick(stage.connectionIds)
      const body = { content: postText(number), connection_id, status: 'scheduled', scheduled_date }
      const headers = { authorization: `Bearer ${key}`, 'idempotency-key': `cluster-post-${number}` }
      for (;;) {
        const answer = await send(`${url}/v1/posts/short`, body, headers)
        if (answer?.status === 201) {
          acknowledged.posts.push({ id: answer.body.data.id, number })
          break
        }
        // A date in the past is refused, but the first request may have been accepted. The verdict counts it too.
        if (answer !== null && answer.status === 400) break
        if (answer !== null && answer.status < 500 && answer.status !== 409) {
          throw new Error(`post ${number}: ${JSON.stringify(answer)}`)
        }
        unanswered++
        if (isOver()) break
        await delay(REPEAT_MS)
      }
      await delay(POST_PAUSE_MS)
    }
  }
  const all = Promise.all([intake, forms(), posts()])
  // The error surfaces in stop().
  all.catch(() => {})
  return {
    acknowledged,
    get unanswered() {
      return unanswered
    },
    async stop() {
      abort.abort()
      await all
    },
  }
}

export function postText(number: number): string {
  return `Cluster post ${number}.`
}

function record({ id, what }: Sent, { contacts, deliveries }: Acknowledged): void {
  if (id === null) return
  if (what === 'contact') contacts.push({ id, by: 'load' })
  else deliveries.push(id)
}

/** Each visitor has its own address. */
function headersOfVisitor(number: number): Record<string, string> {
  const { accept: _, ...headers } = BROWSER_HEADERS
  return { ...headers, accept: 'application/json', 'x-forwarded-for': `10.1.${(number >> 8) & 255}.${number & 255}` }
}

/** Returns null if there was no answer. */
export async function send(
  url: string,
  json: unknown,
  headers: Record<string, string>,
  timeoutMs = CALL_TIMEOUT_MS,
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
): Promise<{ status: number; body: any } | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(json),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    // The load balancer answers with HTML.
    return { status: response.status, body: response.status < 500 ? JSON.parse(text) : text }
  } catch {
    return null
  }
}
