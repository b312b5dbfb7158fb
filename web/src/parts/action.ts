import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useRefresh } from '../api/client.ts'
import { tell } from './ui.tsx'

/** For a button: errors become notifications, and these nouns are refetched in any case. */
export function useAction<V = void>(act: (value: V) => Promise<unknown>, ...nouns: string[]) {
  const refresh = useRefresh()
  return useMutation({ mutationFn: act, onError: tell.problem, onSettled: () => refresh(...nouns) })
}

/** Awaits a change, confirms it and refetches these nouns. */
export function useChange(...nouns: string[]) {
  const refresh = useRefresh()
  return async <T>(call: Promise<T>, done: string | ((answer: T) => string)): Promise<T> => {
    const answer = await call
    tell.done(typeof done === 'string' ? done : done(answer))
    await refresh(...nouns)
    return answer
  }
}

type RecordKey = readonly [noun: string, ...rest: string[]]

/** Awaits a change of the record under this key, confirms it and shows the saved record. Refetches its noun in any case. */
export function useSaved(key: RecordKey, ...nouns: string[]) {
  const queries = useQueryClient()
  const refresh = useRefresh()
  return async <T>(call: Promise<T>, done: string): Promise<T> => {
    try {
      const saved = await call
      queries.setQueryData(key, saved)
      tell.done(done)
      return saved
    } finally {
      void refresh(key[0], ...nouns)
    }
  }
}

/** Awaits the deletion of the record under this key, confirms it and leaves its page. */
export function useRemoved(key: RecordKey) {
  const queries = useQueryClient()
  const refresh = useRefresh()
  const navigate = useNavigate()
  return async (call: Promise<unknown>, done: string, next: NavigateOptions): Promise<void> => {
    await call
    tell.done(done)
    await navigate(next)
    queries.removeQueries({ queryKey: key })
    void refresh(key[0])
  }
}
