/** What a mapping may cost. A step is some microseconds. */
export interface Work {
  /** Throws TooMuchWork when it is used up. */
  spend(steps: number): void
}

export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
}

/** For what is bounded by its caller. */
export const UNBOUNDED: Work = { spend() {} }

// An item is mapped without a pause, so it may take some milliseconds; a delivery some seconds in all, with pauses.
const ITEM_STEPS_MAX = 50_000
const DELIVERY_STEPS_MAX = 2_000_000

/** `startItem` before each item of a delivery. */
export function createWork(): Work & { startItem(): void } {
  let item = 0
  let all = 0
  return {
    startItem() {
      item = 0
    },
    spend(steps) {
      item += steps
      all += steps
      if (item > ITEM_STEPS_MAX || all > DELIVERY_STEPS_MAX) throw new TooMuchWork()
    },
  }
}
