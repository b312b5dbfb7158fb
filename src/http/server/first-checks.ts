import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../errors.ts'
import type { Ids } from '../../lib/ids.ts'
import type { SealedTokens } from '../../lib/secrets/sealed-token.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { MINUTE_MS } from '../../lib/time/span.ts'
import { type Message, message } from '../../messages/message.ts'
import type { Request, Step } from '../call.ts'
import { addressBucket, createClientAddress, isTrustedPeer, type TrustedRange } from './client-address.ts'

interface FirstCheckOptions {
  trustedProxies: TrustedRange[]
  /** Plain HTTP under /v1 is refused. */
  httpsOnly: boolean
}

/** For a year. Subdomains are excluded, because they may belong to others. */
export const STRICT_TRANSPORT = 'max-age=31536000'

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/** The checks that every request must pass, and the headers of every response. */
export function createFirstChecks({ trustedProxies, httpsOnly }: FirstCheckOptions): Step {
  const clientAddress = createClientAddress(trustedProxies)
  return (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    const isSecure = !httpsOnly || cameByTls(request, trustedProxies)
    // Never sent over plain http, where anyone could have written it: RFC 6797, section 7.2.
    if (httpsOnly && isSecure) reply.header('strict-transport-security', STRICT_TRANSPORT)
    const { raw, headers } = request
    const peer = raw.socket.remoteAddress
    request.clientBucket = addressBucket(clientAddress(peer, headerText(headers['x-forwarded-for'])))
    const problem = messageProblem(raw)
    if (problem) throw new ApiError('validation_error', { message: problem })
    // The router also accepts a path in absolute form or percent-encoded.
    if ((request.routeOptions.url ?? request.url).startsWith('/v1')) {
      reply.header('cache-control', 'no-store')
      reply.header('referrer-policy', 'no-referrer')
      if (!isSecure) throw plainHttpError()
    }
  }
}

function plainHttpError(): ApiError {
  return new ApiError('forbidden', { message: message('request.plain_http') })
}

export function cameByTls(request: Pick<Request, 'raw' | 'headers'>, trusted: readonly TrustedRange[]): boolean {
  const peer = request.raw.socket.remoteAddress
  if ('encrypted' in request.raw.socket) return true
  const forwarded = headerText(request.headers['x-forwarded-proto'])
  // The last entry comes from the trusted peer; earlier ones may be the caller's invention.
  return forwarded?.split(',').at(-1)?.trim().toLowerCase() === 'https' && isTrustedPeer(trusted, peer)
}

/** The https URL of a page that was requested without TLS; null if it may proceed. */
export function createSecureUrl(options: FirstCheckOptions & { baseUrl: string }): (request: Request) => string | null {
  const { trustedProxies, httpsOnly, baseUrl } = options
  return (request) => {
    if (!httpsOnly || cameByTls(request, trustedProxies)) return null
    // Without the host of the absolute form, and with one slash: //elsewhere would be another host.
    const path = request.url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^[/\\]*/, '/')
    return `${baseUrl}${path}`
  }
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

/** Node uses the first of several headers and silently drops the others. */
export function countHeaders({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name) count++
  }
  return count
}

/** What makes a message ambiguous, whatever it requests; null if nothing does. */
export function messageProblem(incoming: IncomingMessage): Message | null {
  return hostProblem(incoming) ?? codingProblem(incoming)
}

function hostProblem(incoming: IncomingMessage): Message | null {
  const hosts = countHeaders(incoming, 'host')
  if (hosts > 1) return message('request.two_hosts')
  return hosts === 0 && incoming.httpVersion === '1.1' ? message('request.no_host') : null
}

/** Node decodes chunks, and leaves any other transfer coding in place. */
function codingProblem({ headers }: IncomingMessage): Message | null {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.trim().toLowerCase() === 'chunked') return null
  return message('request.transfer_encoding')
}

/** The caller's own id if it is safe in headers and logs, otherwise a new one. */
export function requestId({ headers }: IncomingMessage, ids: Ids): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : ids.next().id
}

const QUESTION = 'x-doorpost-doctor'
export const ANSWER = 'x-doorpost-caller'
const CONTEXT = 'doctor'
const FRESH_MS = 5 * MINUTE_MS

/** The headers of a request that asks what a proxy reports about it. */
export function askOfProxy(tokens: SealedTokens, now: number): Record<string, string> {
  return { [QUESTION]: tokens.seal(String(now), CONTEXT) }
}

/**
 * Tells `doctor` whether the proxy passes on the client's address. Nobody else may know, because they could use up the
 * limits of everyone.
 */
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
