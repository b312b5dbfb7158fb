import type { Pool } from '../db/database.ts'
import { createBatcher } from '../db/writes/batcher.ts'
import { ApiError } from '../errors.ts'
import { remember, rememberLast } from '../lib/bounds/remember.ts'
import type { Ids } from '../lib/ids.ts'
import type { Clock } from '../lib/time/clock.ts'
import { message } from '../messages/message.ts'
import { toReason } from '../messages/stored.ts'
import { trimRejections } from './delivery-store.ts'
import {
  insertDeliveries,
  insertRejections,
  type NewDelivery,
  type NewRejection,
  type ReceivedBytes,
  type StoredDelivery,
} from './receive-store.ts'
import type { OpenSource } from './source-cache.ts'
import type { Incoming } from './verify/checks.ts'
import { deliveryIdOf } from './verify/delivery-id.ts'
import { type HandshakeAnswer, handshake } from './verify/handshake.ts'
import { verify } from './verify/verify.ts'

/** `paused`: nothing of the request was stored. */
export type Received = { receipt: ReturnType<typeof toReceipt> } | { challenge: HandshakeAnswer } | { paused: true }

// Without this, a stranger who knows the URL could fill the disk with refused requests between two clean-ups.
const TRIM_EVERY = 250

export function createReceiver(pool: Pool, clock: Clock, ids: Ids) {
  const sizeOf = (received: ReceivedBytes) => received.body.length
  const intake = createBatcher<NewDelivery, StoredDelivery>({ write: (items) => insertDeliveries(pool, items), sizeOf })
  const isCredential = remember(isCredentialName, 500)
  const textOf = rememberLast(isoTime)
  // Source → number of refusals since its last trim.
  const untrimmed = new Map<string, number>()
  const refusals = createBatcher<NewRejection, void>({
    write: async (items) => {
      await insertRejections(pool, items)
      for (const { workspaceId, sourceId } of items) {
        const count = (untrimmed.get(sourceId) ?? 0) + 1
        untrimmed.set(sourceId, count % TRIM_EVERY)
        if (count === TRIM_EVERY) await trimRejections(pool, [workspaceId, sourceId])
      }
      return new Array<void>(items.length)
    },
    sizeOf,
  })

  return {
    intake,
    refusals,
    answerHandshake: (source: OpenSource, incoming: Incoming) => handshake(source.verifierAt(clock.now()), incoming),
    /** Responds after the commit, which concurrent deliveries share. Throws 401 after storing a refused request. */
    receive(source: OpenSource, incoming: Incoming): Promise<Received> {
      const now = clock.now()
      const verifier = source.verifierAt(now)
      const challenge = handshake(verifier, incoming)
      if (challenge !== null) return Promise.resolve({ challenge })
      if (source.paused) return Promise.resolve({ paused: true })
      const verdict = verify(verifier, incoming, now)
      const received = toReceived(source, incoming, ids.next(), isCredential)
      if (!verdict.ok) {
        return refusals.add({ ...received, code: verdict.code, ...toReason(verdict.reason) }).then(refuse)
      }
      const { verified } = verdict
      const deliveryId = deliveryIdOf(verifier.sender, source.selector, incoming)
      const delivery = { ...received, verified, deliveryId, mapped: source.mapped }
      return intake.add(delivery).then((stored) => ({ receipt: toReceipt(stored, textOf) }))
    },
  }
}

/** Tells the sender what to check, and a stranger nothing. The owner sees the reason with the rejection. */
function refuse(): never {
  const headers = { 'www-authenticate': 'Signature realm="doorpost"' }
  throw new ApiError('unauthorized', { message: message('delivery.refused'), headers })
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}

export function toReceipt({ id, receivedAt, duplicate }: StoredDelivery, textOf = isoTime) {
  return { id, received_at: textOf(receivedAt), duplicate }
}

const CREDENTIALS = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-auth', 'token'])

/** The sender's credentials must not be stored. A signature is not one: it is worthless with another body. */
function isCredentialName(name: string): boolean {
  return CREDENTIALS.has(name) || /[-_](?:token|authorization|password)$|secret|api[-_]?key/.test(name)
}

function toReceived(
  source: { workspaceId: string; sourceId: string },
  { headers, query, body }: Incoming,
  { id, at }: { id: string; at: number },
  isCredential: (name: string) => boolean,
): ReceivedBytes {
  const kept: Array<readonly [string, string]> = []
  let contentType: string | null = null
  for (const header of headers) {
    if (isCredential(header[0])) continue
    kept.push(header)
    if (header[0] === 'content-type') contentType ??= header[1]
  }
  const { workspaceId, sourceId } = source
  return { id, workspaceId, sourceId, receivedAt: at, contentType, query, headers: kept, body }
}
