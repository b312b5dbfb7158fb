import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { SetupError } from '../problem.ts'

export interface SecretKey {
  /** Eight hex digits, stored with everything the key seals. */
  id: string
  key: Buffer
}

/** Encrypts small secrets (tokens, signing secrets) for the database. */
export interface SecretBox {
  /**
   * `context` says whose secret this is, such as "connection/…/access_token": a box moved to another row does not open.
   */
  seal(text: string, context: string): Buffer
  open(box: Uint8Array, context: string): string
  /** The id of the key that a box needs, to find those that a rotation has to seal again. */
  keyIdOf(box: Uint8Array): string
}

type SecretBoxReason = 'unknown_key' | 'damaged'

export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError'
  readonly reason: SecretBoxReason

  constructor(reason: SecretBoxReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

const CIPHER = 'aes-256-gcm'
const VERSION = 1
const ID = /^[0-9a-f]{8}$/
// Version byte, key id as eight ASCII characters (readable in SQL), nonce, ciphertext, tag.
const HEAD_BYTES = 9
const NONCE_BYTES = 12
const TAG_BYTES = 16
const LEAST_SECRET = 32

/** The first key seals; all of them open. To rotate: put the new key first, seal everything again, drop the old one. */
export function createSecretBox(keys: readonly SecretKey[]): SecretBox {
  const byId = new Map(keys.map(({ id, key }) => [id, Buffer.from(key)]))
  const current = keys[0]?.id
  if (current === undefined) throw new Error('A secret box needs at least one key.')
  if (byId.size !== keys.length) throw new Error('Two keys of a secret box have the same id.')
  for (const [id, key] of byId) {
    if (!ID.test(id)) throw new Error('The id of a secret box key must be eight hex digits.')
    if (key.length !== 32) throw new Error('A secret box key must have 32 bytes.')
  }

  return {
    seal(text, context) {
      // Lone surrogates do not survive UTF-8: an error is better than a box that returns another text.
      if (!text.isWellFormed()) throw new TypeError('A secret must be well-formed text.')
      const head = Buffer.concat([Buffer.of(VERSION), Buffer.from(current, 'latin1')])
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, byId.get(current)!, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.concat([head, Buffer.from(context)]))
      return Buffer.concat([head, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },

    open(box, context) {
      const id = readKeyId(box)
      const key = byId.get(id)
      if (key === undefined) {
        throw new SecretBoxError(
          'unknown_key',
          `This secret was encrypted with the key ${id}, which is not set. Put back the SECRET_KEY it was made with.`,
        )
      }
      const bytes = Buffer.from(box)
      const tagAt = bytes.length - TAG_BYTES
      const nonce = bytes.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.concat([bytes.subarray(0, HEAD_BYTES), Buffer.from(context)]))
      decipher.setAuthTag(bytes.subarray(tagAt))
      try {
        const text = decipher.update(bytes.subarray(HEAD_BYTES + NONCE_BYTES, tagAt))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch (error) {
        throw new SecretBoxError('damaged', 'This secret was changed or belongs to another record.', error)
      }
    },

    keyIdOf: readKeyId,
  }
}

/**
 * Derives a key from a passphrase, which must be random because HKDF does not slow guessing. The id reveals nothing
 * about it.
 */
export function deriveKey(secret: string): SecretKey {
  if (secret.length < LEAST_SECRET) {
    throw new SetupError(
      `SECRET_KEY must have at least ${LEAST_SECRET} characters. Generate one with: openssl rand -base64 32`,
    )
  }
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'doorpost secret box 1', 32))
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key }
}

function readKeyId(box: Uint8Array): string {
  const id = Buffer.from(box.subarray(1, HEAD_BYTES)).toString('latin1')
  if (box[0] !== VERSION || box.length < HEAD_BYTES + NONCE_BYTES + TAG_BYTES || !ID.test(id)) {
    throw new SecretBoxError('damaged', 'This is not an encrypted secret of a known format.')
  }
  return id
}
