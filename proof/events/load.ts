import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'

/** A request with its outcome. */
export interface Sent {
  number: number
  /** A form is a delivery that becomes a contact. */
  what: 'contact' | 'delivery' | 'form'
  /** Has an id of its own, so that it can be sent again until it is answered. The others are sent once. */
  repeatable: boolean
  /** Null if it was never acknowledged. */
  id: string | null
  /** Requests after the first. */
  repeats: number
}

export interface LoadOptions {
  apiUrl: string
  receiveUrls: { delivery: string; form: string }
  key: string
  random: Random
  deadline: number
  /** Resolves when the request with this number may be sent. */
  turn: (number: number) => Promise<void>
  signal?: AbortSignal
}

const CLIENTS = 8
const REPEAT_MS = 100
const CALL_TIMEOUT_MS = 15_000
const REPEATABLE_SHARE = 0.6
/** Share of acknowledged requests that are sent again while their events are being delivered, as senders do. */
const AGAIN_SHARE = 0.15
const AGAIN_AFTER_MS = 6_000
const ALWAYS_AGAIN = 5

/** Sends contacts and deliveries over HTTP while the other side is killed. */
export async function sendLoad(count: number, options: LoadOptions): Promise<Sent[]> {
  const { random } = options
  const plan = Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    what: random.pick(['contact', 'contact', 'delivery', 'form'] as const),
    repeatable: random.next() < REPEATABLE_SHARE,
    again: random.next() < AGAIN_SHARE,
  }))
  // Also on a machine so slow that it does not come to the others.
  for (const each of plan.filter(({ what, repeatable }) => what === 'contact' && repeatable).slice(0, ALWAYS_AGAIN)) {
    each.again = true
  }
  const sent: Sent[] = []
  const later: Array<Promise<void>> = []
  let next = 0
  const client = async () => {
    while (next < plan.length && !isOver(options)) {
      const { again, ...each } = plan[next++]!
      await options.turn(each.number)
      const first = await send(each, options)
      sent.push(first)
      if (!again || !first.repeatable || first.id === null) continue
      const pause = delay(random.between(0, AGAIN_AFTER_MS))
      later.push(pause.then(async () => void sent.push(await send(each, options))))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  await Promise.all(later)
  return sent
}

async function send(each: Pick<Sent, 'number' | 'what' | 'repeatable'>, options: LoadOptions): Promise<Sent> {
  for (let repeats = 0; ; repeats++) {
    const answer = await call(each, options)
    if (answer !== 'unknown' && answer !== 'not sent') {
      const isTaken = answer.status === 200 || answer.status === 201
      // No request may be refused, even while a process or the database is restarting.
      if (!isTaken) throw new Error(`${each.what} ${each.number} was refused: ${answer.status} ${answer.text}`)
      return { ...each, id: JSON.parse(answer.text).data.id, repeats }
    }
    const isEnd = answer === 'unknown' && !each.repeatable
    if (isEnd || isOver(options)) return { ...each, id: null, repeats }
    await delay(REPEAT_MS)
  }
}

/** Returns `unknown` if the answer does not tell whether it was accepted. */
async function call(
  { number, what, repeatable }: Pick<Sent, 'number' | 'what' | 'repeatable'>,
  { apiUrl, receiveUrls, key }: LoadOptions,
): Promise<{ status: number; text: string } | 'unknown' | 'not sent'> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (what === 'contact') headers.authorization = `Bearer ${key}`
  if (repeatable) headers[what === 'contact' ? 'idempotency-key' : 'webhook-id'] = `proof-${number}`
  try {
    const response = await fetch(what === 'contact' ? `${apiUrl}/v1/contacts` : receiveUrls[what], {
      method: 'POST',
      headers,
      body: JSON.stringify(what === 'contact' ? { first_name: nameOf(number) } : { name: nameOf(number) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    const text = await response.text()
    const isBusy = response.status >= 500 || response.status === 409 || response.status === 429
    return isBusy ? 'unknown' : { status: response.status, text }
  } catch (error) {
    if (isRefused(error)) return 'not sent'
    const isLost = error instanceof TypeError || (error as Error).name === 'TimeoutError'
    if (isLost) return 'unknown'
    throw error
  }
}

/** The server is not up yet, so the request has not reached it. */
function isRefused(error: unknown): boolean {
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
}

export function nameOf(number: number): string {
  return `Proof ${number}`
}

/** Returns NaN for names of other origin. */
export function numberOf(name: string): number {
  return Number(/^Proof (\d+)$/.exec(name)?.[1])
}

function isOver({ deadline, signal }: LoadOptions): boolean {
  return Date.now() > deadline || signal?.aborted === true
}
