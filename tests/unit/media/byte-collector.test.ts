import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { ByteCollector, ChunkRule } from '../../../src/lib/bounds/byte-collector.ts'

test('the bytes are the same, whatever the chunks', () => {
  const body = randomBytes(100_000)
  for (const sizes of [[1], [100_000], [7, 65_536, 3], [1, 2, 4_096]]) {
    const collected = new ByteCollector(1_000_000)
    for (let at = 0, turn = 0; at < body.length; turn++) {
      const size = sizes[turn % sizes.length]!
      collected.add(body.subarray(at, at + size))
      at += size
    }
    assert.equal(collected.length, body.length)
    assert.ok(collected.bytes().equals(body), `in pieces of ${sizes}`)
  }
  assert.equal(new ByteCollector().bytes().length, 0)
})

test('a declared length reserves little memory, and a single chunk is not copied', () => {
  const collected = new ByteCollector(1_000_000_000)
  const only = Buffer.from('whole')
  collected.add(only)
  assert.equal(collected.bytes().buffer, only.buffer)
  collected.add(Buffer.from('!'))
  assert.equal(collected.bytes().toString(), 'whole!')
  assert.equal(collected.bytes().buffer.byteLength, 65_536)
})

test('thousands of tiny chunks are refused, those of programs that write value by value are not', () => {
  const feed = (count: number, size: number) => {
    const rule = new ChunkRule()
    for (let i = 1; i <= count; i++) if (!rule.accepts(size)) return i
    return null
  }
  assert.equal(feed(1_000, 1), null)
  assert.equal(feed(5_000, 1), 1_001)
  assert.equal(feed(100_000, 16), null)
})
