import { availableParallelism } from 'node:os'
import { SetupError } from '../lib/problem.ts'

interface Settings {
  processes: number | 'auto'
  poolSize: number
  databaseUrl: string | null
}

/** Of the embedded server, without those that it keeps for itself. */
const EMBEDDED_CONNECTIONS = 95
/** Beside its pools a process listens and takes the pulse; the first one has jobs and owns the server. */
const SIDE_CONNECTIONS = 3
const FIRST_SIDE_CONNECTIONS = 8
const AUTO_MOST = 8

/** How many processes serve the API. The database needs cores too: half of them are its own. */
export function countProcesses({ processes, poolSize, databaseUrl }: Settings, cores = availableParallelism()): number {
  const most =
    databaseUrl === null
      ? Math.floor((EMBEDDED_CONNECTIONS - poolSize - FIRST_SIDE_CONNECTIONS) / (poolSize + SIDE_CONNECTIONS))
      : Number.POSITIVE_INFINITY
  if (processes === 'auto') return Math.max(1, Math.min(Math.floor(cores / 2), most, AUTO_MOST))
  if (processes > 1 && processes > most) {
    const rule = `The embedded PostgreSQL has connections for ${Math.max(1, most)} processes with POOL_SIZE=${poolSize}.`
    throw new SetupError(`PROCESSES is ${processes}. ${rule} Set a smaller POOL_SIZE, or DATABASE_URL.`)
  }
  return processes
}
