import { rule, type Sender } from '../shared/contract.ts'
import { at, names, orNameOfAddress, place } from '../shared/mapping.ts'

/**
 * https://developer.paddle.com/webhooks/signature-verification for the signature, of which there are several while a secret is
 * rolled, https://developer.paddle.com/webhooks/customers/customer-created for the payload.
 */
export const paddle: Sender = {
  name: 'paddle',
  label: 'Paddle',
  group: 'Platforms and shops',
  signatures: [rule({ header: 'paddle-signature', prefix: 'ts={timestamp};h1=', template: '{timestamp}:{body}' })],
  secret: {},
  deliveryId: 'body:/event_id',
  mapping: {
    preset: 'paddle',
    when: { pointer: '/event_type', equals: ['customer.created', 'customer.imported'] },
    answers: [place('/data/custom_data')],
    fields: orNameOfAddress({
      ...names(at('/data/name')),
      email: at('/data/email'),
      locale: at('/data/locale'),
      marketing_consent: at('/data/marketing_consent'),
      paddle_customer: at('/data/id'),
    }),
  },
}
