export interface Task {
  workers: number
  /** Number of posts, events or deliveries that are due at once. */
  count: number
  /** Shortest and longest response time of the called servers. */
  latencyMs: [number, number]
  /** In memory if possible: the cost of a commit on disk is not what this measures. */
  folder: string
  signal: AbortSignal
}

export interface Measured {
  workers: number
  perSecond: number
  /** CPU time of all workers; null where it cannot be read. */
  cpuSeconds: number | null
  missing: number
  /** Done more than once, which must never happen. */
  doubled: number
}
