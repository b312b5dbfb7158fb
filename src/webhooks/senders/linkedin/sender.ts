import { rule, type Sender } from '../shared/contract.ts'

/** https://learn.microsoft.com/linkedin/shared/api-guide/webhook-validation */
export const linkedin: Sender = {
  name: 'linkedin',
  label: 'LinkedIn',
  group: 'Platforms and shops',
  enterAt: 'In your app at LinkedIn, open Webhooks and enter this URL. It is confirmed at once.',
  // LinkedIn signs the prefix instead of sending it.
  signatures: [rule({ header: 'x-li-signature', template: 'hmacsha256={body}' })],
  secret: { is: 'the client secret of your app at LinkedIn' },
  handshake: {
    method: 'GET',
    parameter: 'challengeCode',
    word: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    encoding: 'hex',
    answer: (challengeResponse, challengeCode) => ({ challengeCode, challengeResponse }),
  },
}
