import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'

// A minimal OpenTelemetry collector for traces: OTLP over HTTP, as JSON.

export interface Span {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  attributes: Record<string, unknown>
  /** Resource attributes of the process that sent it. */
  resource: Record<string, unknown>
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

interface Sent {
  resourceSpans: Array<{
    resource: { attributes: Attribute[] }
    scopeSpans: Array<{
      spans: Array<{ traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }>
    }>
  }>
}

const WAIT_MS = 120_000
const LOOK_MS = 100

export async function startCollector() {
  const spans: Span[] = []
  /** Everything as received, with headers. */
  let raw = ''
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
    raw += `${request.url} ${JSON.stringify(request.headers)}\n${text}\n`
    if (request.url === '/v1/traces') spans.push(...readSpans(JSON.parse(text)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: spans as readonly Span[],
    raw: () => raw,
    /** Waits for the first span that matches. */
    async find(what: string, isIt: (span: Span) => boolean): Promise<Span> {
      for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(LOOK_MS)) {
        const found = spans.find(isIt)
        if (found) return found
      }
      const names = [...new Set(spans.map(({ name }) => name))]
      throw new Error(`The collector did not get ${what}. It has: ${names.join(', ')}`)
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function readSpans({ resourceSpans }: Sent): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
        traceId,
        spanId,
        parentSpanId: parentSpanId || null,
        name,
        attributes: toObject(attributes),
        resource: toObject(resource.attributes),
      })),
    ),
  )
}

function toObject(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
