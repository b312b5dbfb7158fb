import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/**
 * What is checked of a request. `headers` and `query` may be a subset of what arrives; `json` and `form` must be all of
 * it.
 */
export interface ExpectedRequest {
  method: string
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  /** How many bytes the body has. */
  bytes?: number
  /** Texts the body holds, for multipart. */
  contains?: string[]
}

export interface ScriptedAnswer {
  status: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
  /** Breaks the connection: before any response, or in the middle of the body. */
  broken?: 'before' | 'inside'
}

export interface Exchange {
  request: ExpectedRequest
  answer: ScriptedAnswer
}

export interface ScriptedPlatform {
  url: string
  /** Throws unless every exchange has taken place, in order, and nothing else. */
  finished(): void
}

/**
 * A server that plays exchanges in order. `{url}` in a response stands for its own address. An unexpected request gets
 * 418 and is remembered, so that `finished` can report what was wrong with it.
 */
export async function startScript(t: TestContext, exchanges: readonly Exchange[]): Promise<ScriptedPlatform> {
  let next = 0
  const problems: string[] = []
  const server = createServer(async (request, response) => {
    const body = await readAll(request)
    const exchange = exchanges[next]
    try {
      assert.ok(exchange, `unexpected ${request.method} ${request.url}`)
      check(exchange.request, request, body)
      next += 1
      reply(response, exchange.answer, url)
    } catch (error) {
      problems.push(`request ${next + 1}, ${request.method} ${request.url}: ${(error as Error).message}`)
      response.writeHead(418).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url,
    finished() {
      assert.deepEqual(problems, [])
      assert.equal(next, exchanges.length, `only ${next} of ${exchanges.length} requests were made`)
    },
  }
}

function check(expected: ExpectedRequest, request: IncomingMessage, body: Buffer): void {
  const url = new URL(request.url ?? '', 'http://localhost')
  assert.equal(request.method, expected.method)
  assert.equal(url.pathname, expected.path)
  for (const [name, value] of Object.entries(expected.query ?? {}))
    assert.equal(url.searchParams.get(name), value, name)
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    assert.equal(request.headers[name.toLowerCase()], value, name)
  }
  if ('json' in expected) assert.deepEqual(JSON.parse(body.toString()), expected.json)
  if (expected.form) assert.deepEqual(Object.fromEntries(new URLSearchParams(body.toString())), expected.form)
  if (expected.bytes !== undefined) assert.equal(body.length, expected.bytes)
  for (const text of expected.contains ?? []) assert.ok(body.includes(text), `the body does not hold ${text}`)
}

function reply(response: ServerResponse, answer: ScriptedAnswer, url: string): void {
  if (answer.broken === 'before') {
    response.socket?.destroy()
    return
  }
  const text = answer.json === undefined ? (answer.text ?? '') : JSON.stringify(answer.json)
  const body = Buffer.from(text.replaceAll('{url}', url))
  const type = answer.json === undefined ? 'text/plain' : 'application/json'
  response.writeHead(answer.status, { 'content-type': type, 'content-length': body.length, ...answer.headers })
  if (answer.broken !== 'inside') {
    response.end(body)
    return
  }
  response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy())
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
}
