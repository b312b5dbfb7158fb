import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { FILES, jpegFile, mp4File } from '../../helpers/media-files.ts'
import { startS3 } from '../../helpers/s3.ts'
import { startServer } from '../../helpers/server.ts'

// The same library with its files in a bucket.

const s3 = await startS3()
const server = await startServer({ env: { ...s3.env, MEDIA_MAX_MB: '20' } })
const wrong = await startServer({ beside: server, env: { ...s3.env, S3_SECRET_ACCESS_KEY: 'another-secret' } })
const key = await server.key()
const upload = (body: Uint8Array, on = server) => on.send('POST', '/v1/media', { key, body })

async function countOf(table: string): Promise<number> {
  return (await server.sql(`select from ${table}`)).length
}

test('files of every type go to the bucket and come back, complete and in ranges, with our own headers', async () => {
  for (const [name, { bytes, type }] of Object.entries(FILES)) {
    const { status, body, text } = await upload(bytes)
    assert.equal(status, 201, `${name} ${text}`)
    const answer = await fetch(body.data.url)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), type)
    assert.match(answer.headers.get('content-security-policy')!, /sandbox/)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
    const part = await fetch(body.data.url, { headers: { range: 'bytes=10-19' } })
    assert.equal(part.status, 206)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(10, 20))
  }
  assert.deepEqual(await server.sql('select distinct store from media'), [{ store: 's3' }])
  assert.equal(await countOf('media_leftovers'), 0)
  assert.deepEqual(await readdir(join(server.deps.config.dataDir, 'media', 'uploads')), [])
})

test('a large file is sent without keeping it in memory', async () => {
  const large = Buffer.concat([jpegFile(1), Buffer.alloc(15_000_000, 7)])
  const { body } = await upload(large)
  assert.deepEqual(Buffer.from(await (await fetch(body.data.url)).arrayBuffer()), large)
})

test('a presigned URL gives direct access to the file, and to no other', async () => {
  const { body } = await upload(mp4File(3))
  const { row, place } = (await server.deps.library.find(body.data.url.split('/').at(-1)))!
  const url = new URL((await place.temporaryUrl(row.file))!)
  assert.equal(url.origin, s3.endpoint)
  const answer = await fetch(url)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'video/mp4')
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), mp4File(3))
  url.pathname = url.pathname.replace(row.file, 'other.mp4')
  assert.notEqual((await fetch(url)).status, 200)
})

test('a deleted file is gone from the bucket', async () => {
  const { data } = (await upload(jpegFile(5))).body
  const { row, place } = (await server.deps.library.find(data.url.split('/').at(-1)))!
  assert.equal(await place.size(row.file), row.bytes)
  assert.equal((await server.send('DELETE', `/v1/media/${data.id}`, { key })).status, 200)
  assert.equal(await place.size(row.file), null)
})

test('while the bucket does not answer, uploads and reads are refused within seconds, and nothing is lost', async () => {
  const { data } = (await upload(jpegFile(6))).body
  const rows = await countOf('media')
  s3.network.stall()
  try {
    const startedAt = performance.now()
    const refused = await upload(jpegFile(7))
    assert.equal(refused.status, 503)
    assert.ok(performance.now() - startedAt < 4_000)
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.match(refused.body.message, /store for files does not answer.*nothing was stored/)
    const read = await fetch(data.url)
    assert.equal(read.status, 503)
    assert.equal(read.headers.get('retry-after'), '5')
    assert.match(read.headers.get('content-type')!, /json/)
    assert.equal(read.headers.get('cache-control'), null)
    assert.equal(await countOf('media'), rows)
    // Deleted files are gone for callers at once; the bucket follows.
    const gone = await server.send('DELETE', `/v1/media/${data.id}`, { key })
    assert.equal(gone.status, 200)
    assert.equal(await countOf('media_leftovers'), 1)
  } finally {
    s3.network.resume()
    s3.network.cut()
  }
  assert.equal((await upload(jpegFile(7))).status, 201)
})

test('a bucket that refuses our key is a 503 that reveals no secret to callers, and the log says why', async () => {
  const refused = await upload(jpegFile(8), wrong)
  assert.equal(refused.status, 503)
  assert.ok(wrong.logs.some((line) => line.includes('SignatureDoesNotMatch')))
  assert.ok(!wrong.logs.some((line) => line.includes('another-secret')))
})
