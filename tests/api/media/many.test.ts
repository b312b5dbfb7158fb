import assert from 'node:assert/strict'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { FILES } from '../../helpers/media-files.ts'
import { startServer } from '../../helpers/server.ts'

// Files of all types and many sizes, several at once: each comes back byte for byte.

const server = await startServer()
const key = await server.key()
/** Thirty of each type. */
const COUNT = 210
const AT_ONCE = 6

function u32(value: number, isLittle = false): Buffer {
  const bytes = Buffer.alloc(4)
  if (isLittle) bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}

/** Makes a different file of the same type, with random bytes where the type allows them. */
const GROW: Record<string, (bytes: Buffer, more: Buffer) => Buffer> = {
  jpeg: (bytes, more) => Buffer.concat([bytes, more]),
  png: (bytes, more) => {
    const chunk = Buffer.concat([u32(more.length), Buffer.from('tEXt'), more, Buffer.alloc(4)])
    return Buffer.concat([bytes.subarray(0, 33), chunk, bytes.subarray(33)])
  },
  gif: (bytes, more) => {
    const blocks: Buffer[] = []
    for (let at = 0; at < more.length; at += 255) {
      const part = more.subarray(at, at + 255)
      blocks.push(Buffer.from([part.length]), part)
    }
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), ...blocks, Buffer.from([0])])
    return Buffer.concat([bytes.subarray(0, -1), comment, bytes.subarray(-1)])
  },
  webp: (bytes, more) => {
    const even = more.subarray(0, more.length - (more.length % 2))
    const chunk = Buffer.concat([Buffer.from('XTRA'), u32(even.length, true), even])
    const grown = Buffer.concat([bytes, chunk])
    grown.writeUInt32LE(grown.length - 8, 4)
    return grown
  },
  mp4: (bytes, more) => Buffer.concat([bytes, u32(more.length + 8), Buffer.from('free'), more]),
  mov: (bytes, more) => Buffer.concat([bytes, u32(more.length + 8), Buffer.from('free'), more]),
  pdf: (bytes, more) => Buffer.concat([Buffer.from('%PDF-1.4\n%'), more, Buffer.from('\n'), bytes.subarray(9)]),
}

test('random files come back byte for byte', async () => {
  const names = Object.keys(GROW)
  let next = 0
  const client = async () => {
    while (next < COUNT) {
      const name = names[next++ % names.length]!
      // Most are small, some are larger than one write.
      const size = next % 30 === 0 ? randomInt(200_000, 400_000) : randomInt(1, 3_000)
      const bytes = GROW[name]!(FILES[name]!.bytes, randomBytes(size))
      const sent = await server.send('POST', '/v1/media', { key, body: bytes })
      assert.equal(sent.status, 201, `${name}: ${sent.text}`)
      const answer = await fetch(sent.body.data.url)
      assert.equal(answer.headers.get('content-type'), FILES[name]!.type)
      assert.ok(bytes.equals(Buffer.from(await answer.arrayBuffer())), name)
      assert.equal(answer.headers.get('etag'), `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  const [row] = await server.sql<{ count: number }>('select count(*)::int as count from media')
  assert.equal(row!.count, COUNT)
  assert.deepEqual(await server.sql('select from media_leftovers'), [])
})
