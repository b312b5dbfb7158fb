import { type Http, type HttpAnswer, type HttpRequest, TransportError } from '../../src/platforms/shared/contract.ts'

const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** An `Http` for tests: plain fetch, for servers on this machine. The caller handles redirects and retries. */
export const platformHttp: Http = async (request) => {
  const url = new URL(request.url)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  try {
    const answer = await fetch(url, {
      method: request.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeoutMs ?? 5_000),
      ...(await bodyOf(request)),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: parse(text) } satisfies HttpAnswer
  } catch (error) {
    throw new TransportError(`no whole answer from ${url.host}`, !NOT_SENT.has(codeOf(error)), error)
  }
}

async function bodyOf(request: HttpRequest): Promise<{
  headers: Headers
  body?: string | URLSearchParams | Uint8Array<ArrayBuffer> | FormData
}> {
  const headers = new Headers(request.headers)
  if (request.json !== undefined) {
    headers.set('content-type', 'application/json')
    return { headers, body: JSON.stringify(request.json) }
  }
  if (request.form) return { headers, body: new URLSearchParams(request.form) }
  if (request.stream) {
    const parts = await Array.fromAsync(request.stream.open())
    return { headers, body: new Uint8Array(Buffer.concat(parts)) }
  }
  if (request.bytes) {
    if (!headers.has('content-type')) headers.set('content-type', 'application/octet-stream')
    return { headers, body: new Uint8Array(request.bytes) }
  }
  if (!request.multipart) return { headers }
  const body = new FormData()
  for (const part of request.multipart) {
    if (typeof part.value === 'string') body.append(part.name, part.value)
    else
      body.append(part.name, new Blob([new Uint8Array(part.value)], { type: part.type ?? '' }), part.filename ?? 'file')
  }
  return { headers, body }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
