import { rule, type Sender } from '../shared/contract.ts'

/**
 * https://learn.microsoft.com/linkedin/shared/api-guide/webhook-validation for signature and handshake,
 * https://learn.microsoft.com/linkedin/marketing/lead-sync/leadsync for the payload.
 */
export const linkedin: Sender = {
  name: 'linkedin',
  label: 'LinkedIn',
  group: 'Platforms and shops',
  // LinkedIn signs the prefix instead of sending it.
  signatures: [rule({ header: 'x-li-signature', template: 'hmacsha256={body}' })],
  secret: {},
  // A lead that is created and then deleted has the same id, but another body.
  deliveryId: 'body:/leadGenFormResponse',
  handshake: {
    method: 'GET',
    parameter: 'challengeCode',
    word: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    encoding: 'hex',
    answer: (challengeResponse, challengeCode) => ({ challengeCode, challengeResponse }),
  },
}
