import { timeOfId } from '../../../lib/ids.ts'

// https://atproto.com/specs/tid: microseconds since 1970 and ten bits that tell clients apart, in letters that sort as time does.

const LETTERS = '234567abcdefghijklmnopqrstuvwxyz'
const LENGTH = 13
/** A millisecond has 1,000 microseconds of 1,024 clients: the 4,096 values of an id's counter get as many of them each. */
const KEYS_PER_COUNT = 250

/**
 * The key of the record of a post: always the same one, so that a post which is sent again after a restore, or after a
 * person said that it was not out, is the same record. Ids of one process that have the same millisecond have different counters.
 */
export function recordKeyOf(postId: string): string {
  const counter = Number.parseInt(postId.slice(15, 18), 16)
  const random = Number.parseInt(postId.slice(-4), 16) % KEYS_PER_COUNT
  return toLetters(BigInt(timeOfId(postId)) * 1_024_000n + BigInt(counter * KEYS_PER_COUNT + random))
}

export function isRecordKey(text: unknown): text is string {
  return typeof text === 'string' && /^[234567a-z]{13}$/.test(text)
}

function toLetters(value: bigint): string {
  let rest = value
  let text = ''
  for (let i = 0; i < LENGTH; i++) {
    text = LETTERS[Number(rest & 31n)]! + text
    rest >>= 5n
  }
  return text
}
