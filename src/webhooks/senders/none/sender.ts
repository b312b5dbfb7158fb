import type { Sender } from '../shared/contract.ts'

/** Everything is accepted, and shown as unverified. The payload is invented. */
export const none: Sender = {
  name: 'none',
  label: 'A sender that does not sign',
  group: 'Anything else',
}
