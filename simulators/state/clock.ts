/** Real time plus an offset, so that a test can reach tomorrow without waiting. */
export interface Clock {
  now(): number
  offsetMs(): number
  advance(ms: number): void
  setOffset(ms: number): void
}

export function createClock(real: () => number = Date.now): Clock {
  let offset = 0
  return {
    now: () => real() + offset,
    offsetMs: () => offset,
    advance: (ms) => {
      offset += ms
    },
    setOffset: (ms) => {
      offset = ms
    },
  }
}
