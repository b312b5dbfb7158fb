import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { readConfig } from '../../../src/config/config.ts'
import { StoreAwayError } from '../../../src/media/stores/file-store.ts'
import { createS3Store } from '../../../src/media/stores/s3.ts'
import { startS3 } from '../../helpers/s3.ts'

// Backups that are too large for one request, with small parts.

const PART = 100_000
const BYTES = 5 * PART + 1_234

const s3 = await startS3()
const folder = await mkdtemp(join(tmpdir(), 'doorpost-parts-'))
after(() => rm(folder, { recursive: true, force: true }))
const settings = readConfig({ ...s3.env, DATA_DIR: folder }, folder).media.s3!
const store = createS3Store(settings, Date.now)
const bytes = randomBytes(BYTES)
const path = join(folder, 'one.backup')
fs.writeFileSync(path, bytes)
const file = { path, bytes: BYTES, sha256: createHash('sha256').update(bytes).digest() }
const options = { contentType: 'application/x-tar', partBytes: PART, pauseMs: 1 }

type Fault = (request: IncomingMessage, response: ServerResponse) => boolean
let requests: string[] = []
let fault: Fault = () => false
// The test server cannot abort an upload, so this does it: 204, and its folder is removed.
s3.intercept = (request, response) => {
  const query = new URLSearchParams(request.url!.split('?')[1])
  const kind = query.has('uploads') ? 'begin' : query.has('partNumber') ? `part ${query.get('partNumber')}` : 'whole'
  const step = request.method === 'DELETE' && query.has('uploadId') ? 'abandon' : kind
  requests.push(step === 'whole' ? `${request.method}${query.has('uploadId') ? ' complete' : ''}` : step)
  if (fault(request, response)) return true
  if (step !== 'abandon') return false
  for (const each of uploads()) if (each.endsWith(query.get('uploadId')!)) fs.rmSync(each, { recursive: true })
  response.writeHead(204).end()
  return true
}
beforeEach(() => {
  requests = []
  fault = () => false
})

/** Folders of uploads that were neither finished nor aborted. */
function uploads(): string[] {
  const all = fs.readdirSync(s3.directory, { recursive: true, withFileTypes: true })
  return all.filter((each) => each.isFile() && each.name === 'metadata').map((each) => each.parentPath)
}

function answer(request: IncomingMessage, response: ServerResponse, status: number, body = ''): true {
  request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/xml' }).end(body))
  return true
}

const isPart = (number: number) => (request: IncomingMessage) => request.url!.includes(`partNumber=${number}&`)

test('a large file is uploaded in parts and is complete, a small one in one request', async () => {
  await store.putLarge('large', file, options)
  assert.deepEqual(requests, ['begin', 'part 1', 'part 2', 'part 3', 'part 4', 'part 5', 'part 6', 'POST complete'])
  assert.ok((await store.read('large', { start: 0, end: BYTES }))!.equals(bytes))
  assert.deepEqual(uploads(), [])
  requests = []
  await store.putLarge('small', file, { ...options, partBytes: BYTES })
  assert.deepEqual(requests, ['PUT'])
})

test('only a part that fails is sent again', async () => {
  let failures = 0
  fault = (request, response) => isPart(3)(request) && failures++ < 2 && answer(request, response, 503)
  await store.putLarge('again', file, options)
  assert.deepEqual(requests.slice(1, 7), ['part 1', 'part 2', 'part 3', 'part 3', 'part 3', 'part 4'])
  assert.ok((await store.read('again', { start: 0, end: BYTES }))!.equals(bytes))
})

test('a connection that breaks in the middle of a part counts as a failed part', async () => {
  let failures = 0
  fault = (request) => {
    if (!isPart(2)(request) || failures++ > 0) return false
    request.once('data', () => request.socket.destroy())
    return true
  }
  await store.putLarge('broken', file, options)
  assert.ok((await store.read('broken', { start: 0, end: BYTES }))!.equals(bytes))
})

test('a permanent failure leaves nothing behind: no file, no parts', async () => {
  const denied = '<Error><Code>AccessDenied</Code></Error>'
  const faults: Array<[string, Fault, RegExp, number]> = [
    ['away', (request, response) => isPart(4)(request) && answer(request, response, 500), /PUT with 500/, 4],
    [
      'denied',
      (request, response) => isPart(4)(request) && answer(request, response, 403, denied),
      /403 AccessDenied/,
      1,
    ],
  ]
  for (const [name, each, message, tries] of faults) {
    requests = []
    fault = each
    await assert.rejects(store.putLarge(name, file, options), (error: Error) => {
      return error instanceof StoreAwayError && message.test(error.message)
    })
    assert.equal(requests.filter((step) => step === 'part 4').length, tries, name)
    assert.ok(!requests.includes('part 5'), name)
    fault = () => false
    assert.equal(await store.size(name), null, name)
    assert.deepEqual(uploads(), [], name)
  }
})

test('an error at the end of a 200 is an error, and a lost answer is not', async () => {
  const isEnd = ({ method, url }: IncomingMessage) => method === 'POST' && url!.includes('uploadId')
  fault = (request, response) =>
    isEnd(request) && answer(request, response, 200, '<Error><Code>InternalError</Code></Error>')
  await assert.rejects(store.putLarge('unsure', file, options), /200 InternalError/)
  assert.deepEqual(uploads(), [])
  fault = (request, response) => {
    // The first upload completes, but its answer is lost.
    if (isEnd(request)) response.once('finish', () => {}).end = (() => response.destroy()) as never
    return false
  }
  await store.putLarge('lost', file, options)
  assert.ok((await store.read('lost', { start: 0, end: BYTES }))!.equals(bytes))
})

test('a stopping process aborts the upload', async () => {
  const stop = new AbortController()
  fault = (request) => {
    if (isPart(2)(request)) stop.abort()
    return false
  }
  await assert.rejects(store.putLarge('stopped', file, { ...options, signal: stop.signal }))
  assert.equal(requests.at(-1), 'abandon')
  assert.ok(!requests.includes('part 3'))
  assert.equal(await store.size('stopped'), null)
  assert.deepEqual(uploads(), [])
})
