import type { IncomingMessage } from 'node:http'
import { parseMultipart } from './multipart.ts'

export interface Body {
  kind: 'empty' | 'json' | 'form' | 'multipart' | 'bytes' | 'unreadable'
  /** Top-level names of the JSON object, the form, or the text parts. */
  fields: Record<string, unknown>
  files: Record<string, Buffer>
  bytes: Buffer
}

export function emptyBody(): Body {
  return { kind: 'empty', fields: {}, files: {}, bytes: Buffer.alloc(0) }
}

/**
 * Returns null if it is larger than allowed. Rejects if the client disconnects early: the call must then have no
 * effect.
 */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
  }
  return size > maxBytes ? null : Buffer.concat(chunks)
}

export function parseBody(bytes: Buffer, contentType: string): Body {
  const body: Body = { ...emptyBody(), bytes }
  if (bytes.length === 0) return body
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json') return parseJson(body)
  if (type === 'application/x-www-form-urlencoded') {
    return { ...body, kind: 'form', fields: Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))) }
  }
  if (type !== 'multipart/form-data') return { ...body, kind: 'bytes' }
  const parts = parseMultipart(bytes, contentType)
  if (parts === null) return { ...body, kind: 'unreadable' }
  const isFile = (part: { filename: string | null; type: string | null }) =>
    part.filename !== null || part.type !== null
  return {
    ...body,
    kind: 'multipart',
    fields: Object.fromEntries(
      parts.filter((part) => !isFile(part)).map((part) => [part.name, part.bytes.toString('utf8')]),
    ),
    files: Object.fromEntries(parts.filter(isFile).map((part) => [part.name, part.bytes])),
  }
}

function parseJson(body: Body): Body {
  try {
    const value: unknown = JSON.parse(body.bytes.toString('utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ...body, kind: 'unreadable' }
    return { ...body, kind: 'json', fields: value as Record<string, unknown> }
  } catch {
    return { ...body, kind: 'unreadable' }
  }
}
