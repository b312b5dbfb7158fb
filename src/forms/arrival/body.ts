import { isUtf8 } from 'node:buffer'
import type { Request } from '../../http/call.ts'
import {
  badBody,
  type ContentRule,
  checkContent,
  isFileStream,
  isMultipart,
  objectBody,
  readJson,
} from '../../http/server/bodies/body.ts'
import type { OpenForm } from '../form-cache.ts'
import type { FileArrival, ReceiveFile } from './files.ts'
import { readMultipartBytes, readMultipartStream } from './multipart.ts'

/** What came, by name. A name that is there several times has a list. */
export type Sent = Record<string, unknown>

/** A submission as it arrived. */
export interface Arrived {
  sent: Sent
  files: FileArrival[]
}

const CONTENT: ContentRule = {
  type: /^(?:application\/(?:json|x-www-form-urlencoded)|multipart\/form-data|text\/plain)[\t ]*(?:;|$)/i,
  instead: {
    compressed: 'Send the body without compression.',
    otherType:
      'application/json, application/x-www-form-urlencoded or multipart/form-data. Browsers send the last two by themselves.',
    otherCharset: 'Send the page and the form as UTF-8.',
  },
}

// More are left out anyway: 50 KB have tens of thousands.
const PAIRS_MAX = 1_000

export async function readArrived(request: Request, form: OpenForm, receive: ReceiveFile): Promise<Arrived> {
  checkContent(request, CONTENT)
  if (isFileStream(request)) {
    const { pairs, files } = await readMultipartStream(request, form, receive)
    return { sent: readPairs(pairs), files }
  }
  // Also without a body: whoever sends nothing is told so.
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  // Beacons are plain text.
  if (/^(?:application\/json|text\/plain)/i.test(request.headers['content-type']!)) {
    return { sent: objectBody({ body: readJson(request, bytes) }), files: [] }
  }
  request.rawBody = bytes
  if (isMultipart(request))
    return { sent: readPairs((await readMultipartBytes(request, form, bytes)).pairs), files: [] }
  if (!isUtf8(bytes)) throw badBody('The body is not valid UTF-8. Send the page and the form as UTF-8.')
  return { sent: readPairs(new URLSearchParams(bytes.toString())), files: [] }
}

/** Repeated names are lists. */
function readPairs(pairs: Iterable<[string, string]>): Sent {
  const sent = Object.create(null) as Record<string, string | string[]>
  let count = 0
  for (const [name, text] of pairs) {
    if (++count > PAIRS_MAX) break
    // Browsers send line breaks as two characters, and count them as one.
    const value = text.replaceAll('\r\n', '\n')
    const known = sent[name]
    if (known === undefined) sent[name] = value
    else if (Array.isArray(known)) known.push(value)
    else sent[name] = [known, value]
  }
  return sent
}
