/** Gives a place back. May be called more than once. */
export type Leave = () => void

/** So many may be inside at once, and so many of one name; null for whoever finds no place. */
export function createPlaces({ most, mostForOne }: { most: number; mostForOne: number }) {
  const taken = new Map<string, number>()
  let all = 0
  return {
    take(who: string): Leave | null {
      const own = taken.get(who) ?? 0
      if (all >= most || own >= mostForOne) return null
      all++
      taken.set(who, own + 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        all--
        const left = taken.get(who)! - 1
        if (left > 0) taken.set(who, left)
        else taken.delete(who)
      }
    },
  }
}
export type Places = ReturnType<typeof createPlaces>
