import { rule, type Sender } from '../shared/contract.ts'

/**
 * https://docs.x.com/x-api/webhooks/quickstart for signature and handshake,
 * https://docs.x.com/x-api/activity/event-payloads for the payload.
 */
export const x: Sender = {
  name: 'x',
  label: 'X',
  group: 'Platforms and shops',
  signatures: [rule({ header: 'x-twitter-webhooks-signature', prefix: 'sha256=', encoding: 'base64' })],
  secret: {},
  deliveryId: 'body:/data/event_uuid',
  handshake: {
    method: 'GET',
    parameter: 'crc_token',
    word: /^[A-Za-z0-9+/=_.~-]{1,256}$/,
    encoding: 'base64',
    answer: (signature) => ({ response_token: `sha256=${signature}` }),
  },
}
