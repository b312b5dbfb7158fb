import { useNavigate, useSearch } from '@tanstack/react-router'
import { choices } from './forms/choices.ts'

type UrlState = Record<string, string | undefined>

/**
 * The query of the URL, and a function that changes some of it. It keeps what people want to share or come back to.
 * `undefined` removes a value. With `push`, the browser's back button undoes the change.
 */
export function useUrl(): [UrlState, (change: UrlState, how?: 'push') => void] {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const change = (change: UrlState, how?: 'push') =>
    void navigate({
      to: '.',
      search: (old: UrlState) => ({ ...old, ...change }),
      replace: how !== 'push',
      resetScroll: false,
    })
  return [search, change]
}

/** One of these choices, kept in the URL unless it is the usual one; as Mantine's inputs take it. */
export function useUrlChoice<V extends string>(
  name: string,
  labels: Parameters<typeof choices<V>>[0],
  usual: NoInfer<V>,
) {
  const [{ [name]: asked = '' }, change] = useUrl()
  return {
    data: choices(labels),
    value: Object.hasOwn(labels, asked) ? (asked as V) : usual,
    onChange: (next: string | null) => change({ [name]: next === null || next === usual ? undefined : next }),
  }
}
