import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

// Node has no base62, and existing keys have this form.
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 32 // 190 bits
const CHECKSUM_LENGTH = 6 // The least that holds 32 bits.
const BODY_LENGTH = RANDOM_LENGTH + CHECKSUM_LENGTH

export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      // Six bits give 64 values; the two without a digit are skipped, which keeps all digits equally likely.
      text += DIGITS[byte & 63] ?? ''
    }
  }
  return text
}

/** CRC32 in six base62 digits. It catches typing mistakes, but proves nothing about the origin of the text. */
export function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = DIGITS[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** Secrets of one kind: prefix, random part, and the checksum of both. */
export function tokenFormat(prefix: string) {
  const hasFrame = (text: string) => text.length === prefix.length + BODY_LENGTH && text.startsWith(prefix)
  return {
    create(): string {
      const text = prefix + randomBase62(RANDOM_LENGTH)
      return text + checksum(text)
    },
    /** Whether a text has the right shape and checksum: mistyped and invented ones are refused without a look-up. */
    isToken(text: string): boolean {
      if (!hasFrame(text) || !/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return false
      return text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)))
    },
    /** Enough to recognise it in a list, too little to use it: prefix, four characters, …, four characters. */
    hintOf(text: string): string {
      // A text of another form may be some other secret, so none of it is shown.
      if (!hasFrame(text)) return `${prefix}…`
      return `${text.slice(0, prefix.length + 4)}…${text.slice(-4)}`
    },
    /** The stored form. A plain hash is enough, because 190 random bits cannot be guessed. */
    hashOf: (text: string): Buffer => hash('sha256', text, 'buffer'),
  }
}
