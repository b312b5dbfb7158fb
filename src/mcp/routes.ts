import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ApiError, validationError } from '../errors.ts'
import type { OriginCheck } from '../http/access/same-origin.ts'
import { callerOf, type KeyCaller, type Reply, type Request } from '../http/call.ts'
import type { Routes } from '../http/route.ts'
import type { HttpApp } from '../http/server/app.ts'
import type { Log } from '../lib/log/log.ts'
import { message } from '../messages/message.ts'
import { createCalls } from './call.ts'
import type { McpServer } from './server.ts'

// The Model Context Protocol: programs that work for a person, such as Claude, find our tools here and call them.

export const mcpPath = '/mcp'

/** Files come as base64 in the body. */
const BODY_MAX = 4 * 1_048_576

interface Options<D> {
  routes: Routes<D>
  deps: D
  sameOrigin: OriginCheck
  baseUrl: string
  log: Log
}

export function addMcp<D extends object>(app: HttpApp, options: Options<D>): void {
  const call = createCalls(options.routes, options.deps, options.log)
  let server: Promise<McpServer> | null = null
  // Most installations never use it, so its library is loaded by the first request.
  const load = () => (server ??= import('./server.ts').then(({ createServer }) => createServer(call, options.log)))
  app.onClose(async () => (await server)?.close())
  app.route({
    method: 'POST',
    url: mcpPath,
    config: { access: { mode: 'any_key' }, bodyKind: 'json', bodyMax: BODY_MAX },
    async handler(request, reply) {
      refuseForeign(request, options.sameOrigin)
      // Each call counts as a request, and the protocol has no lists of calls since 2025-06-18.
      if (Array.isArray(request.body)) throw validationError({ body: [message('mcp.no_batch')] })
      const { handle } = await load()
      const answer = await handle(
        new URL(mcpPath, options.baseUrl),
        headersOf(request),
        request,
        callerOf(request) as KeyCaller,
      )
      return send(reply, answer)
    },
  })
}

/** A page of another website must not use a key that it found in its visitor's browser or guessed for a local server. */
function refuseForeign(request: Request, sameOrigin: OriginCheck): void {
  if (request.headers.origin === undefined || sameOrigin.ownOrigin(request) !== null) return
  throw new ApiError('forbidden', { message: message('access.foreign_page') })
}

/** The key has been checked, and goes no further. */
function headersOf({ headers }: Request): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    name === 'authorization' || name === 'cookie' || value === undefined ? [] : [[name, String(value)]],
  )
}

async function send(reply: Reply, answer: Response): Promise<Reply> {
  reply.code(answer.status)
  for (const [name, value] of answer.headers) reply.header(name, value)
  if (answer.body === null) return reply.send('')
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  return reply.send(isStream ? Readable.fromWeb(answer.body as ReadableStream) : await answer.text())
}
