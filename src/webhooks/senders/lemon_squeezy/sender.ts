import { rule, type Sender } from '../shared/contract.ts'
import { at, membersAt, names, place } from '../shared/mapping.ts'

const ORDER = '/data/attributes'

/**
 * https://docs.lemonsqueezy.com/help/webhooks/signing-requests for the signature,
 * https://docs.lemonsqueezy.com/help/webhooks/example-payloads for the payload (order_created).
 */
export const lemonSqueezy: Sender = {
  name: 'lemon_squeezy',
  label: 'Lemon Squeezy',
  group: 'Platforms and shops',
  signatures: [rule({ header: 'x-signature' })],
  secret: {},
  deliveryId: 'body:/data/id',
  mapping: {
    preset: 'lemon_squeezy',
    when: { pointer: '/meta/event_name', equals: ['order_created', 'subscription_created'] },
    answers: [place('/meta/custom_data')],
    fields: {
      ...names(at(`${ORDER}/user_name`)),
      email: at(`${ORDER}/user_email`),
      product: at(`${ORDER}/first_order_item/product_name`, `${ORDER}/product_name`),
      ...membersAt(ORDER, 'status', 'total', 'currency', 'order_number', 'customer_id'),
    },
  },
}
