import { ANY_HEADER, type Sender } from '../shared/contract.ts'

/** Any other sender that can send a fixed header, or a user and a password. The payload is invented. */
export const token: Sender = {
  name: 'token',
  label: 'Another sender with a password or header',
  group: 'Anything else',
  enterAt:
    'Enter the URL where the sender asks for the webhook. Let it send the secret as a password (HTTP Basic, with any user name), or in a header: “Authorization: Bearer …”, X-Api-Key or X-Webhook-Token.',
  token: ANY_HEADER,
  secret: { is: 'the password or the value of the header that you enter at the sender' },
}
