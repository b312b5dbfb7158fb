import type { ServerResponse } from 'node:http'
import type { Fault } from '../core/faults.ts'
import type { Reply } from './call.ts'

// Ways in which an answer can be lost or damaged.

export function send(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(reply.body) })
  response.end(reply.body)
}

export function drop(response: ServerResponse): void {
  response.socket?.destroy()
}

/** Sends nothing for a time, then disconnects. */
export function keepSilent(response: ServerResponse, ms: number): void {
  const timer = setTimeout(() => drop(response), ms)
  timer.unref()
  response.on('close', () => clearTimeout(timer))
}

/** Sends half of the body. Without a body it sends half of the head, so that an id in a header is lost too. */
export function sendHalf(response: ServerResponse, reply: Reply): void {
  const body = Buffer.from(reply.body)
  if (body.length === 0) {
    response.socket?.end(`HTTP/1.1 ${reply.status} Cut\r\ndate: ${new Date().toUTCString()}\r\nx-re`)
    return
  }
  response.writeHead(reply.status, { ...reply.headers, 'content-length': body.length })
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => drop(response))
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: text })
}

/** Sends a body far larger than any real one, as fast as the client reads. */
export function sendHuge(response: ServerResponse, reply: Reply, fault: Fault): void {
  const chunk = Buffer.alloc(64 * 1024, 'a')
  let left = fault.bytes
  response.writeHead(reply.status, { 'content-type': 'application/json' })
  response.write('{"padding":"')
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (!response.write(chunk)) {
        response.once('drain', more)
        return
      }
    }
    if (!response.destroyed) response.end('"}')
  }
  more()
}
