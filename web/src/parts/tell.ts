import { notifications } from '@mantine/notifications'
import { ApiProblem, messageOf } from '../api/client.ts'

const closeButtonProps = { 'aria-label': 'Close this message' }

/** Notifications at the edge of the screen. Messages about a field stand beside the field instead. */
export const tell = {
  done(message: string): void {
    notifications.show({ message, color: 'teal', autoClose: 4_000, closeButtonProps })
  },
  problem(error: unknown): void {
    const wait = error instanceof ApiProblem && error.retryAfter !== null ? ` Try again in ${error.retryAfter} s.` : ''
    const message = `${messageOf(error)}${wait}`
    notifications.show({ message, color: 'red', autoClose: 9_000, role: 'alert', closeButtonProps })
  },
}
