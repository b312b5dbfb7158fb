import { randomFillSync } from 'node:crypto'

export interface Ids {
  /** A new id and its millisecond. Store that as the creation time, so that it sorts as the id does. */
  next(): { id: string; at: number }
}

const RANDOM_BYTES = 10 // Eight for the tail, two for the counter's start.
const POOL_BYTES = 400 * RANDOM_BYTES // Randomness is fetched once per 400 ids.
const COUNTER_LIMIT = 0x1000
const LATEST = 2 ** 48 - 1 // In the year 10889.
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Makes UUIDv7 (RFC 9562): 48 bits of milliseconds, a counter of 12 bits (6.2, method 1), 62 random bits. Ids of one
 * generator strictly increase: while the clock stands still or is behind, the counter advances; when the counter is
 * used up, the time in the ids moves one millisecond ahead of the clock.
 */
export function createIds(now: () => number): Ids {
  const pool = Buffer.alloc(POOL_BYTES)
  let offset = POOL_BYTES
  let at = -1
  let counter = COUNTER_LIMIT
  let head = ''

  function startMillisecond(time: number, random: number): void {
    at = time
    // The top bit starts at 0, so that at least 2,048 ids fit into the millisecond.
    counter = random & 0x7ff
    head = timePart(time)
  }

  return {
    next() {
      if (offset === POOL_BYTES) {
        randomFillSync(pool)
        offset = 0
      }
      const i = offset
      offset += RANDOM_BYTES
      const time = Math.floor(now())
      counter++
      if (time > at) startMillisecond(time, pool.readUInt16LE(i + 8))
      else if (counter >= COUNTER_LIMIT) startMillisecond(at + 1, pool.readUInt16LE(i + 8))
      const id =
        head +
        HEX[0x70 | (counter >> 8)]! +
        HEX[counter & 0xff]! +
        '-' +
        HEX[0x80 | (pool[i]! & 0x3f)]! +
        HEX[pool[i + 1]!]! +
        '-' +
        HEX[pool[i + 2]!]! +
        HEX[pool[i + 3]!]! +
        HEX[pool[i + 4]!]! +
        HEX[pool[i + 5]!]! +
        HEX[pool[i + 6]!]! +
        HEX[pool[i + 7]!]!
      return { id, at }
    },
  }
}

/** The millisecond of a UUIDv7. Meaningless for any other text. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16) * 0x10000 + Number.parseInt(id.slice(9, 13), 16)
}

/**
 * `id >= firstIdAt(t)` means "created at t or later". Times outside the range of ids count as the nearest one in it.
 */
export function firstIdAt(time: number): string {
  return `${timePart(Math.min(Math.max(Math.floor(time), 0), LATEST))}7000-8000-000000000000`
}

export const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** Accepts any version, in lower or upper case, in the canonical form 8-4-4-4-12. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

function timePart(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-`
}
