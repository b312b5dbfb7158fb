import { USER_AGENT } from '../version.ts'
import { failure, type Journey, SafeFetchError } from './fetch-error.ts'
import type { RequestBody, SafeFetchRequest } from './fetch-request.ts'

// The requests that one call makes: the first, and one for each redirect.

// An import would load what fetch() and WebSocket are made of as well: 13 MB.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')

export interface Hop {
  url: string
  method: string
  headers: Record<string, string>
  body: RequestBody | undefined
}

/** Ours to set: framing, and what would make the answer unreadable. */
const OWN_HEADERS = 'host connection content-length transfer-encoding accept-encoding expect upgrade'.split(' ')
const PERSONAL_HEADERS = ['authorization', 'cookie', 'proxy-authorization']

export function firstHop(request: SafeFetchRequest): Hop {
  const headers: Record<string, string> = { 'user-agent': USER_AGENT, accept: '*/*' }
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw new SafeFetchError('refused_url', 'The request has a header that is not valid.', { sent: false })
    }
    headers[name.toLowerCase()] = value
  }
  for (const name of OWN_HEADERS) delete headers[name]
  headers['accept-encoding'] = 'identity'
  headers.connection = request.keepFor === undefined ? 'close' : 'keep-alive'
  if (request.range) headers.range = `bytes=${request.range.start}-${request.range.end - 1}`
  return { url: request.url, method: request.method ?? 'GET', headers, body: request.body }
}

export function nextHop(journey: Journey, hop: Hop, from: URL, location: string, status: number): Hop {
  if (!URL.canParse(location, from.href)) {
    throw failure(journey, 'refused_url', `${from.hostname} redirects to something that is no URL.`)
  }
  const url = new URL(location, from)
  const headers = { ...hop.headers }
  if (url.origin !== from.origin) for (const name of PERSONAL_HEADERS) delete headers[name]
  // As browsers do: 307 and 308 repeat the request, the others turn it into a read.
  const repeats = status === 307 || status === 308 || hop.method === 'GET' || hop.method === 'HEAD'
  if (repeats) return { ...hop, url: url.href, headers }
  delete headers['content-type']
  return { url: url.href, method: 'GET', headers, body: undefined }
}
