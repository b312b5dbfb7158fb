import { rule, type Sender } from '../shared/contract.ts'

/**
 * https://developers.squarespace.com/webhooks/verifying-notifications for the signature, whose secret is in hex,
 * https://developers.squarespace.com/webhooks/overview for the payload (order.create). It has only the id of the order, so it
 * cannot become a contact. Forms of Squarespace have no webhooks.
 */
export const squarespace: Sender = {
  name: 'squarespace',
  label: 'Squarespace orders',
  group: 'Platforms and shops',
  signatures: [rule({ header: 'squarespace-signature' })],
  secret: {
    key: 'hex',
    problem: (secret) => (/^(?:[0-9a-f]{2}){16,}$/i.test(secret) ? null : { code: 'webhook.secret_not_hex' }),
  },
  deliveryId: 'body:/id',
}
