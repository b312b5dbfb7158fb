export interface Task {
  workers: number
  /** How many pieces of work there are at once. */
  count: number
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
