import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createIds, firstIdAt, isUuid, timeOfId } from '../../../src/lib/ids.ts'

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const LATEST = 2 ** 48 - 1
const NOON = Date.UTC(2026, 0, 1, 12)

describe('createIds', () => {
  test('makes canonical UUIDs of version 7 and the RFC variant', () => {
    const ids = createIds(Date.now)
    for (let i = 0; i < 5_000; i++) {
      const { id } = ids.next()
      assert.match(id, V7)
      assert.ok(isUuid(id))
    }
  })

  test('an id contains the millisecond of the clock, which can be read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LATEST }), (time) => {
        const { id, at } = createIds(() => time).next()
        assert.equal(at, time)
        assert.equal(timeOfId(id), time)
        assert.equal(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), time)
      }),
    )
  })

  test('a clock with fractions is read in whole milliseconds', () => {
    assert.equal(createIds(() => NOON + 0.9).next().at, NOON)
  })

  test('ids strictly increase, whatever the clock does, and never contain a time before the clock', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 200 }), (steps) => {
        let clock = NOON
        let previous = { id: '', at: 0 }
        const ids = createIds(() => clock)
        for (const step of steps) {
          clock += step
          const next = ids.next()
          assert.ok(next.id > previous.id, `${next.id} after ${previous.id}`)
          assert.ok(next.at >= previous.at && next.at >= clock)
          assert.equal(timeOfId(next.id), next.at)
          previous = next
        }
      }),
    )
  })

  test('20,000 ids inside one millisecond stay in order and run at most ten milliseconds ahead', () => {
    const ids = createIds(() => NOON)
    let previous = ids.next()
    for (let i = 1; i < 20_000; i++) {
      const next = ids.next()
      assert.ok(next.id > previous.id, `${next.id} after ${previous.id}`)
      assert.equal(timeOfId(next.id), next.at)
      previous = next
    }
    assert.ok(previous.at > NOON && previous.at <= NOON + 10, `${previous.at - NOON} ms ahead`)
  })

  test('2,000 ids fit into one millisecond, and the start of the counter cannot be guessed', () => {
    const starts = new Set<string>()
    for (let i = 0; i < 40; i++) {
      const ids = createIds(() => NOON)
      starts.add(ids.next().id.slice(15, 18))
      for (let j = 1; j < 2_000; j++) assert.equal(ids.next().at, NOON)
    }
    // 40 draws out of 2,048 hardly ever meet.
    assert.ok(starts.size > 30, `${starts.size} different starts`)
  })

  test('a clock set back by an hour does not set the ids back, and they follow it again when it has caught up', () => {
    let clock = NOON
    const ids = createIds(() => clock)
    const before = ids.next()
    clock -= 3_600_000
    const during = ids.next()
    assert.ok(during.id > before.id)
    assert.equal(during.at, NOON)
    clock = NOON + 5
    assert.equal(ids.next().at, NOON + 5)
  })

  test('generators that share a clock never create the same id', () => {
    const seen = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const ids = createIds(() => NOON)
      for (let j = 0; j < 1_000; j++) seen.add(ids.next().id)
    }
    assert.equal(seen.size, 20_000)
  })

  test('all 62 bits of the tail are random', () => {
    const ids = createIds(() => NOON)
    const count = 4_000
    const ones = Array<number>(64).fill(0)
    for (let i = 0; i < count; i++) {
      const tail = BigInt(`0x${ids.next().id.replaceAll('-', '').slice(16)}`)
      for (let bit = 0; bit < 64; bit++) ones[bit]! += Number((tail >> BigInt(bit)) & 1n)
    }
    assert.deepEqual(ones.splice(62), [0, count])
    // Seven standard deviations: once in 10^10 runs.
    for (const [bit, one] of ones.entries())
      assert.ok(Math.abs(one - count / 2) < 7 * Math.sqrt(count / 4), `bit ${bit}: ${one}`)
  })

  test('no byte of the tail repeats another, in the same id or in the next', () => {
    const ids = createIds(() => NOON)
    const count = 2_000
    const tails = Array.from({ length: count }, () => Buffer.from(ids.next().id.replaceAll('-', '').slice(18), 'hex'))
    for (let one = 0; one < 7; one++) {
      for (let other = 0; other < 7; other++) {
        const inside = tails.filter((tail) => one !== other && tail[one] === tail[other]).length
        const across = tails.filter((tail, i) => i > 0 && tail[one] === tails[i - 1]![other]).length
        // By chance 8 of 2,000.
        assert.ok(inside < 50 && across < 50, `byte ${one} is byte ${other} in ${inside} ids, and ${across} next ones`)
      }
    }
  })
})

describe('firstIdAt', () => {
  test('lies above every id of the millisecond before and not above any of its own', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LATEST }), (time) => {
        const bound = firstIdAt(time)
        assert.match(bound, V7)
        assert.equal(timeOfId(bound), time)
        assert.ok(createIds(() => time - 1).next().id < bound)
        assert.ok(createIds(() => time).next().id >= bound)
      }),
    )
  })

  test('treats a time that no id can contain as the nearest possible one', () => {
    assert.equal(firstIdAt(-1), '00000000-0000-7000-8000-000000000000')
    assert.equal(firstIdAt(2 ** 48), 'ffffffff-ffff-7000-8000-000000000000')
    assert.equal(firstIdAt(NOON + 0.9), firstIdAt(NOON))
  })
})

describe('isUuid', () => {
  test('accepts any version in either case', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        assert.equal(isUuid(id), true)
        assert.equal(isUuid(id.toUpperCase()), true)
      }),
    )
    assert.equal(isUuid('00000000-0000-0000-0000-000000000000'), true)
    assert.equal(isUuid('ffffffff-ffff-ffff-ffff-ffffffffffff'), true)
  })

  test('refuses every other spelling', () => {
    const id = '0190a000-1111-7222-8333-444444444444'
    assert.equal(isUuid(id), true)
    const others = ['', id.slice(1), `${id}0`, `${id}\n`, ` ${id}`, `{${id}}`, `urn:uuid:${id}`, id.replaceAll('-', '')]
    for (const other of [
      ...others,
      id.replace('a', 'g'),
      id.replace('-', '_'),
      '0190a0001-111-7222-8333-444444444444',
    ]) {
      assert.equal(isUuid(other), false, JSON.stringify(other))
    }
  })

  test('agrees with a simple implementation on arbitrary text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), broken()), (text) => {
        const groups = text.split('-')
        const canonical =
          groups.map((group) => group.length).join() === '8,4,4,4,12' &&
          [...groups.join('')].every((digit) => '0123456789abcdefABCDEF'.includes(digit))
        assert.equal(isUuid(text), canonical)
      }),
    )
  })
})

/** A UUID with at most one character replaced. */
function broken(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.uuid(), fc.nat(35), fc.constantFrom('-', 'g', 'F', '0', '', 'é'))
    .map(([id, at, character]) => id.slice(0, at) + character + id.slice(at + 1))
}
