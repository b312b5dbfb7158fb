import { isShaped, reject, rule, type Sender } from '../shared/contract.ts'
import { at, company, fullName, membersAt, names, phone, place, tracking } from '../shared/mapping.ts'

const SESSION = '/data/object'
const CUSTOMER = `${SESSION}/customer_details`

const MALFORMED = reject('malformed_signature', 'rejection.not_stripe')

/** https://docs.stripe.com/webhooks/signature, https://docs.stripe.com/api/checkout/sessions/object */
export const stripe: Sender = {
  name: 'stripe',
  label: 'Stripe',
  group: 'Platforms and shops',
  enterAt:
    'In Stripe, open Developers, Webhooks, Add endpoint, and enter the URL. Stripe then shows the signing secret: enter it in the settings here.',
  signatures: [rule({ header: 'stripe-signature', prefix: 't={timestamp},v1=', template: '{timestamp}.{body}' })],
  /** There are several v1 values while a secret is rolled. Other schemes, such as v0, prove nothing. */
  readSignatures(value, rule) {
    let timestamp: string | null = null
    const signatures: string[] = []
    for (const item of value.split(',')) {
      const [, name, text = ''] = /^([a-z0-9_]+)=(.*)$/s.exec(item) ?? []
      // If a proxy joined two headers, there is a space here, or a second t.
      if (name === undefined || (name === 't' && timestamp !== null)) return MALFORMED
      if (name === 't') timestamp = text
      if (name !== 'v1') continue
      if (!isShaped(text, rule)) return MALFORMED
      signatures.push(text)
    }
    if (signatures.length === 0) return MALFORMED
    if (timestamp) return { signatures, timestamp }
    return reject('missing_timestamp', 'rejection.no_stripe_time')
  },
  secret: {
    is: 'the signing secret of the endpoint at Stripe (whsec_…)',
    problem: (secret) => (/^(?:sk|rk|pk)_/.test(secret) ? { code: 'webhook.secret_is_api_key' } : null),
  },
  deliveryId: 'body:/id',
  mapping: {
    preset: 'stripe_checkout',
    title: 'Stripe Checkout',
    description:
      'Customers of checkout.session.completed, with the amount, custom fields and metadata; other events are skipped.',
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
