import { createHash } from 'node:crypto'
import { createToken, isToken } from '../lib/text/base62.ts'

/** Secrets of one-time links. Only their hash is kept. */
const PREFIXES = { setup: 'setup_', reset: 'reset_', join: 'join_' } as const

export type LinkKind = keyof typeof PREFIXES

const PAGES: Record<LinkKind, string> = { setup: 'set-up', reset: 'reset-password', join: 'join' }

export function createLinkToken(kind: LinkKind): { token: string; hash: Buffer } {
  const token = createToken(PREFIXES[kind])
  return { token, hash: hashOf(token) }
}

/** Null for a text that is no such token: it need not be looked for. */
export function linkHash(kind: LinkKind, token: string): Buffer | null {
  return isToken(PREFIXES[kind], token) ? hashOf(token) : null
}

/** Behind the #, which browsers keep to themselves: no log of a server or a proxy ever has it. */
export function linkOf(baseUrl: string, kind: LinkKind, token: string): string {
  return `${baseUrl}/${PAGES[kind]}#token=${token}`
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
