/** Frees a place. May be called more than once. */
export type Leave = () => void

/** The transfer that holds a place. */
export interface Guest {
  /** The number of bytes transferred so far; it only grows. */
  bytes(): number
  /** Called when the guest has lost its place and must stop. */
  giveWay(): void
}

interface PlaceLimits {
  most: number
  mostForOne: number
  /** A guest loses its place after this long. Defaults to an hour. */
  wholeMs?: number
  now?: () => number
}

type Inside = Guest & { who: string; since: number; checkedAt: number; checkedBytes: number }

const WHOLE_MS = 3_600_000
/** A guest that transferred less than this in a window has stalled, or pretends to work. */
const WINDOW_MS = 30_000
const WINDOW_BYTES_MIN = 30_720
const CHECK_MS = 5_000
/** A guest is not displaced during this time, because it has hardly begun. */
export const GRACE_MS = 5_000

/**
 * Limits how many guests may be inside at once, in total and for each name. If all places are taken, a newcomer gets
 * the place of the slowest guest of the name that has the most, if that is more than its own name has. Guests that are
 * too slow or stay too long lose their places.
 */
export function createPlaces({ most, mostForOne, wholeMs = WHOLE_MS, now = () => performance.now() }: PlaceLimits) {
  const guests = new Set<Inside>()
  let timer: NodeJS.Timeout | null = null
  let lookedAt = 0

  const taken = new Map<string, number>()
  const countOf = (who: string) => taken.get(who) ?? 0
  const remove = (guest: Inside) => {
    if (!guests.delete(guest)) return
    const left = countOf(guest.who) - 1
    if (left > 0) taken.set(guest.who, left)
    else taken.delete(guest.who)
    if (guests.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
  const putOut = (guest: Inside) => {
    remove(guest)
    guest.giveWay()
  }
  const look = () => {
    const at = now()
    // The process stood still, so nobody could transfer anything.
    const hasPaused = at - lookedAt > 2 * CHECK_MS
    lookedAt = at
    for (const guest of guests) {
      const isOver = at - guest.since > wholeMs
      if (!isOver && !hasPaused && at - guest.checkedAt < WINDOW_MS) continue
      const bytes = guest.bytes()
      const isSlow = !hasPaused && bytes - guest.checkedBytes < WINDOW_BYTES_MIN
      guest.checkedAt = at
      guest.checkedBytes = bytes
      if (isOver || isSlow) putOut(guest)
    }
  }
  const findSlowest = (newcomer: string): Inside | null => {
    const at = now()
    const own = countOf(newcomer)
    let found: { guest: Inside; count: number; rate: number } | null = null
    for (const guest of guests) {
      const count = countOf(guest.who)
      if (count <= own || at - guest.since < GRACE_MS) continue
      const rate = guest.bytes() / (at - guest.since)
      const isBetter = found === null || count > found.count || (count === found.count && rate < found.rate)
      if (isBetter) found = { guest, count, rate }
    }
    return found?.guest ?? null
  }

  return {
    /** Returns null if there is no place. */
    take(who: string, guest: Guest): Leave | null {
      if (countOf(who) >= mostForOne) return null
      if (guests.size >= most) {
        const slowest = findSlowest(who)
        if (slowest === null) return null
        putOut(slowest)
      }
      const at = now()
      const start = guest.bytes()
      const inside: Inside = {
        who,
        since: at,
        checkedAt: at,
        checkedBytes: 0,
        bytes: () => guest.bytes() - start,
        giveWay: () => guest.giveWay(),
      }
      guests.add(inside)
      taken.set(who, countOf(who) + 1)
      if (timer === null) {
        lookedAt = at
        timer = setInterval(look, CHECK_MS).unref()
      }
      return () => remove(inside)
    },
  }
}
