import { checksum, randomBase62 } from '../lib/text/base62.ts'

const RANDOM_LENGTH = 18 // 107 bits
const CHECKSUM_LENGTH = 6
const SHAPE = /^[0-9A-Za-z]{24}$/

/** Anybody may read it, nobody can guess it. */
export function createPublicId(): string {
  const text = randomBase62(RANDOM_LENGTH)
  return text + checksum(text)
}

/** By its shape and checksum: what is not is looked up nowhere. */
export function isPublicId(text: string): boolean {
  return SHAPE.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)))
}
