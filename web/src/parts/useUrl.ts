import { useNavigate, useSearch } from '@tanstack/react-router'

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
