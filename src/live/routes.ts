import type { Credentials, Sessions } from '../http/access/auth.ts'
import { callerOf, type KeyCaller, type Request } from '../http/call.ts'
import { checked } from '../http/input.ts'
import { queryOf } from '../http/query-values.ts'
import { operationsOf } from '../http/route.ts'
import * as S from '../lib/schema.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { message } from '../messages/message.ts'
import {
  CATCH_UP_MAX,
  HEARTBEAT_SECONDS,
  type ListeningCaller,
  type Live,
  STREAMS_MAX,
  STREAMS_PER_CALLER_MAX,
} from './live.ts'
import { readPlace } from './place.ts'

interface Deps {
  live: Live
  tokens: SealedTokens
  keys: Credentials<KeyCaller>
  users: { sessions: Sessions }
}

const operation = operationsOf<Deps>('Events')

const WRONG_ACCEPT = message('stream.wrong_accept')

const example = `retry: 2000

id: mLk0PqH2Zb7uXn3W9cRt5oAyD1eGf6sJiVhT8xKqNwEzU4rCvB2gYpLdMjFaQ0tS

id: Q0tSmLk0PqH2Zb7uXn3W9cRt5oAyD1eGf6sJiVhT8xKqNwEzU4rCvB2gYpLdMjFa
data: {"id":"019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050","type":"post.published","subject_id":"019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020","subject_version":5,"index":0,"timestamp":"2026-11-15T09:30:00.000Z"}

`

export const streamLive = operation({
  id: 'streamLive',
  summary: 'Listen to what happens',
  description:
    'Server-sent events, for requests with `Accept: text/event-stream` (browsers send it): each event of the feed as it gets its place there, as `{id, type, subject_id, subject_version, index, timestamp}`, with `quiet: true` for what people are not told of, such as rows of an import. Read the ' +
    'object itself to see it as it is now. Of `contact.*` is told who has `contacts:read`, of `post.*` and `connection.*` ' +
    '`posts:read`, of `webhook.*` `webhooks:read`. The `id` of a message is its place in the feed: who comes back with it in ' +
    `\`Last-Event-ID\` (browsers do) or \`after\` gets what was missed, or, when that is more than ${CATCH_UP_MAX} events, a ` +
    `message named \`reset\`: read again what you show. Sessions also get messages named \`removals\`, to read \`GET /v1/removals\`: at the start if something is there, and when it changes. A comment comes every ${HEARTBEAT_SECONDS} seconds. The stream ends when the ` +
    `key is revoked, when the session ends or its role changes, when the client does not read, and when the server stops. At ` +
    `most ${STREAMS_PER_CALLER_MAX} streams for each key or person and ${STREAMS_MAX} in all; more are 429, or the oldest stream of the caller with the most ends.`,
  query: S.partial({
    after: S.string(
      'The `id` of the last message that was seen: the stream goes on behind it. `Last-Event-ID` wins over it.',
    ),
  }),
  answers: {
    200: {
      description: 'The stream. It does not end by itself.',
      schema: S.string(),
      example,
      contentType: 'text/event-stream',
    },
  },
  async handle(deps, request, reply) {
    const { live, tokens } = deps
    const afterPosition = checked((issues) => {
      // Any other client would wait for a response that never ends.
      if (!/\btext\/event-stream\b/i.test(request.headers.accept ?? '')) issues.add('Accept', WRONG_ACCEPT)
      return readPlace(issues, request, queryOf(issues, request), tokens)
    })
    reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store')
    // Otherwise nginx would hold messages back until its buffer is full.
    reply.header('x-accel-buffering', 'no')
    if (request.method === 'HEAD') return reply.send('')
    const stream = await live.open({
      caller: callerOf(request) as ListeningCaller,
      afterPosition,
      findCaller: createFinder(deps, request),
    })
    // Also covers clients that left before the stream was ready.
    const { socket } = request.raw
    const leave = () => stream.destroy()
    socket.once('close', leave)
    stream.once('close', () => socket.off('close', leave))
    if (socket.destroyed) leave()
    return reply.send(stream)
  },
})

/** Checks the request's key or session again. */
function createFinder({ keys, users }: Deps, request: Request): () => Promise<ListeningCaller | null> {
  const caller = callerOf(request)
  if (caller.kind === 'user') {
    const token = users.sessions.tokenOf(request)!
    return async () => {
      const found = await users.sessions.find(token)
      return found?.caller.role === caller.role ? found.caller : null
    }
  }
  const text = request.headers.authorization!.trim().split(/ +/)[1]!
  return async () => {
    const found = await keys.find(text)
    return 'caller' in found ? found.caller : null
  }
}
