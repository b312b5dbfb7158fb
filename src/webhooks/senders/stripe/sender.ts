import { rule, type Sender } from '../shared/contract.ts'
import { at, company, fullName, membersAt, names, phone, place, tracking } from '../shared/mapping.ts'

const SESSION = '/data/object'
const CUSTOMER = `${SESSION}/customer_details`

/** https://docs.stripe.com/webhooks/signature, https://docs.stripe.com/api/checkout/sessions/object */
export const stripe: Sender = {
  name: 'stripe',
  label: 'Stripe',
  group: 'Platforms and shops',
  signatures: [rule({ header: 'stripe-signature', prefix: 't={timestamp},v1=', template: '{timestamp}.{body}' })],
  secret: { problem: (secret) => (/^(?:sk|rk|pk)_/.test(secret) ? { code: 'webhook.secret_is_api_key' } : null) },
  deliveryId: 'body:/id',
  mapping: {
    preset: 'stripe_checkout',
    when: { pointer: '/type', equals: ['checkout.session.completed'] },
    answers: [
      place(`${SESSION}/custom_fields`, '/key', ['/text/value', '/dropdown/value', '/numeric/value']),
      place(`${SESSION}/metadata`),
    ],
    fields: {
      ...names([...at(`${CUSTOMER}/individual_name`, `${CUSTOMER}/name`), ...fullName]),
      email: at(`${CUSTOMER}/email`, `${SESSION}/customer_email`),
      company: [...at(`${CUSTOMER}/business_name`), ...company],
      phone: [...at(`${CUSTOMER}/phone`), ...phone],
      country: at(`${CUSTOMER}/address/country`),
      ...tracking,
      ...membersAt(SESSION, 'amount_total', 'currency', 'payment_status'),
      checkout_session: at(`${SESSION}/id`),
      stripe_customer: at(`${SESSION}/customer`),
      reference: at(`${SESSION}/client_reference_id`),
    },
  },
}
