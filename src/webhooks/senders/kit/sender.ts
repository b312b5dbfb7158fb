import { rule, type Sender } from '../shared/contract.ts'
import { at, company, fullName, names, orNameOfAddress, phone, place } from '../shared/mapping.ts'

const SUBSCRIBER = '/data/subscriber'

/**
 * https://developers.kit.com/webhooks/verifying-signatures for the signature and five minutes of tolerance,
 * https://developers.kit.com/webhooks/delivery-format for the payload (subscriber.created). Legacy webhooks are not signed.
 */
export const kit: Sender = {
  name: 'kit',
  label: 'Kit (ConvertKit)',
  group: 'Newsletters and customers',
  signatures: [rule({ header: 'x-kit-signature', prefix: 't={timestamp},v1=', template: '{timestamp}.{body}' })],
  secret: {},
  deliveryId: 'body:/delivery_id',
  mapping: {
    preset: 'kit',
    each: '/events',
    when: { pointer: '/events/0/type', equals: ['subscriber.created'] },
    answers: [place(`${SUBSCRIBER}/fields`)],
    fields: orNameOfAddress({
      ...names(fullName, at(`${SUBSCRIBER}/first_name`)),
      email: at(`${SUBSCRIBER}/email_address`),
      company,
      phone,
      utm_source: [{ constant: 'kit' }],
      kit_id: at(`${SUBSCRIBER}/id`),
    }),
  },
}
