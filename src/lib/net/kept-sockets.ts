import type { Socket } from 'node:net'

/** An open connection, and the checked address that it leads to. */
export interface Connection {
  socket: Socket
  address: string
  openedAt: number
}

interface Kept extends Connection {
  owner: string
  origin: string
  release(): void
}

const MOST_MS = 60_000
/** Used if the server does not say how long it waits: the shortest common time is five seconds. */
const IDLE_MS = 4_000
/** Stops using a connection early, so that a request does not cross its end. */
const EARLY_MS = 1_000
const MOST_OF_OWNER = 8
const MOST = 256

/**
 * Connections that wait for the same owner's next request to the same origin. They do not keep the process running. One
 * that ends or receives anything meanwhile is dropped.
 */
export function createKeptSockets() {
  // Oldest first.
  const all = new Set<Kept>()

  const drop = (kept: Kept) => {
    kept.release()
    kept.socket.destroy()
  }

  const close = (owner?: string) => {
    for (const kept of all) if (owner === undefined || kept.owner === owner) drop(kept)
  }

  return {
    close,
    /** `addresses` were just checked: a connection to any other address or origin is closed. */
    take(owner: string, origin: string, addresses: readonly string[]): Connection | null {
      for (const kept of [...all].reverse()) {
        if (kept.owner !== owner) continue
        if (kept.origin === origin && addresses.includes(kept.address)) {
          kept.release()
          kept.socket.ref()
          return kept
        }
        drop(kept)
      }
      return null
    },
    /** `hint` is the response's Keep-Alive header. */
    keep(owner: string, origin: string, connection: Connection, hint: string | undefined): void {
      const { socket, openedAt } = connection
      const leftMs = Math.min(MOST_MS - (performance.now() - openedAt), idleMsOf(hint))
      if (leftMs <= 0 || socket.destroyed) {
        socket.destroy()
        return
      }
      const own = [...all].filter((kept) => kept.owner === owner)
      if (own.length >= MOST_OF_OWNER) drop(own[0]!)
      else if (all.size >= MOST) for (const oldest of [...all].slice(0, 1)) drop(oldest)
      const end = () => drop(kept)
      const timer = setTimeout(end, leftMs).unref()
      const release = () => {
        clearTimeout(timer)
        all.delete(kept)
        for (const event of ENDS) socket.off(event, end)
      }
      const kept: Kept = { ...connection, owner, origin, release }
      for (const event of ENDS) socket.on(event, end)
      socket.unref()
      all.add(kept)
    },
  }
}

/** Unexpected bytes also end it. */
const ENDS = ['data', 'end', 'error', 'close']

function idleMsOf(hint: string | undefined): number {
  const seconds = /(?:^|[\s,;])timeout=(\d{1,6})/i.exec(hint ?? '')?.[1]
  return seconds === undefined ? IDLE_MS : Number(seconds) * 1_000 - EARLY_MS
}
