import { hash } from 'node:crypto'
import { createToken, isToken } from '../lib/text/base62.ts'

/** One-time links: how their secrets begin, and the page they lead to. Only the hash of a secret is kept. */
const LINKS = {
  setup: { prefix: 'setup_', page: 'set-up' },
  reset: { prefix: 'reset_', page: 'reset-password' },
  join: { prefix: 'join_', page: 'join' },
}

export type LinkKind = keyof typeof LINKS

export function createLinkToken(kind: LinkKind): { token: string; hash: Buffer } {
  const token = createToken(LINKS[kind].prefix)
  return { token, hash: hash('sha256', token, 'buffer') }
}

/** Null for a text that is no such token: it need not be looked for. */
export function linkHash(kind: LinkKind, token: string): Buffer | null {
  return isToken(LINKS[kind].prefix, token) ? hash('sha256', token, 'buffer') : null
}

/** Behind the #, which browsers keep to themselves: no log of a server or a proxy ever has it. */
export function linkOf(baseUrl: string, kind: LinkKind, token: string): string {
  return `${baseUrl}/${LINKS[kind].page}#token=${token}`
}
