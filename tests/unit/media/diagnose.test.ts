import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createSafeFetch } from '../../../src/lib/net/safe-fetch.ts'
import { fetchProblem, findFetchProblem, findStoreProblem } from '../../../src/media/diagnose.ts'
import { createS3Store } from '../../../src/media/stores/s3.ts'
import { sentence } from '../../../src/messages/sentence.ts'
import { startS3 } from '../../helpers/s3.ts'

let answer: (response: ServerResponse) => void = () => {}
let agent = ''
const outside = createServer((request, response) => {
  agent = request.headers['user-agent'] ?? ''
  answer(response)
}).listen(0, '127.0.0.1')
await once(outside, 'listening')
after(() => outside.close())
const baseUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
const safeFetch = createSafeFetch({ allowedOrigins: [baseUrl] })
const known = { file: `${'a'.repeat(32)}.jpg`, contentType: 'image/jpeg' }
const reply = (status: number, type: string) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': type }).end('{}')

test('a file that arrives unchanged, or our own 404, is fine; it is requested like Meta does', async () => {
  answer = reply(200, 'image/jpeg')
  assert.equal(await findFetchProblem(safeFetch, baseUrl, known), null)
  assert.match(agent, /facebookexternalhit/)
  answer = reply(404, 'application/json; charset=utf-8')
  assert.equal(await findFetchProblem(safeFetch, baseUrl, null), null)
})

test('the page of a tunnel, another server and an unreachable one are distinguished', async () => {
  answer = reply(200, 'text/html; charset=utf-8')
  assert.match((await findFetchProblem(safeFetch, baseUrl, known))!, /web page instead of a file.*click/)
  assert.match((await findFetchProblem(safeFetch, baseUrl, null))!, /web page/)
  answer = reply(404, 'application/json')
  assert.match((await findFetchProblem(safeFetch, baseUrl, known))!, /status 404.*BASE_URL leads to this/)
  answer = reply(200, 'application/json')
  assert.match((await findFetchProblem(safeFetch, baseUrl, null))!, /not as Doorpost does/)
  assert.match((await findFetchProblem(createSafeFetch(), 'http://127.0.0.1:9', null))!, /cannot be reached/)
})

test('the settings decide whether files can be fetched at all', () => {
  const problem = (base: string, s3Endpoint: string | null = null, isSandbox = false) =>
    fetchProblem({ baseUrl: base, s3Endpoint, isSandbox })
  const says = (...words: Parameters<typeof problem>) => sentence(problem(...words)!)
  for (const base of ['http://localhost:8080', 'https://192.168.1.5', 'https://doorpost.local', 'https://[::1]']) {
    assert.match(says(base), /is not public.*The operator can set up/, base)
  }
  assert.match(says('http://doorpost.example.com'), /plain http/)
  assert.equal(problem('https://doorpost.example.com'), null)
  assert.equal(problem('http://localhost:8080', 'https://s3.example.com'), null)
  assert.match(says('https://doorpost.example.com', 'http://minio:9000'), /store for files.*not public/)
  assert.equal(problem('http://localhost:8080', null, true), null)
})

test('a bucket is tested by storing, reading and removing an object', async () => {
  const { env } = await startS3()
  const settings = (secret: string, bucket = env.S3_BUCKET!) => ({
    endpoint: env.S3_ENDPOINT!,
    bucket,
    accessKeyId: env.S3_ACCESS_KEY_ID!,
    secretAccessKey: secret,
    region: 'us-east-1',
  })
  const problem = (...given: Parameters<typeof settings>) =>
    findStoreProblem(createS3Store(settings(...given), Date.now))
  assert.equal(await problem('S3RVER'), null)
  assert.match((await problem('wrong'))!, /SignatureDoesNotMatch/)
  assert.match((await problem('S3RVER', 'no-such-bucket'))!, /NoSuchBucket/)
})
