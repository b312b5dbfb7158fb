import { Stack, Text } from '@mantine/core'
import { CodeLine } from '../parts/Secret.tsx'
import { Entry } from './Entry.tsx'
import { command } from './setup.ts'

/** While nobody can sign in: where the link for the first person is. */
export function NotSetUp() {
  return (
    <Entry title="Doorpost has no owner yet" lead="The first person sets it up with a link that only works once.">
      <Stack>
        <Text size="sm">The link is in the terminal where Doorpost was started, beside “Set up”. Open it here.</Text>
        <Text size="sm">If it is lost or too old, make another one there:</Text>
        <CodeLine value={command('users setup-link')} />
      </Stack>
    </Entry>
  )
}
