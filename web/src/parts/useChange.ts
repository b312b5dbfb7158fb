import { useRefresh } from '../api/queries.ts'
import { tell } from './tell.ts'

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
