import type { Request } from '../http/call.ts'
import type { Issues } from '../lib/issues.ts'

/** The tags of an If-Match, or anything. */
export type IfMatch = '*' | readonly string[]

// Of RFC 9110 without the weak ones: If-Match compares strongly, so W/"3" can match nothing.
const TAG = '"[\\x21\\x23-\\x7e\\x80-\\xff]*"'
const TAGS = new RegExp(`^${TAG}(?:[ \\t]*,[ \\t]*${TAG})*$`)

/** The version grows with every change, whoever makes it, so the tag is a strong one. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/** If-Match, or null when none was sent. */
export function readIfMatch(issues: Issues, request: Request): IfMatch | null {
  const header = request.headers['if-match']
  if (header === undefined) return null
  const text = String(header).trim()
  if (text === '*') return '*'
  if (TAGS.test(text)) return text.match(new RegExp(TAG, 'g')) ?? []
  issues.add('If-Match', 'If-Match must be * or the ETag of the post with its quotes, such as "3" (not 3 or W/"3").')
  return null
}

export function checkIfMatch(issues: Issues, ifMatch: IfMatch | null, version: number): void {
  if (ifMatch === null || ifMatch === '*' || ifMatch.includes(etagOf(version))) return
  issues.add(
    'If-Match',
    'If-Match does not hold: the post was changed meanwhile. Read it again, then send the change with its new ETag.',
  )
}
