/** Keeps the results of a pure function for the texts seen last, so that the same text does not cost twice. */
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

/** Keeps the last result: for what many ask alike, such as the text of the millisecond it is. */
export function rememberLast<K, T>(compute: (key: K) => T): (key: K) => T {
  let last: { key: K; result: T } | undefined
  return (key) => {
    if (last === undefined || last.key !== key) last = { key, result: compute(key) }
    return last.result
  }
}

/** Makes the value when it is first asked for. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
