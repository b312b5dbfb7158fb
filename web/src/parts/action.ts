import { useMutation } from '@tanstack/react-query'
import { useRefresh } from '../api/client.ts'
import { tell } from './ui.tsx'

/** For a button: errors become notifications, and these nouns are refetched in any case. */
export function useAction<V = void>(act: (value: V) => Promise<unknown>, ...nouns: string[]) {
  const refresh = useRefresh()
  return useMutation({ mutationFn: act, onError: tell.problem, onSettled: () => refresh(...nouns) })
}
