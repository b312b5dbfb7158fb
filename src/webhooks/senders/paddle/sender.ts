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
  enterAt:
    'In Paddle, open Developer tools, Notifications, New destination: enter the URL and choose customer.created. Paddle then shows the secret key of the destination.',
  signatures: [rule({ header: 'paddle-signature', prefix: 'ts={timestamp};h1=', template: '{timestamp}:{body}' })],
  secret: { is: 'the secret key of the notification destination at Paddle (pdl_ntfset_…)' },
  deliveryId: 'body:/event_id',
  mapping: {
    preset: 'paddle',
    description: 'New customers, with your custom data. Other events are skipped.',
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
