import { ANY_HEADER, type Sender } from '../shared/contract.ts'

/** Any other sender that can send a fixed header, or a user and a password. The payload is invented. */
export const token: Sender = {
  name: 'token',
  label: 'Another sender with a password or header',
  group: 'Anything else',
  token: ANY_HEADER,
  secret: {},
}
