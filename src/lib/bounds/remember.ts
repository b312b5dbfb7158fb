/** Caches the results of a pure function for the most recent texts. */
export function remember<T>(compute: (text: string) => T, most: number): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const result = compute(text)
    if (known.size >= most) known.delete(known.keys().next().value!)
    known.set(text, result)
    return result
  }
}

/** Keeps the last result, for calls that repeat the same key, such as the current millisecond. */
export function rememberLast<K, T>(compute: (key: K) => T): (key: K) => T {
  let last: { key: K; result: T } | undefined
  return (key) => {
    if (last === undefined || last.key !== key) last = { key, result: compute(key) }
    return last.result
  }
}

/** Makes the value on first use. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const KEPT_TIMES = 20
const KEYS_MAX = 1_000

interface Keeping<T> {
  /** Others are computed for every caller. */
  isKept: (result: T) => boolean
  now?: () => number
}

/**
 * Caches a result for twenty times as long as it took, so it costs at most a twentieth of the time, however many
 * callers ask. For as long again, a caller gets it while it is computed anew; later than that, the caller waits.
 */
export function keepSlow<T>(
  load: (key: string) => Promise<T>,
  { isKept, now = () => performance.now() }: Keeping<T>,
): (key: string) => Promise<T> {
  interface Kept {
    result: T
    until: number
    waitsAfter: number
    renewal: Promise<unknown> | null
  }
  const kept = new Map<string, Kept>()
  const renew = async (key: string): Promise<T> => {
    const startedAt = now()
    try {
      const result = await load(key)
      const keptMs = KEPT_TIMES * (now() - startedAt)
      if (kept.size >= KEYS_MAX) kept.clear()
      if (!isKept(result)) kept.delete(key)
      else kept.set(key, { result, until: now() + keptMs, waitsAfter: now() + 2 * keptMs, renewal: null })
      return result
    } catch (error) {
      kept.delete(key)
      throw error
    }
  }
  return async (key) => {
    const known = kept.get(key)
    if (known === undefined || now() >= known.waitsAfter) return renew(key)
    // The next caller hears of a failure.
    if (now() >= known.until) known.renewal ??= renew(key).catch(() => {})
    return known.result
  }
}
