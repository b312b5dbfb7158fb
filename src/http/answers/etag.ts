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

/** The version grows with every change, whoever makes it, so the tag is strong. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/** Adds the version to the answer. Returns the data. */
export function withEtag<T>(reply: Reply, version: number, data: T): T {
  reply.header('etag', etagOf(version))
  return data
}

/** If-Match; null if none was sent. */
export function readIfMatch(issues: Issues, request: Request): IfMatch | null {
  const header = request.headers['if-match']
  if (header === undefined) return null
  const text = String(header).trim()
  if (text === '*') return '*'
  if (TAGS.test(text)) return text.match(new RegExp(TAG, 'g')) ?? []
  issues.add('If-Match', 'request.if_match')
  return null
}

/** The same for a request with no other input. */
export function ifMatchOf(request: Request): IfMatch | null {
  return checked((issues) => readIfMatch(issues, request))
}

/** Throws 412 if the caller means another version. Call it last, so that all other problems are reported first. */
export function requireMatch(ifMatch: IfMatch | null, version: number): void {
  requireTag(ifMatch, etagOf(version))
}

/** The same for resources without a version of their own. */
export function requireTag(ifMatch: IfMatch | null, etag: string): void {
  if (ifMatch === null || ifMatch === '*' || ifMatch.includes(etag)) return
  throw new ApiError('precondition_failed', { details: { 'If-Match': [message('request.precondition_failed')] } })
}

/** Whether the caller already has this representation. */
export function hasEtag({ headers }: Request, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === etag)
}
