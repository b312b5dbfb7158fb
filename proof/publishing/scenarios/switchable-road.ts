import { connect, createServer, type Socket } from 'node:net'

/** A fixed address whose target can change, like that of a database cluster in a failover. */
export interface SwitchableRoad {
  port: number
  /** Closes all connections and sends new ones to another port. */
  leadTo(port: number): void
  stop(): Promise<void>
}

export async function openRoad(target: number): Promise<SwitchableRoad> {
  let current = target
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(current, '127.0.0.1')
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    leadTo(port) {
      current = port
      cut()
    },
    async stop() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
