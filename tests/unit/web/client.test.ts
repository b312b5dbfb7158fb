import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { ApiProblem, api, dataOf, fieldErrors, isProblem, OFFLINE, writeQuery } from '../../../web/src/api/client.ts'

async function withServer(answer: RequestListener, run: (baseUrl: string) => Promise<void>): Promise<void> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

test('an empty or missing value is left out of the query, false and 0 are not', () => {
  assert.equal(writeQuery({ q: '', cursor: undefined, state: null, raw: false, page: 0 }), 'raw=false&page=0')
  assert.equal(writeQuery({ q: 'a & b=ü' }), 'q=a+%26+b%3D%C3%BC')
})

test('values in a path are escaped, the page’s language is asked for, and the data of the answer is returned', async () => {
  const asked: string[] = []
  const answer: RequestListener = (request, response) => {
    const { 'if-match': match = '-', 'accept-language': language } = request.headers
    asked.push(`${request.method} ${request.url} ${match} ${language}`)
    response.end(JSON.stringify({ success: true, data: { id: 'x', deleted: true } }))
  }
  await withServer(answer, async (baseUrl) => {
    const params = { path: { id: 'a/../b?c' }, header: { 'If-Match': '"1"' } }
    const { deleted } = await dataOf(api.DELETE('/v1/posts/{id}', { params, baseUrl }))
    assert.equal(deleted, true)
  })
  assert.deepEqual(asked, ['DELETE /v1/posts/a%2F..%2Fb%3Fc "1" en'])
})

test('a refusal is thrown with its code, its fields and when to try again', async () => {
  const refuse: RequestListener = (_request, response) => {
    response.writeHead(422, { 'retry-after': '7', 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'validation_error', message: 'No.', details: { name: ['One.', 'Two.'] } }))
  }
  await withServer(refuse, async (baseUrl) => {
    const error = await api.PATCH('/v1/me', { body: { name: '' }, baseUrl }).catch((error) => error)
    assert.equal(isProblem(error, 'not_found'), false)
    assert.ok(isProblem(error, 'not_found', 'validation_error'))
    assert.deepEqual([error.status, error.message, error.retryAfter], [422, 'No.', 7])
    assert.deepEqual(fieldErrors(error), { name: 'One. Two.' })
  })
})

test('a foreign answer still becomes a sentence', async () => {
  const broken: RequestListener = (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')
  await withServer(broken, async (baseUrl) => {
    await assert.rejects(api.GET('/v1/me', { baseUrl }), { status: 502, code: 'unknown', message: /answered 502/ })
  })
})

test('no answer at all is offline; an aborted call is not', async () => {
  let baseUrl = ''
  const silent: RequestListener = () => {}
  await withServer(silent, async (url) => {
    baseUrl = url
    await assert.rejects(api.GET('/v1/me', { baseUrl, signal: AbortSignal.abort() }), { name: 'AbortError' })
  })
  await assert.rejects(api.GET('/v1/me', { baseUrl }), (error: unknown) => {
    return error instanceof ApiProblem && error.code === OFFLINE && error.status === 0
  })
})
