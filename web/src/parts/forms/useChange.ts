import { useMutation, useQueryClient } from '@tanstack/react-query'
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

/** What a button does. A refusal is told at the edge of the screen; these nouns are read again in any case. */
export function useAction<V = void>(act: (value: V) => Promise<unknown>, ...nouns: string[]) {
  const refresh = useRefresh()
  return useMutation({ mutationFn: act, onError: tell.problem, onSettled: () => refresh(...nouns) })
}

/** Waits for a change of the record under this key, says that it is done, and shows it as it is now. */
export function useSaved(key: readonly [noun: string, ...rest: string[]]) {
  const queries = useQueryClient()
  return async <T>(call: Promise<T>, done: string): Promise<T> => {
    const saved = await call
    queries.setQueryData(key, saved)
    tell.done(done)
    void queries.invalidateQueries({ queryKey: [key[0]] })
    return saved
  }
}
