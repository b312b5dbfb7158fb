import { setTimeout as delay } from 'node:timers/promises'
import type { Doorpost, Env, Place, Process } from '../tests/helpers/process.ts'
import { killAtExit } from './interrupt.ts'

/** Something that is killed and comes back. */
export interface Victim {
  readonly name: string
  /** Sends SIGKILL and starts it again. Resolves when it works again. */
  killAndRestart(): Promise<void>
  /** Deaths that the proof did not cause, with their reasons. */
  readonly ownDeaths: readonly string[]
}

export interface ProcessVictim extends Victim {
  /** The same after every restart, so that callers find it. */
  readonly port: number
  /** Output of the current process. */
  readonly output: string
  start(): Promise<void>
  close(): Promise<void>
  /** Sends SIGSTOP, and SIGCONT after this time. A frozen process keeps its connections and does nothing. */
  freeze(ms: number, signal?: AbortSignal): Promise<void>
}

const STARTS = 30
const RETRY_MS = 200

/** A process of Doorpost. If `firstPort` is 0, the first start chooses the port. */
export function createVictim(name: string, place: Place, env: Env, firstPort = 0): ProcessVictim {
  let running: Doorpost | null = null
  let killed = false
  let closed = false
  let restarting: Promise<void> | null = null
  let port = firstPort
  const ownDeaths: string[] = []
  const start = async () => {
    for (let at = 1; ; at++) {
      let spawned: Process | null = null
      const onSpawn = (process: Process) => {
        spawned = process
      }
      try {
        running = await place.start({ env: { ...env, PORT: String(port) }, onSpawn })
        break
      } catch (error) {
        // A process that is only slow would keep the port.
        await endProcess(spawned)
        // The database is probably down.
        if (closed) return
        if (at === STARTS) throw error
        await delay(RETRY_MS)
      }
    }
    killed = false
    port ||= running.port
    const { pid, ended } = running
    void ended.then(({ code, signal, stderr }) => {
      if (running?.pid !== pid || killed) return
      ownDeaths.push(`${name} ended with ${code ?? signal}: ${stderr.slice(-500)}`)
      // Restarts it, as a process manager would.
      restarting = start()
      restarting.catch(() => {})
    })
  }
  const end = async () => {
    if (running === null) return
    killed = true
    running.child.kill('SIGKILL')
    await running.ended
  }
  killAtExit(() => void running?.child.kill('SIGKILL'))
  return {
    name,
    ownDeaths,
    get port() {
      return port
    },
    get output() {
      return `${running?.stdout ?? ''}${running?.stderr ?? ''}`
    },
    start,
    async close() {
      closed = true
      await restarting?.catch(() => {})
      await end()
    },
    async killAndRestart() {
      await restarting
      await end()
      await start()
    },
    async freeze(ms, signal) {
      const child = running?.child
      child?.kill('SIGSTOP')
      try {
        await delay(ms, undefined, signal ? { signal } : {})
      } finally {
        child?.kill('SIGCONT')
      }
    },
  }
}

async function endProcess(process: Process | null): Promise<void> {
  process?.child.kill('SIGKILL')
  await process?.ended
}
