import { FAILING } from '../schedule.ts'

/** The most requests under way in one process. */
export const MOST_IN_FLIGHT = 200
const MOST_PER_ENDPOINT = 10
/** The most requests for all endpoints together that fail or have never worked. */
const MOST_DOUBTFUL = MOST_IN_FLIGHT / 2
/** Reserved for endpoints with few requests under way, so that a few slow ones cannot take everything. */
const RESERVE = MOST_IN_FLIGHT / 4
const LITTLE = 2

export interface Load {
  inFlight: number
  /** How many requests it may have: grows with every success, starts over after a failure. */
  width: number
  doubtful: boolean
}

export interface DueEndpoint {
  id: string
  failures: number
  has_worked: boolean
  /** True for a chat: its messages arrive in order, and it accepts about one a second. */
  one_by_one: boolean
}

export function newLoad(): Load {
  return { inFlight: 0, width: 1, doubtful: true }
}

export function afterAttempt(load: Load, delivered: boolean): void {
  load.width = delivered ? Math.min(load.width + 1, MOST_PER_ENDPOINT) : 1
}

/**
 * How many requests to start for each endpoint: first those with the fewest under way, then those with the fewest
 * failures.
 */
export function shareSlots(due: readonly DueEndpoint[], loads: ReadonlyMap<string, Load>) {
  let free = MOST_IN_FLIGHT
  let freeDoubtful = MOST_DOUBTFUL
  for (const { inFlight, doubtful } of loads.values()) {
    free -= inFlight
    if (doubtful) freeDoubtful -= inFlight
  }
  const shares = [...due]
    .sort((a, b) => a.failures - b.failures)
    .map(({ id, failures, has_worked: hasWorked, one_by_one: oneByOne }) => {
      const { inFlight, width } = loads.get(id) ?? newLoad()
      // After an open circuit, one request shows whether it works again.
      const most = failures >= FAILING.circuitAt || oneByOne ? 1 : width
      return { id, inFlight, most, doubtful: failures > 0 || !hasWorked, slots: 0 }
    })
  for (let level = 1; level <= MOST_PER_ENDPOINT; level++) {
    const kept = level > LITTLE ? RESERVE : 0
    for (const share of shares) {
      if (free <= kept) break
      if (share.inFlight + share.slots >= Math.min(level, share.most)) continue
      if (share.doubtful && freeDoubtful <= 0) continue
      share.slots++
      free--
      if (share.doubtful) freeDoubtful--
    }
  }
  return shares.filter(({ slots }) => slots > 0).map(({ id, slots, doubtful }) => ({ id, slots, doubtful }))
}
