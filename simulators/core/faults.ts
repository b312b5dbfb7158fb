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
  /** How many calls it disturbs; null: all. */
  times: number | null
  /** Calls to let pass first. */
  after: number
  /** Only calls whose path, query or body holds this text. */
  match: string | null
  /** Probability per call, with `seed`. */
  rate: number | null
  seed: string
  /** For `status_*` and `rate_limited`. */
  status: number | null
  /** The answer's body instead of the platform's usual one. */
  body: unknown
  /** How long: time-outs, lag, reset of a rate limit. */
  ms: number
  /** `lag`: hidden from this many list reads. */
  reads: number
  /** `lag`: the container's status does not show the publication either. */
  hide_status: boolean
  /** `huge_body`: size. */
  bytes: number
  seen: number
  fired: number
}

interface CallToDisturb {
  platform: PlatformName
  name: string
  /** Everything `match` is looked for in. */
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
  /** Ends all of them. */
  clear(): void
  /** Forgets that there were any. */
  reset(): void
  /** Which faults hit this call; counts them. At most one, beside a lag. */
  take(call: CallToDisturb): Disturbance
}

export function createFaults(table: Table<Fault>): Faults {
  // Kept as spent, so that the ids of later faults stay unique and a restart does not bring it back.
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
