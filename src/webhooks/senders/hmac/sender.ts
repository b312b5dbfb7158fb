import type { Sender } from '../shared/contract.ts'

/** Any other sender that signs. The webhook has the signature rule, and the payload is invented. */
export const hmac: Sender = {
  name: 'hmac',
  label: 'Another sender that signs',
  group: 'Anything else',
  secret: {},
}
