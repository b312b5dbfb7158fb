export interface Task {
  workers: number
  /** How many pieces of work there are at once. */
  count: number
  /** How long whoever is called takes: at least, and at most. */
  latencyMs: [number, number]
  /** In memory where that can be: what a commit costs on a disk is not the question. */
  folder: string
  signal: AbortSignal
}

export interface Measured {
  workers: number
  perSecond: number
  /** Of all workers together; null where it cannot be read. */
  cpuSeconds: number | null
  missing: number
  /** Done more than once: must never be. */
  doubled: number
}
