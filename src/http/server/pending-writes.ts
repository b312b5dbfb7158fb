import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../lib/log/log.ts'

export interface PendingWriteLimits {
  /** A client that reads none of its waiting bytes for this long is disconnected. */
  stallMs: number
  /**
   * The most bytes that may wait for all clients. Beyond it, the clients that stopped reading first are disconnected at
   * once.
   */
  pendingBytesMax: number
  checkMs: number
}

export const PENDING_WRITE_LIMITS: PendingWriteLimits = {
  stallMs: 60_000,
  pendingBytesMax: 24 * 1_048_576,
  // Responses can be produced at a few hundred megabytes a second, which bounds what accumulates between two checks.
  checkMs: 100,
}

interface Watched {
  /** Changes with every byte that the client reads; empty while nothing waits. */
  progress: string
  since: number
}

/** Node keeps the bytes of a response until the client has read them, however long that takes. This sets a limit. */
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
  // With TLS, the response waits in the socket around the connection.
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
    // A client that read bytes since the last check is active, however much is left.
    const isOver = pending > limits.pendingBytesMax && stalledMs >= limits.checkMs
    if (stalledMs < limits.stallMs && !isOver) break
    log.info({ bytes, stalledMs: Math.round(stalledMs) }, 'disconnected a client that does not read the response')
    socket.destroy()
    pending -= bytes
  }
}

/** The count of written bytes is not enough: one large write counts as a whole until its last byte has left. */
function progressOf(socket: Socket, waiting: number): string {
  const { writeQueueSize = 0 } = (socket as Socket & { _handle?: { writeQueueSize?: number } | null })._handle ?? {}
  return `${socket.bytesWritten} ${waiting} ${writeQueueSize}`
}
