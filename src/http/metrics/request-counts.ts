export interface Series {
  route: string
  method: string
  status: number
  /** The constant members of a log line, as JSON. */
  members: string
  requests: number
  seconds: number
  /** Requests by the first of BOUNDS that they stayed within; the last entry counts those beyond all bounds. */
  within: number[]
}

/** The histogram's bounds, in seconds. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The library only renders the counts: its own Counter and Histogram take 1.6 µs per request instead of 0.1. */
export function createRequestCounts() {
  // Bounded by the number of routes, not of URLs.
  const routes = new Map<string, Map<string, Map<number, Series>>>()
  const all: Series[] = []
  const find = (route: string, method: string, status: number): Series => {
    const methods = getOrSet(routes, route, () => new Map<string, Map<number, Series>>())
    const statuses = getOrSet(methods, method, () => new Map<number, Series>())
    return getOrSet(statuses, status, () => {
      const members = `"method":${JSON.stringify(method)},"route":${JSON.stringify(route)},"status":${status}`
      const within = new Array<number>(BOUNDS.length + 1).fill(0)
      const series = { route, method, status, members, requests: 0, seconds: 0, within }
      all.push(series)
      return series
    })
  }
  const count = (route: string, method: string, status: number, ms: number): Series => {
    const series = find(route, method, status)
    const seconds = ms / 1000
    let bound = 0
    while (bound < BOUNDS.length && seconds > BOUNDS[bound]!) bound++
    series.requests++
    series.seconds += seconds
    series.within[bound]!++
    return series
  }
  return { count, all: all as readonly Series[] }
}

function getOrSet<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const created = create()
  map.set(key, created)
  return created
}
