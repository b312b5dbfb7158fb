import { randomInt } from 'node:crypto'

// https://atproto.com/specs/tid: microseconds since 1970 and ten bits that tell clients apart, in letters that sort as time does.

const LETTERS = '234567abcdefghijklmnopqrstuvwxyz'
const LENGTH = 13

/** A key for a new record. Nobody else makes the same one: the microseconds and the clock are drawn by lot. */
export function newRecordKey(now: Date): string {
  const microseconds = BigInt(now.getTime()) * 1000n + BigInt(randomInt(1000))
  return toLetters((microseconds << 10n) | BigInt(randomInt(1024)))
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
