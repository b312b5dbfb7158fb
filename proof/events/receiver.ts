import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Random } from '../random.ts'

/** All requests with one webhook-id. */
export interface Received {
  type: string
  dataId: string
  /** SHA-256 of each distinct body, and the ids in them. */
  bodies: Set<string>
  idsInBody: Set<string>
  requests: number
  /** Number of 2xx answers that were started. */
  taken: number
  badSignatures: number
}

export interface EventsReceiver {
  url: string
  received: ReadonlyMap<string, Received>
  /** Requests without a webhook-id, or with a body that is not an event. */
  readonly strange: number
  /** Behaviour → number of requests. */
  readonly behaviours: Readonly<Record<string, number>>
  /** Checks signatures from now on. */
  trust(secret: string): void
  /** Accepts every request at once from now on. */
  behave(): void
  stop(): Promise<void>
}

export interface ReceiverOptions {
  random: Random
  /** For the control: changes one in this many bodies before its signature is checked. */
  tamperOneIn?: number
}

const BAD_SPELL_REQUESTS = 12
const SLOW_MAX_MS = 2_500

/** Behaves like a real endpoint: accepts most requests; sometimes it fails, disconnects or is slow. */
export async function startEventsReceiver({ random, tamperOneIn }: ReceiverOptions): Promise<EventsReceiver> {
  const received = new Map<string, Received>()
  const behaviours: Record<string, number> = {}
  let verifier: Webhook | null = null
  let strange = 0
  let requests = 0
  let badSpell = 0
  let behaves = false

  const record = (request: IncomingMessage, body: Buffer): Received | null => {
    const id = request.headers['webhook-id']
    const event = parse(body)
    if (typeof id !== 'string' || event === null) {
      strange++
      return null
    }
    const known = received.get(id) ?? {
      type: event.type,
      dataId: event.data.id,
      bodies: new Set(),
      idsInBody: new Set(),
      requests: 0,
      taken: 0,
      badSignatures: 0,
    }
    received.set(id, known)
    known.requests++
    known.bodies.add(createHash('sha256').update(body).digest('hex'))
    known.idsInBody.add(event.id)
    const isTampered = tamperOneIn !== undefined && ++requests % tamperOneIn === 0
    if (!isSigned(verifier, request, isTampered ? Buffer.concat([body, Buffer.from(' ')]) : body)) known.badSignatures++
    return known
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray())
    const known = record(request, body)
    const behaviour = behaves ? 'takes' : choose()
    behaviours[behaviour] = (behaviours[behaviour] ?? 0) + 1
    switch (behaviour) {
      case 'fails':
        response.writeHead(500).end('out of order')
        return
      case 'is busy':
        response.writeHead(503, { 'retry-after': '1' }).end()
        return
      case 'hangs up':
        request.socket.destroy()
        return
      case 'is slow':
        await delay(random.between(100, SLOW_MAX_MS))
    }
    if (known) known.taken++
    response.writeHead(200).end()
  }

  const choose = () => {
    if (badSpell > 0) {
      badSpell--
      return 'fails'
    }
    const luck = random.next()
    // A series of failures opens the circuit.
    if (luck < 0.002) badSpell = BAD_SPELL_REQUESTS
    if (luck < 0.05) return 'fails'
    if (luck < 0.06) return 'is busy'
    if (luck < 0.1) return 'hangs up'
    if (luck < 0.14) return 'is slow'
    return 'takes'
  }

  const server = createServer((request, response) => {
    // The sender was killed while sending.
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    behaviours,
    get strange() {
      return strange
    },
    trust(secret) {
      verifier = new Webhook(secret)
    },
    behave() {
      behaves = true
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Uses the public library, so that our code does not verify itself. */
function isSigned(verifier: Webhook | null, { headers }: IncomingMessage, body: Buffer): boolean {
  try {
    verifier!.verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

function parse(body: Buffer): { id: string; type: string; data: { id: string } } | null {
  try {
    const event = JSON.parse(body.toString())
    const isEvent = typeof event.id === 'string' && typeof event.type === 'string' && typeof event.data.id === 'string'
    return isEvent && typeof event.timestamp === 'string' ? event : null
  } catch {
    return null
  }
}
