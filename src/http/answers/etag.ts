import { hash } from 'node:crypto'
import { ApiError } from '../../errors.ts'
import type { Issues } from '../../lib/issues.ts'
import { message } from '../../messages/message.ts'
import type { Reply, Request } from '../call.ts'
import { checked } from '../input.ts'

export type IfMatch = '*' | readonly string[]

/** The version of a new record. */
export const FIRST_VERSION = 1

// Entity tags of RFC 9110, without weak ones: If-Match compares strongly, so W/"3" can match nothing.
const TAG = '"[\\x21\\x23-\\x7e\\x80-\\xff]*"'
const TAGS = new RegExp(`^${TAG}(?:[ \\t]*,[ \\t]*${TAG})*$`)
const EACH_TAG = new RegExp(TAG, 'g')

/** The version grows with every change, whoever makes it, so the tag is strong. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/** Adds the version to the answer. Returns the data. */
export function withEtag<T>(reply: Reply, version: number, data: T): T {
  reply.header('etag', etagOf(version))
  return data
}

/** The same for data that shows its version. Null stays null. */
export function taggedByVersion<T extends { version: number }>(reply: Reply, data: T | null): T | null {
  return data && withEtag(reply, data.version, data)
}

/** If-Match; null if none was sent. */
export function readIfMatch(issues: Issues, request: Request): IfMatch | null {
  const header = request.headers['if-match']
  if (header === undefined) return null
  const text = String(header).trim()
  if (text === '*') return '*'
  if (TAGS.test(text)) return text.match(EACH_TAG) ?? []
  issues.add('If-Match', 'request.if_match')
  return null
}

/** The same for a request with no other input. */
export function ifMatchOf(request: Request): IfMatch | null {
  return checked((issues) => readIfMatch(issues, request))
}

/**
 * The tag of a whole answer: the version, then a hash of the text, because an answer also shows what no version counts,
 * such as clicks, and words in the reader's language. If-Match compares only the part before the dot.
 */
export function etagOfText(version: string | undefined, text: string): string {
  const digest = hash('sha1', text, 'base64url').slice(0, 16)
  return version === undefined ? `"${digest}"` : `${version.slice(0, -1)}.${digest}"`
}

/** Throws 412 if the caller means another version. Call it last, so that all other problems are reported first. */
export function requireMatch(ifMatch: IfMatch | null, version: number): void {
  requireTag(ifMatch, etagOf(version))
}

/** The same for resources without a version of their own. */
export function requireTag(ifMatch: IfMatch | null, etag: string): void {
  if (ifMatch === null || ifMatch === '*' || ifMatch.some((tag) => versionOf(tag) === etag)) return
  throw new ApiError('precondition_failed', { details: { 'If-Match': [message('request.precondition_failed')] } })
}

/** `"3.x7…"` → `"3"` */
export function versionOf(tag: string): string {
  const dot = tag.indexOf('.')
  return dot === -1 ? tag : `${tag.slice(0, dot)}"`
}

/** If-None-Match: whether the caller already has what would be sent. Compares weakly (RFC 9110, section 13.1.2). */
export function hasEtag({ headers }: Pick<Request, 'headers'>, etag: string): boolean {
  const header = headers['if-none-match']
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const known: readonly string[] = header.match(EACH_TAG) ?? []
  return known.includes(etag.replace(/^W\//, ''))
}
