import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../random.ts'

/**
 * A proxy in front of the simulators. Calls that make a post public take a while, as on the real platforms, and take
 * effect even if the caller was killed meanwhile. A look right after a crash may therefore come before the effect.
 */
export interface SlowRoad {
  url: string
  /** Sets the target. */
  leadTo(port: number): void
  stop(): Promise<void>
}

const VISIBLE =
  /\/(threads_publish|media_publish|rest\/posts|2\/tweets|com\.atproto\.repo\.putRecord|v1\/statuses)(\?|$)/
const SLOW_SHARE = 0.3
const SLOW_MS = [100, 2_000] as const
const QUICK_MS = [0, 30] as const

export function openSlowRoad(random: Random): Promise<SlowRoad> {
  return openRoad(async () => {
    const [least, most] = random.next() < SLOW_SHARE ? SLOW_MS : QUICK_MS
    await delay(random.between(least, most))
  })
}

/** A call that makes a post public waits for `beforeVisible` before it reaches the platform. */
export async function openRoad(beforeVisible: () => Promise<void>): Promise<SlowRoad> {
  let port = 0
  const server = createServer((request, response) => {
    forward(port, beforeVisible, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(target) {
      port = target
    },
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function forward(
  port: number,
  beforeVisible: () => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (request.method === 'POST' && VISIBLE.test(request.url ?? '')) await beforeVisible()
  const { method, headers, url } = request
  const onward = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
  // A connection that the simulators cut is also cut here.
  onward.on('error', () => response.destroy())
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
    answer.on('error', () => response.destroy())
    answer.on('aborted', () => response.destroy())
    answer.pipe(response)
  })
  onward.end(Buffer.concat(chunks))
}
