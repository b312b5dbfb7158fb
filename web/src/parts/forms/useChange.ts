import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useRefresh } from '../../api/queries.ts'
import { tell } from '../tell.ts'

/** Waits for a change, says that it is done, and has everything about these nouns read again. */
export function useChange(...nouns: string[]) {
  const refresh = useRefresh()
  return async <T>(call: Promise<T>, done: string | ((answer: T) => string)): Promise<T> => {
    const answer = await call
    tell.done(typeof done === 'string' ? done : done(answer))
    await refresh(...nouns)
    return answer
  }
}

/** The action of a button. A refusal is shown at the edge of the screen; these nouns are read again in any case. */
export function useAction<V = void>(act: (value: V) => Promise<unknown>, ...nouns: string[]) {
  const refresh = useRefresh()
  return useMutation({ mutationFn: act, onError: tell.problem, onSettled: () => refresh(...nouns) })
}

type RecordKey = readonly [noun: string, ...rest: string[]]

/** Waits for a change of the record under this key, says so, and shows it as it is now. Its noun is read again in any case. */
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

/** Waits until the record under this key is deleted, says so, and goes from its page to another. */
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
