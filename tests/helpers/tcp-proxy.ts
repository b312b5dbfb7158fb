import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A network between a program and a server that can stall and be cut. Loopback only. */
export interface TcpProxy {
  port: number
  /** Stops all data in both directions. Connections stay open and new ones are accepted. */
  stall(): void
  /** Passes on what was held back. */
  resume(): void
  /** Ends every connection. New ones are accepted. */
  cut(): void
  close(): Promise<void>
}

/** `target` as for net.connect: host and port, or the path of a Unix socket. */
export async function openTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let stalled = false
  const add = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      // A cut cable tells the other side nothing.
      if (!stalled) other.destroy()
    })
    socket.on('data', (chunk) => {
      if (!other.write(chunk)) socket.pause()
    })
    other.on('drain', () => {
      if (!stalled) socket.resume()
    })
    socket.on('end', () => {
      if (!stalled) other.end()
    })
    if (stalled) socket.pause()
  }
  const server = createServer({ allowHalfOpen: false }, (incoming) => {
    const outgoing = connect(target)
    add(incoming, outgoing)
    add(outgoing, incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      stalled = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      stalled = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
