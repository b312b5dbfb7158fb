import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { lazy } from '../bounds/remember.ts'
import type { SecretKey } from './secret-box.ts'

export type SealedTokens = ReturnType<typeof createSealedTokens>

const CIPHER = 'aes-256-ctr'
const TAG_BYTES = 16
// Texts are padded, so that the length does not reveal how large a number is.
const BLOCK = 32
const TOKEN = /^[A-Za-z0-9_-]{64,512}$/

/**
 * Short texts that callers keep and send back, such as cursors. The same text gives the same token. `context` is the
 * token's purpose: a token made for another purpose does not open. The first key seals, all keys open; they are loaded
 * on first use.
 */
export function createSealedTokens(loadKeys: () => readonly SecretKey[]) {
  const keys = lazy(() => loadKeys().map(toTokenKey))
  return {
    seal(text: string, context: string): string {
      const key = keys()[0]!
      const padded = Buffer.from(text.padEnd(Math.ceil(text.length / BLOCK) * BLOCK))
      const tag = tagOf(key, padded, context)
      return Buffer.concat([tag, createCipheriv(CIPHER, key.encryption, tag).update(padded)]).toString('base64url')
    },
    /** Null if it is not one of ours. */
    open(token: string, context: string): string | null {
      if (!TOKEN.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      // Decoding tolerates texts that we never wrote, so the result is encoded again and compared.
      if (bytes.toString('base64url') !== token) return null
      const tag = bytes.subarray(0, TAG_BYTES)
      for (const key of keys()) {
        const padded = createDecipheriv(CIPHER, key.encryption, tag).update(bytes.subarray(TAG_BYTES))
        if (timingSafeEqual(tagOf(key, padded, context), tag)) return padded.toString().trimEnd()
      }
      return null
    },
    /**
     * A pseudonym for a text that must not be stored: equal texts give equal marks, and the text cannot be found
     * without the key.
     */
    mark: (text: string, context: string): string => tagOf(keys()[0]!, Buffer.from(text), context).toString('hex'),
  }
}

/** With bytes instead of objects, each use would take 25 µs more. */
type TokenKey = Record<'encryption' | 'authentication', KeyObject>

function toTokenKey({ key }: SecretKey): TokenKey {
  const derive = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `doorpost sealed token ${use} 1`, 32)))
  return { encryption: derive('encryption'), authentication: derive('authentication') }
}

/** The tag is computed from the text and is also the nonce, so two texts never share one. */
function tagOf({ authentication }: TokenKey, padded: Buffer, context: string): Buffer {
  return createHmac('sha256', authentication).update(`${context}\n`).update(padded).digest().subarray(0, TAG_BYTES)
}
