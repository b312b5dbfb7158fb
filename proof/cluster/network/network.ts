import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * A connection from each node to the database, relayed by a separate process. A stalled one drops nothing and closes
 * nothing.
 */
export interface Network {
  /** The database ports for the nodes, one each. */
  ports: readonly number[]
  stall(at: number): void
  resume(at: number): void
  stop(): Promise<void>
}

export type ToNetwork = { kind: 'stall' | 'resume'; at: number }

export async function startNetwork(databasePort: number, cables: number): Promise<Network> {
  const path = new URL('network-child.ts', import.meta.url)
  const words = [String(databasePort), String(cables)]
  const child: ChildProcess = fork(path, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  const [ports] = (await once(child, 'message')) as [number[]]
  const tell = (message: ToNetwork) => child.send(message)
  return {
    ports,
    stall: (at) => void tell({ kind: 'stall', at }),
    resume: (at) => void tell({ kind: 'resume', at }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
