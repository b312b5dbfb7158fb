/** A moment after which something must not be started any more. */
export interface Deadline {
  hasPassed(): boolean
}

interface Clocks {
  /** Continues while the machine is suspended, and jumps when it is set. */
  wall(): number
  /** Continues while the process is stopped, and never jumps. */
  monotonic(): number
}

const SYSTEM: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() }

/**
 * Has passed as soon as either clock says so: both notice a stopped process, but only the wall clock notices a
 * suspended machine.
 */
export function deadlineIn(ms: number, clocks: Clocks = SYSTEM): Deadline {
  const wallEnd = clocks.wall() + ms
  const monotonicEnd = clocks.monotonic() + ms
  return { hasPassed: () => clocks.wall() > wallEnd || clocks.monotonic() > monotonicEnd }
}
