import { ApiError } from '../errors.ts'
import { guesserOf, type RateLimits } from '../http/access/rate-limit.ts'
import type { Reply, Request } from '../http/call.ts'
import { operationsOf, recordAnswer } from '../http/route.ts'
import { sendError } from '../http/server/app.ts'
import { message } from '../messages/message.ts'
import type { Webhooks } from './deps.ts'
import { KeyParams, receipt } from './schemas.ts'
import { SENDERS } from './senders/registry.ts'
import { NO_SUCH_ADDRESS, type OpenSource, type SourceCache } from './source-cache.ts'
import type { Incoming } from './verify/checks.ts'
import { ID_HEADERS } from './verify/delivery-id.ts'
import type { HandshakeAnswer } from './verify/handshake.ts'

interface Deps {
  webhooks: Webhooks
  sources: SourceCache
  limits: RateLimits
}

const operation = operationsOf<Deps>('Webhooks')

const PAUSED = message('delivery.paused')
// Most senders have their own retry schedule. For those that follow Retry-After, this resumes soon enough.
const PAUSED_RETRY_SECONDS = 300

export const receiveWebhook = operation({
  id: 'receiveWebhook',
  summary: 'Receive a webhook',
  description:
    'Takes any content type, up to 1 MiB or what the webhook says, and keeps the bytes exactly as sent. The URL itself is ' +
    'the credential: it can only append. A webhook that verifies takes only what its sender signed; what it refuses ' +
    `is kept apart with the reason. A repeat with the same delivery id (where the sender puts it, else ${ID_HEADERS.join(', ')}) ` +
    'and the same body is stored once. Unknown, revoked and malformed keys get the same 404. A paused webhook keeps nothing and answers 503 with `Retry-After`, so that ' +
    `senders try again. Handshakes of ${sendersThatAsk('POST')} are answered as plain text, also while it is paused.`,
  params: KeyParams,
  body: { kind: 'raw', schema: {}, examples: { order: { order: 'A-1' } } },
  answers: { 200: recordAnswer('The delivery is stored.', receipt) },
  errors: ['unauthorized', 'service_unavailable'],
  missing: NO_SUCH_ADDRESS,
  async handle({ webhooks }, request, reply) {
    if (request.caller?.kind !== 'webhook') throw new Error('a webhook route was reached without its key')
    // The cache of sources creates these callers, and no others.
    const source = request.caller as OpenSource
    const received = await webhooks.receiver.receive(source, toIncoming(request, webhooks))
    if ('challenge' in received) return sendChallenge(reply, received.challenge)
    // Not thrown, because it is not a failure that belongs in the log.
    if ('paused' in received) {
      const headers = { 'retry-after': String(PAUSED_RETRY_SECONDS) }
      return sendError(new ApiError('service_unavailable', { message: PAUSED, headers }), reply)
    }
    const { id, received_at: receivedAt, duplicate } = received.receipt
    // Written by hand, because this is the most frequent response. None of it needs escaping.
    const data = `{"id":"${id}","received_at":"${receivedAt}","duplicate":${duplicate}}`
    return reply.send(`{"success":true,"data":${data}}`)
  },
})

export const greetWebhook = operation({
  id: 'greetWebhook',
  summary: 'Answer a handshake',
  description:
    `${sendersThatAsk('GET')} ask with GET whether a URL is meant for them, ${sendersThatAsk('HEAD')} with HEAD. ` +
    'Only a webhook of that sender answers, and only when ' +
    'the verify token or the secret, if it needs one, is right. Everything else is a 405, whatever the key.',
  params: KeyParams,
  answers: {
    200: {
      description: 'What the sender wants to read: the challenge as plain text, or JSON that is made with the secret.',
      schema: {},
      example: '1158201444',
      contentType: '*/*',
    },
  },
  errors: ['method_not_allowed'],
  async handle({ webhooks, sources, limits }, request, reply) {
    const { webhook_key: text } = request.params as { webhook_key: string }
    // All failed handshakes count alike, so that responses do not reveal whether a key exists.
    const who = guesserOf('webhook', request)
    await limits.check('failed_auth', who)
    const found = await sources.find(text)
    const answer =
      'caller' in found ? webhooks.receiver.answerHandshake(found.caller, toIncoming(request, webhooks)) : null
    if (answer !== null) return sendChallenge(reply, answer)
    await limits.count('failed_auth', who, reply)
    throw new ApiError('method_not_allowed', {
      message: message('delivery.not_post', { method: request.method }),
      headers: { allow: 'POST' },
    })
  },
})

function sendersThatAsk(method: string): string {
  const labels = SENDERS.filter(({ handshake }) => handshake?.method === method).map(({ label }) => label)
  return [labels.slice(0, -1).join(', '), ...labels.slice(-1)].join(' and ')
}

function toIncoming(request: Request, { baseUrl }: Pick<Webhooks, 'baseUrl'>): Incoming {
  const { rawHeaders } = request.raw
  const headers: Array<readonly [string, string]> = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    headers.push([rawHeaders[i]!.toLowerCase(), cleanHeader(rawHeaders[i + 1]!)])
  }
  const question = request.url.indexOf('?')
  const query = question === -1 ? '' : request.url.slice(question + 1)
  const body = Buffer.isBuffer(request.body) ? request.body : EMPTY
  return { method: request.method, url: baseUrl + request.url, headers, query, body }
}

const EMPTY = Buffer.alloc(0)

/** Header bytes arrive as Latin-1 and may contain control characters, which the database refuses. */
function cleanHeader(value: string): string {
  return /[\u0000-\u001f]/.test(value) ? value.replace(/[\u0000-\u001f]/g, ' ') : value
}

function sendChallenge(reply: Reply, { contentType, body }: HandshakeAnswer): Reply {
  return reply.code(200).header('content-type', contentType).send(body)
}
