import { hash } from 'node:crypto'
import { createToken, isToken, tokenHint } from '../lib/text/base62.ts'

// Secret scanners look for svc_pk_[0-9A-Za-z]{38}.
const PREFIX = 'svc_pk_'

export function createKeyText(): string {
  return createToken(PREFIX)
}

/** Shape and checksum: a mistyped or invented key is refused without a look-up. */
export function isKeyText(text: string): boolean {
  return isToken(PREFIX, text)
}

/** What is stored of a key. A plain hash is enough, because 190 random bits cannot be guessed. */
export function hashKey(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** What a list shows of a key: svc_pk_Ab3d…9xYz. */
export function keyHint(text: string): string {
  return tokenHint(PREFIX, text)
}
