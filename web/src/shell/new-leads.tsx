import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { countOf } from '../contacts/names.ts'

const ID = 'new-leads'

let count = 0

/** Says at the edge of the screen that contacts came in: one message, however many they are. */
export function tellNewLeads(types: readonly string[]): void {
  const came = types.filter((type) => type === 'contact.created').length
  if (came === 0) return
  const isShown = count > 0
  count += came
  const message = {
    id: ID,
    color: 'teal',
    title: countOf(count, 'new contact'),
    message: (
      <Anchor href="/contacts" size="sm">
        Show the contacts
      </Anchor>
    ),
    autoClose: 8_000,
    closeButtonProps: { 'aria-label': 'Close this message' },
    onClose: () => {
      count = 0
    },
  }
  if (isShown) notifications.update(message)
  else notifications.show(message)
}
