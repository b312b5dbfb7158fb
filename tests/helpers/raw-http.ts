import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'

// HTTP by hand, for requests that no client library would send.

export interface RawAnswer {
  status: number
  /** Names in lower case; repeated ones joined as fetch does. */
  headers: Map<string, string>
  body: Buffer
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look at members
  json: any
}

export interface RawConnection {
  write(bytes: string | Uint8Array): Promise<void>
  /** The next response, including interim ones (1xx). Null if the server closed the connection instead. */
  read(options?: { head?: boolean }): Promise<RawAnswer | null>
  /** Sends no more bytes; the server may still respond. */
  end(): void
  /** Resolves once the server has closed. */
  closed(): Promise<void>
  destroy(): void
  readonly isClosed: boolean
  /** Bytes that arrived and were not read as a response. */
  readonly rest: Buffer
}

const DEADLINE_MS = 10_000

export async function openRaw(port: number, host = '127.0.0.1'): Promise<RawConnection> {
  const socket = connect({ port, host, allowHalfOpen: true })
  await once(socket, 'connect')
  // Grows by doubling: a response of megabytes comes in many chunks, and each is examined.
  let store = Buffer.alloc(65_536)
  let [from, to] = [0, 0]
  const arrived = () => store.subarray(from, to)
  let ended = false
  let wake: () => void = () => {}
  const finish = () => {
    ended = true
    wake()
  }
  socket.on('data', (chunk: Buffer) => {
    if (to + chunk.length > store.length) {
      const larger = Buffer.alloc(2 * (to - from + chunk.length))
      arrived().copy(larger)
      store = larger
      ;[from, to] = [0, to - from]
    }
    to += chunk.copy(store, to)
    wake()
  })
  socket.on('end', finish)
  socket.on('close', finish)
  // A reset is an end without a response; what arrived before it still counts.
  socket.on('error', finish)

  const change = async (deadline: number, what: string) => {
    const left = deadline - Date.now()
    assert.ok(
      left > 0,
      `${what} did not come in time; so far: ${JSON.stringify(arrived().toString('latin1').slice(0, 500))}`,
    )
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    async write(bytes) {
      if (socket.destroyed) return
      const sent = socket.write(bytes)
      if (!sent && !socket.destroyed) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    },
    async read({ head = false } = {}) {
      const deadline = Date.now() + DEADLINE_MS
      for (;;) {
        const parsed = parseAnswer(arrived(), ended, head)
        if (parsed) {
          from += parsed.length
          return parsed.answer
        }
        if (ended) {
          assert.equal(to, from, `cut off: ${JSON.stringify(arrived().toString('latin1').slice(0, 500))}`)
          return null
        }
        await change(deadline, 'an answer')
      }
    },
    end() {
      socket.end()
    },
    async closed() {
      const deadline = Date.now() + DEADLINE_MS
      while (!ended) await change(deadline, 'the end of the connection')
    },
    destroy() {
      socket.destroy()
    },
    get isClosed() {
      return ended
    },
    get rest() {
      return arrived()
    },
  }
}

/** Sends the bytes and reads responses until the server closes, or until `count` final ones have arrived. */
export async function exchange(port: number, bytes: string | Uint8Array, count = 1): Promise<RawAnswer[]> {
  const connection = await openRaw(port)
  try {
    await connection.write(bytes)
    const answers: RawAnswer[] = []
    while (answers.filter(({ status }) => status >= 200).length < count) {
      const answer = await connection.read()
      if (answer === null) break
      answers.push(answer)
    }
    return answers
  } finally {
    connection.destroy()
  }
}

/** The head of a request, with Host unless the headers name it. */
export function request(line: string, headers: string[] = [], body: string | Uint8Array = ''): Buffer {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: 127.0.0.1']
  const head = `${[`${line} HTTP/1.1`, ...host, ...headers].join('\r\n')}\r\n\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body as string)])
}

export function chunk(bytes: Uint8Array | string): Buffer {
  const data = Buffer.from(bytes as string)
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')])
}

export const LAST_CHUNK = '0\r\n\r\n'

function parseAnswer(buffer: Buffer, ended: boolean, head: boolean): { answer: RawAnswer; length: number } | null {
  const headEnd = buffer.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const [statusLine = '', ...lines] = buffer.subarray(0, headEnd).toString('latin1').split('\r\n')
  const match = /^HTTP\/1\.[01] (\d{3}) [ -~]*$/.exec(statusLine)
  assert.ok(match, `not a status line: ${JSON.stringify(statusLine)}`)
  const status = Number(match[1])
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    assert.ok(colon > 0, `not a header: ${JSON.stringify(line)}`)
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const known = headers.get(name)
    headers.set(name, known === undefined ? value : `${known}, ${value}`)
  }
  const start = headEnd + 4
  const found = findBody(buffer, start, ended, head || status < 200 || status === 204 || status === 304, headers)
  if (found === null) return null
  const text = found.body.toString()
  const isPlain = !headers.has('content-encoding')
  const isJson = isPlain && headers.get('content-type')?.startsWith('application/json') && text !== ''
  const json = isJson ? JSON.parse(text) : null
  return { answer: { status, headers, body: found.body, text, json }, length: found.end }
}

function findBody(
  buffer: Buffer,
  start: number,
  ended: boolean,
  hasNone: boolean,
  headers: Map<string, string>,
): { body: Buffer; end: number } | null {
  if (hasNone) return { body: Buffer.alloc(0), end: start }
  if (headers.get('transfer-encoding') === 'chunked') return findChunks(buffer, start)
  const declared = headers.get('content-length')
  if (declared === undefined) return ended ? { body: buffer.subarray(start), end: buffer.length } : null
  const end = start + Number(declared)
  return buffer.length < end ? null : { body: buffer.subarray(start, end), end }
}

function findChunks(buffer: Buffer, start: number): { body: Buffer; end: number } | null {
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = buffer.indexOf('\r\n', at)
    if (lineEnd === -1) return null
    const size = Number.parseInt(buffer.subarray(at, lineEnd).toString('latin1'), 16)
    const data = lineEnd + 2
    if (buffer.length < data + size + 2) return null
    if (size === 0) return { body: Buffer.concat(parts), end: data + 2 }
    parts.push(buffer.subarray(data, data + size))
    at = data + size + 2
  }
}
