import http from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

// Does what fetch() does in half the CPU time: without streams, and without asking for compression. Redirects are not
// followed.

export interface HttpAnswer {
  status: number
  headers: Headers
  text: string
}

/** What fetch() adds. */
const USUAL = { accept: '*/*', 'user-agent': 'node', 'sec-fetch-mode': 'cors' }

const agent = new http.Agent({ keepAlive: true })

export async function sendHttp(
  url: string,
  request: { method: string; headers: Record<string, string>; body: string | Uint8Array | undefined },
): Promise<HttpAnswer> {
  try {
    return await sendOnce(url, request)
  } catch (error) {
    // The server closed an idle connection just when it was about to be reused.
    if ((error as { wasReused?: boolean }).wasReused) return sendOnce(url, request)
    throw error
  }
}

/** POSTs like fetch(), but with headers that fetch() would overwrite. Redirects are not followed. */
export async function postBody(
  url: string,
  body: string | Uint8Array<ArrayBuffer> | URLSearchParams | FormData,
  headers: Record<string, string>,
): Promise<Response> {
  const request = new Request(url, { method: 'POST', body })
  const type = request.headers.get('content-type')
  const answer = await sendHttp(url, {
    method: 'POST',
    headers: { ...(type === null ? {} : { 'content-type': type }), ...headers },
    body: new Uint8Array(await request.arrayBuffer()),
  })
  return new Response(answer.text, { status: answer.status, headers: answer.headers })
}

function sendOnce(url: string, { method, headers, body }: Parameters<typeof sendHttp>[1]): Promise<HttpAnswer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, agent, headers: { ...USUAL, ...length, ...headers } })
    request.on('error', (error) => {
      const wasReused = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
      reject(Object.assign(error, { wasReused }))
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = unpack(Buffer.concat(chunks), response.headers['content-encoding']).toString()
        resolve({ status: response.statusCode!, headers: headersOf(response), text })
      })
    })
    request.end(body)
  })
}

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  // Responses to HEAD say how their body would be encoded.
  if (bytes.length === 0) return bytes
  return encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'br' ? brotliDecompressSync(bytes) : bytes
}

function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
  return headers
}
