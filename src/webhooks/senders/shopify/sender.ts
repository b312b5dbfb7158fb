import { rule, type Sender } from '../shared/contract.ts'
import { at, membersAt, names, orNameOfAddress, place } from '../shared/mapping.ts'

const find = (name: string) =>
  at(`/customer/${name}`, `/${name}`, `/billing_address/${name}`, `/default_address/${name}`)

/**
 * https://shopify.dev/docs/apps/build/webhooks/verify-deliveries for the signature and the id of a delivery,
 * https://shopify.dev/docs/apps/build/webhooks/delivery-structure for the payload (orders/create). That of customers/create
 * is the customer alone.
 */
export const shopify: Sender = {
  name: 'shopify',
  label: 'Shopify',
  group: 'Platforms and shops',
  signatures: [rule({ header: 'x-shopify-hmac-sha256', encoding: 'base64' })],
  secret: {},
  deliveryId: 'header:x-shopify-webhook-id',
  mapping: {
    preset: 'shopify',
    answers: [place('/note_attributes')],
    fields: orNameOfAddress({
      ...names([], find('first_name'), find('last_name')),
      email: at('/email', '/contact_email', '/customer/email'),
      company: find('company'),
      phone: find('phone'),
      country: find('country'),
      landing_page: at('/landing_site'),
      referrer: at('/referring_site'),
      ...membersAt('', 'total_price', 'currency', 'financial_status', 'order_number'),
    }),
  },
}
