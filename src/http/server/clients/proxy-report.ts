import type { SealedTokens } from '../../../lib/secrets/sealed-token.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import { MINUTE_MS } from '../../../lib/time/span.ts'
import type { Step } from '../../call.ts'
import { isTrustedPeer, type TrustedRange } from './client-address.ts'

const QUESTION = 'x-doorpost-doctor'
export const ANSWER = 'x-doorpost-caller'
const CONTEXT = 'doctor'
const FRESH_MS = 5 * MINUTE_MS

/** The headers of a request that asks what a proxy says of it. */
export function askOfProxy(tokens: SealedTokens, now: number): Record<string, string> {
  return { [QUESTION]: tokens.seal(String(now), CONTEXT) }
}

/** Tells `doctor` whether the proxy says who is calling. Nobody else is told, because whoever knows could use up the limits of all. */
export function createProxyReport(trusted: readonly TrustedRange[], tokens: SealedTokens, clock: Clock): Step {
  return ({ raw, headers }, reply) => {
    const question = headers[QUESTION]
    if (typeof question !== 'string') return
    const askedAt = Number(tokens.open(question, CONTEXT) ?? Number.NaN)
    if (!(Math.abs(clock.now() - askedAt) < FRESH_MS)) return
    const isNamed = Boolean(headers['x-forwarded-for']) && isTrustedPeer(trusted, raw.socket.remoteAddress)
    reply.header(ANSWER, isNamed ? 'named' : 'unnamed')
  }
}
