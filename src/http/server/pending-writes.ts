import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../lib/log/log.ts'

export interface PendingWriteLimits {
  /** A client that takes none of the bytes waiting for it for so long is disconnected. */
  stallMs: number
  /** What may wait for clients in all. Beyond it, those that stopped reading first are disconnected at once. */
  pendingBytesMax: number
  checkMs: number
}

export const PENDING_WRITE_LIMITS: PendingWriteLimits = {
  stallMs: 60_000,
  pendingBytesMax: 24 * 1_048_576,
  // Answers of a few hundred megabytes a second can be made; this long nobody looks.
  checkMs: 100,
}

interface Watched {
  /** Changes with every byte that the client takes; empty while nothing waits for it. */
  progress: string
  since: number
}

/** Node keeps the bytes of an answer until the client has taken them, however long that is. This ends it. */
export function limitPendingWrites(server: Server, limits: PendingWriteLimits, log: Log): void {
  const sockets = new Map<Socket, Watched>()
  let timer: NodeJS.Timeout | null = null
  const watch = (socket: Socket) => {
    sockets.set(socket, { progress: '', since: performance.now() })
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size > 0 || timer === null) return
      clearInterval(timer)
      timer = null
    })
    timer ??= setInterval(() => disconnectStalled(sockets, limits, log), limits.checkMs).unref()
  }
  server.on('connection', watch)
  // With TLS the answer waits in the socket around the connection.
  server.on('secureConnection', watch)
}

function disconnectStalled(sockets: Map<Socket, Watched>, limits: PendingWriteLimits, log: Log): void {
  const now = performance.now()
  const waiting: Array<{ socket: Socket; bytes: number; stalledMs: number }> = []
  let pending = 0
  for (const [socket, watched] of sockets) {
    const bytes = socket.writableLength
    if (bytes === 0) {
      watched.progress = ''
      continue
    }
    const progress = progressOf(socket, bytes)
    if (progress !== watched.progress) {
      watched.progress = progress
      watched.since = now
    }
    pending += bytes
    waiting.push({ socket, bytes, stalledMs: now - watched.since })
  }
  if (waiting.length === 0) return
  waiting.sort((a, b) => b.stalledMs - a.stalledMs)
  for (const { socket, bytes, stalledMs } of waiting) {
    // A client that took bytes since the last check is reading, however much is left.
    const isOver = pending > limits.pendingBytesMax && stalledMs >= limits.checkMs
    if (stalledMs < limits.stallMs && !isOver) break
    log.info({ bytes, stalledMs: Math.round(stalledMs) }, 'disconnected a client that does not read the response')
    socket.destroy()
    pending -= bytes
  }
}

/** Written bytes alone do not tell: one large write counts as a whole until its last byte has left. */
function progressOf(socket: Socket, waiting: number): string {
  const { writeQueueSize = 0 } = (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle ?? {}
  return `${socket.bytesWritten} ${waiting} ${writeQueueSize}`
}
