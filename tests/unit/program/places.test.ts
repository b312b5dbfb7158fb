import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { createPlaces, GRACE_MS } from '../../../src/lib/bounds/places.ts'

const KIB = 1_024

function createHall(most: number, mostForOne: number) {
  let time = 0
  mock.timers.reset()
  mock.timers.enable({ apis: ['setInterval'] })
  const places = createPlaces({ most, mostForOne, now: () => time })
  const out: string[] = []
  return {
    out,
    /** `rate` in bytes a second. */
    enter(who: string, rate: number, name = who) {
      const since = time
      const guest = { bytes: () => ((time - since) / 1_000) * rate, giveWay: () => void out.push(name) }
      return places.take(who, guest)
    },
    /** Time passes, and the server runs as usual. */
    pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 1_000) {
        time += 1_000
        mock.timers.tick(1_000)
      }
    },
    /** Time passes while the process is frozen. */
    freeze(ms: number) {
      time += ms
      mock.timers.tick(1_000)
    },
  }
}

describe('a slot', () => {
  test('is limited in total, and per name', () => {
    const hall = createHall(3, 2)
    const leave = hall.enter('a', KIB)!
    assert.ok(hall.enter('a', KIB))
    assert.equal(hall.enter('a', KIB), null)
    leave()
    leave()
    assert.ok(hall.enter('a', KIB))
    assert.equal(hall.enter('a', KIB), null)
    assert.deepEqual(hall.out, [])
  })

  test('is lost by a client that only moves a byte now and then', () => {
    const hall = createHall(3, 3)
    hall.enter('slow', 1)
    hall.enter('honest', 10 * KIB)
    hall.pass(29_000)
    assert.deepEqual(hall.out, [])
    hall.pass(5_000)
    assert.deepEqual(hall.out, ['slow'])
    hall.pass(600_000)
    assert.deepEqual(hall.out, ['slow'])
  })

  test('is lost after an hour, however fast the client is', () => {
    const hall = createHall(3, 3)
    hall.enter('a', 1_000 * KIB)
    hall.pass(3_600_000)
    assert.deepEqual(hall.out, [])
    hall.pass(10_000)
    assert.deepEqual(hall.out, ['a'])
  })

  test('is kept if the process itself was frozen', () => {
    const hall = createHall(3, 3)
    hall.enter('a', 10 * KIB)
    hall.enter('b', 0, 'b')
    hall.pass(20_000)
    hall.freeze(60_000)
    hall.pass(20_000)
    assert.deepEqual(hall.out, [])
    hall.pass(20_000)
    assert.deepEqual(hall.out, ['b'])
  })
})

describe('when all slots are taken', () => {
  test('the slowest client of the name with the most gives way, once it has had its chance', () => {
    const hall = createHall(3, 2)
    hall.enter('many', 9 * KIB, 'fast')
    hall.enter('many', 5 * KIB, 'slow')
    hall.enter('one', 2 * KIB)
    assert.equal(hall.enter('new', KIB), null)
    hall.pass(GRACE_MS)
    assert.ok(hall.enter('new', KIB))
    assert.deepEqual(hall.out, ['slow'])
  })

  test('nobody gives way to a name that has as many', () => {
    const hall = createHall(2, 2)
    hall.enter('a', KIB)
    hall.enter('b', KIB)
    hall.pass(GRACE_MS)
    assert.equal(hall.enter('a', 100 * KIB), null)
    assert.deepEqual(hall.out, [])
  })

  test('a slot that is released twice counts once', () => {
    const hall = createHall(1, 1)
    const leave = hall.enter('a', KIB)!
    hall.pass(GRACE_MS)
    assert.ok(hall.enter('b', KIB))
    leave()
    assert.equal(hall.enter('c', KIB), null)
  })
})
