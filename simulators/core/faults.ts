import { randomAt } from '../state/random.ts'
import type { PlatformName } from '../state/records.ts'
import type { Table } from '../state/table.ts'

export const FAULT_KINDS = [
  'drop_before',
  'drop_after',
  'status_before',
  'status_after',
  'timeout_before',
  'timeout_after',
  'rate_limited',
  'truncated',
  'bad_body',
  'huge_body',
  'lag',
  'not_ready',
  'lost_container',
  'live_but_not_ready',
  'live_but_error',
  'token_revoked',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  id: string
  platform: PlatformName
  /** A call name, or `*`. */
  call: string
  kind: FaultKind
  /** How many calls it disturbs; null means all. */
  times: number | null
  /** How many calls pass first. */
  after: number
  /** Only calls whose path, query or body contain this text. */
  match: string | null
  /** Probability per call, used with `seed`. */
  rate: number | null
  seed: string
  /** For `status_*` and `rate_limited`. */
  status: number | null
  /** Body of the answer, instead of the platform's usual one. */
  body: unknown
  /** Duration of time-outs and lag, and until a rate limit resets. */
  ms: number
  /** For `lag`: the number of list reads that do not show the item. */
  reads: number
  /** For `lag`: the container's status does not show the publication either. */
  hide_status: boolean
  /** For `huge_body`: the size. */
  bytes: number
  seen: number
  fired: number
}

interface CallToDisturb {
  platform: PlatformName
  name: string
  /** The text that `match` is searched in. */
  text: () => string
}

export interface Lag {
  ms: number
  reads: number
  status: boolean
}

interface Disturbance {
  fault: Fault | null
  lag: Lag | null
}

export interface Faults {
  add(fault: Omit<Fault, 'id' | 'seen' | 'fired'>): Fault
  list(): Fault[]
  remove(id: string): boolean
  /** Ends all faults. */
  clear(): void
  /** Removes all faults. */
  reset(): void
  /** Returns and counts the faults that apply to this call: at most one, besides a lag. */
  take(call: CallToDisturb): Disturbance
}

export function createFaults(table: Table<Fault>): Faults {
  // Kept as used up, so that ids of later faults stay unique and a restart does not revive it.
  const spend = (fault: Fault) => table.put(fault.id, { ...fault, times: 0 })
  return {
    add(fault) {
      const id = `fault-${table.size + 1}-${fault.call}`
      return table.put(id, { ...fault, id, seen: 0, fired: 0 })
    },
    list: () => [...table.values()],
    remove(id) {
      const known = table.get(id)
      if (known) spend(known)
      return known !== undefined
    },
    clear() {
      for (const fault of [...table.values()]) spend(fault)
    },
    reset: () => table.clear(),
    take(call) {
      const taken: Disturbance = { fault: null, lag: null }
      for (const fault of table.values()) {
        if (fault.times !== null && fault.fired >= fault.times) continue
        if (fault.platform !== call.platform || (fault.call !== '*' && fault.call !== call.name)) continue
        if (fault.match !== null && !call.text().includes(fault.match)) continue
        if (fault.kind !== 'lag' && taken.fault) continue
        const fires =
          fault.seen >= fault.after && (fault.rate === null || randomAt(fault.seed, fault.seen) < fault.rate)
        table.put(fault.id, { ...fault, seen: fault.seen + 1, fired: fault.fired + (fires ? 1 : 0) })
        if (!fires) continue
        if (fault.kind === 'lag') taken.lag = { ms: fault.ms, reads: fault.reads, status: fault.hide_status }
        else taken.fault = fault
      }
      return taken
    },
  }
}
