import { CodeLine } from '../parts/dialogs/Secret.tsx'
import { useSetup } from './hooks.ts'

/** A command for the machine on which Doorpost runs, as it has to be typed there. */
export function Command({ words }: { words: string }) {
  const setup = useSetup()
  return <CodeLine value={`${setup.data?.command ?? 'doorpost'} ${words}`} />
}
