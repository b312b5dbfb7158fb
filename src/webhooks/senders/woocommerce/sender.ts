import { rule, type Sender } from '../shared/contract.ts'
import { at, membersAt, names } from '../shared/mapping.ts'

/**
 * https://woocommerce.com/document/webhooks/ for the signature and the ping, which is not signed and must be answered,
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties for the payload (order.created).
 */
export const woocommerce: Sender = {
  name: 'woocommerce',
  label: 'WooCommerce',
  group: 'Platforms and shops',
  signatures: [rule({ header: 'x-wc-webhook-signature', encoding: 'base64' })],
  secret: {},
  deliveryId: 'body:/id',
  handshake: { method: 'POST', challenge: ({ text }) => /^webhook_id=\d{1,10}$/.test(text() ?? '') && 'OK' },
  mapping: {
    preset: 'woocommerce',
    answers: [],
    rest: false,
    fields: {
      ...names([], at('/first_name', '/billing/first_name'), at('/last_name', '/billing/last_name')),
      email: at('/email', '/billing/email'),
      company: at('/billing/company'),
      phone: at('/billing/phone'),
      country: at('/billing/country'),
      ...membersAt('', 'status', 'total', 'currency'),
      order_id: at('/number'),
    },
  },
}
