import type { Fault } from './faults.ts'
import type { Probe } from './watch/watchers.ts'

export interface Recovery extends Fault {
  /** Writes through the load balancer that failed between this fault and the next one. */
  failedWrites: number
  /** Time from the fault until enough writes in a row succeeded; null if they never did. */
  recoveredAfterMs: number | null
}

/** This many writes in a row take two seconds and reach every node. */
const IN_A_ROW = 10

export function measureRecovery(faults: readonly Fault[], probes: readonly Probe[]): Recovery[] {
  return faults.map((fault, at) => {
    const own = probes.filter(
      ({ startedAt }) => startedAt >= fault.at && startedAt < (faults[at + 1]?.at ?? Number.MAX_VALUE),
    )
    const failed = own.filter(({ id }) => id === null).length
    const first = own.findIndex((_, from) => {
      const row = own.slice(from, from + IN_A_ROW)
      return row.length === IN_A_ROW && row.every(({ id }) => id !== null)
    })
    const recoveredAfterMs = failed === 0 ? 0 : first === -1 ? null : own[first]!.startedAt - fault.at
    return { ...fault, failedWrites: failed, recoveredAfterMs }
  })
}
