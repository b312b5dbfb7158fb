import { useMemo, useSyncExternalStore } from 'react'

// Records that are being removed and can still come back (parts/removals.tsx): no list shows them.

let ids: ReadonlySet<string> = new Set()
const readers = new Set<() => void>()

function change(next: ReadonlySet<string>): void {
  ids = next
  for (const reader of readers) reader()
}

export function hide(which: readonly string[]): void {
  change(new Set([...ids, ...which]))
}

export function showAgain(which: readonly string[]): void {
  change(new Set([...ids].filter((id) => !which.includes(id))))
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

const isHidden = (record: unknown) =>
  typeof record === 'object' && record !== null && 'id' in record && ids.has(String(record.id))

export function useLeaving(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => ids)
}

/** A list without the records that are leaving. Other data stays as it is. */
export function useShown<T>(data: T): T {
  const leaving = useLeaving()
  return useMemo(() => {
    if (leaving.size === 0 || !Array.isArray(data) || !data.some(isHidden)) return data
    return data.filter((record) => !isHidden(record)) as T
  }, [data, leaving])
}

interface PageOf<R> {
  data: R[]
  pagination: { total: number }
}

/** The same for the pages of a list, and their total. */
export function useShownPages<P extends PageOf<unknown>, D extends { pages: P[] }>(list: D | undefined): D | undefined {
  const leaving = useLeaving()
  return useMemo(() => {
    const gone = list?.pages.flatMap(({ data }) => data.filter(isHidden)).length ?? 0
    if (list === undefined || leaving.size === 0 || gone === 0) return list
    const pages = list.pages.map((page) => ({
      ...page,
      data: page.data.filter((record) => !isHidden(record)),
      pagination: { ...page.pagination, total: page.pagination.total - gone },
    }))
    return { ...list, pages }
  }, [list, leaving])
}
