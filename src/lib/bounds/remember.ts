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

/** Faster results are never cached. */
const SLOW_MS = 10
const KEPT_TIMES = 20
const KEYS_MAX = 1_000

/**
 * Caches a slow result for twenty times as long as it took, so it costs at most a twentieth of the time, however many
 * callers ask.
 */
export function keepSlow<T>(
  load: (key: string) => Promise<T>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<T> {
  const kept = new Map<string, { result: T; until: number }>()
  return async (key) => {
    const known = kept.get(key)
    const startedAt = now()
    if (known !== undefined && startedAt < known.until) return known.result
    // Meanwhile, other callers get the known result.
    if (known !== undefined) known.until = Number.POSITIVE_INFINITY
    try {
      const result = await load(key)
      const tookMs = now() - startedAt
      if (tookMs < SLOW_MS) kept.delete(key)
      else {
        if (kept.size >= KEYS_MAX) kept.clear()
        kept.set(key, { result, until: now() + KEPT_TIMES * tookMs })
      }
      return result
    } catch (error) {
      kept.delete(key)
      throw error
    }
  }
}
