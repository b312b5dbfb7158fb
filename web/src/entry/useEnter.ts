import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api, dataOf, isProblem } from '../api/client.ts'
import { ME } from '../api/session.ts'

const NO_COOKIE =
  'You were signed in, but this browser did not keep it. Allow cookies for this address, then sign in again.'

/** The page to return to: always one of our own, never another website. */
export function safeBack(back: string | undefined): string {
  if (!back || !/^\/(?![/\\])/.test(back)) return '/'
  const url = new URL(back, location.origin)
  return url.origin === location.origin ? url.pathname + url.search + url.hash : '/'
}

/** After signing in: forgets what an earlier person saw, and opens the page. */
export function useEnter() {
  const queries = useQueryClient()
  const router = useRouter()
  return async (back?: string): Promise<void> => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] && queryKey[0] !== 'setup' })
    try {
      await queries.fetchQuery({ queryKey: ME, queryFn: () => dataOf(api.GET('/v1/me')), staleTime: 0 })
    } catch (error) {
      if (isProblem(error) && error.status === 401) throw new Error(NO_COOKIE, { cause: error })
      throw error
    }
    router.history.replace(safeBack(back))
  }
}
