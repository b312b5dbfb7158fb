import type { StateLog } from './state-log.ts'

/** A map that also writes every change to the state file. Values are replaced, never changed in place. */
export interface Table<T> {
  readonly size: number
  get(id: string): T | undefined
  put(id: string, value: T): T
  delete(id: string): void
  clear(): void
  values(): Iterable<T>
  /** Number of rows that an index key ever had. */
  countOf(key: string): number
  /** The values of one index key, newest first. */
  newest(key: string): Generator<T>
}

export interface TableOptions<T> {
  name: string
  log: StateLog
  indexBy?: (value: T) => string
}

export function createTable<T>(options: TableOptions<T>): Table<T> {
  const rows = new Map<string, T>()
  const index = new Map<string, string[]>()

  function store(id: string, value: T): void {
    if (options.indexBy && !rows.has(id)) {
      const key = options.indexBy(value)
      const ids = index.get(key)
      if (ids) ids.push(id)
      else index.set(key, [id])
    }
    rows.set(id, value)
  }

  options.log.onReplay(options.name, (id, value) => {
    if (value === null) rows.delete(id)
    else store(id, value as T)
  })

  return {
    get size() {
      return rows.size
    },
    get: (id) => rows.get(id),
    put(id, value) {
      store(id, value)
      options.log.append({ t: options.name, id, v: value })
      return value
    },
    delete(id) {
      if (rows.delete(id)) options.log.append({ t: options.name, id, v: null })
    },
    clear() {
      rows.clear()
      index.clear()
    },
    values: () => rows.values(),
    countOf: (key) => index.get(key)?.length ?? 0,
    *newest(key) {
      const ids = index.get(key) ?? []
      for (let at = ids.length - 1; at >= 0; at -= 1) {
        const row = rows.get(ids[at] as string)
        if (row !== undefined) yield row
      }
    },
  }
}
