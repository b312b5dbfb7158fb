import { isUtf8 } from 'node:buffer'
import type { Request } from '../../http/call.ts'
import { badBody, type ContentRule, checkContent, isMultipart, objectBody, readJson } from '../../http/server/body.ts'
import type { OpenForm } from '../form-cache.ts'
import type { Sent } from './input.ts'

/** A submission as it arrived. */
export interface Arrived {
  sent: Sent
  encoding: 'json' | 'urlencoded' | 'multipart'
}

const TYPES = 'application/json, application/x-www-form-urlencoded or multipart/form-data'

const CONTENT: ContentRule = {
  type: /^application\/(?:json|x-www-form-urlencoded)[\t ]*(?:;|$)/i,
  instead: {
    compressed: 'Send the body without compression.',
    otherType: `${TYPES}. Browsers send the second by themselves.`,
    otherCharset: 'Send the page and the form as UTF-8.',
  },
}

// More are left out anyway: 50 KB have tens of thousands.
const PAIRS_MAX = 1_000

export async function readArrived(request: Request, _form: OpenForm): Promise<Arrived> {
  if (isMultipart(request)) throw badBody(`Content-Type must be ${TYPES}.`, 'Content-Type')
  checkContent(request, CONTENT)
  // Also without a body: whoever sends nothing is told so.
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (/^application\/json/i.test(request.headers['content-type']!)) {
    return { sent: objectBody({ body: readJson(request, bytes) }), encoding: 'json' }
  }
  if (!isUtf8(bytes)) throw badBody('The body is not valid UTF-8. Send the page and the form as UTF-8.')
  return { sent: readPairs(new URLSearchParams(bytes.toString())), encoding: 'urlencoded' }
}

/** Repeated names are lists. */
export function readPairs(pairs: Iterable<[string, string]>): Sent {
  const sent = Object.create(null) as Record<string, string | string[]>
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > PAIRS_MAX) break
    const known = sent[name]
    if (known === undefined) sent[name] = value
    else if (Array.isArray(known)) known.push(value)
    else sent[name] = [known, value]
  }
  return sent
}
