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

/** A record that is leaving, or a part of one, such as an entry in the timeline of a contact. */
function isHidden(record: unknown, leaving: ReadonlySet<string>): boolean {
  if (typeof record !== 'object' || record === null) return false
  return (['id', 'contact_id'] as const).some((name) => leaving.has(String((record as Record<string, unknown>)[name])))
}

/** The same data without records that are leaving, in all of its lists. The same object if it has none. */
export function withoutLeaving<T>(data: T, leaving: ReadonlySet<string>): T {
  if (typeof data !== 'object' || data === null || leaving.size === 0) return data
  if (Array.isArray(data)) {
    const left = data.filter((each) => !isHidden(each, leaving)).map((each) => withoutLeaving(each, leaving))
    return left.length === data.length && left.every((each, at) => each === data[at]) ? data : (left as T)
  }
  const left = Object.entries(data).map(([name, value]) => [name, withoutLeaving(value, leaving)] as const)
  return left.every(([name, value]) => value === data[name as keyof T]) ? data : (Object.fromEntries(left) as T)
}

export function useLeaving(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => ids)
}

export function useShown<T>(data: T): T {
  const leaving = useLeaving()
  return useMemo(() => withoutLeaving(data, leaving), [data, leaving])
}

interface PageOf<R> {
  data: R[]
  pagination: { total: number }
}

const countRows = ({ pages }: { pages: ReadonlyArray<PageOf<unknown>> }) =>
  pages.reduce((sum, { data }) => sum + data.length, 0)

/** The same for the pages of a list, and their total. */
export function useShownPages<P extends PageOf<unknown>, D extends { pages: P[] }>(list: D | undefined): D | undefined {
  const leaving = useLeaving()
  return useMemo(() => {
    const shown = withoutLeaving(list, leaving)
    if (list === undefined || shown === undefined || shown === list) return list
    const gone = countRows(list) - countRows(shown)
    const pages = shown.pages.map((page) => ({
      ...page,
      pagination: { ...page.pagination, total: page.pagination.total - gone },
    }))
    return { ...shown, pages }
  }, [list, leaving])
}
