/** A moment after which something must not be begun any more. */
export interface Deadline {
  hasPassed(): boolean
}

export interface Clocks {
  /** Goes on while the machine is suspended, and jumps when it is set. */
  wall(): number
  /** Goes on while the process is stopped, and never jumps. */
  monotonic(): number
}

const SYSTEM: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() }

/** Has passed as soon as either clock says so: a stopped process is seen by both, a suspended machine by the wall's only. */
export function deadlineIn(ms: number, clocks: Clocks = SYSTEM): Deadline {
  const wallEnd = clocks.wall() + ms
  const monotonicEnd = clocks.monotonic() + ms
  return { hasPassed: () => clocks.wall() > wallEnd || clocks.monotonic() > monotonicEnd }
}
