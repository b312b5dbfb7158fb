import { ANY_HEADER, type Sender } from '../shared/contract.ts'
import { at, company, fullName, names, orNameOfAddress, phone, place } from '../shared/mapping.ts'

/**
 * https://developers.brevo.com/docs/secured-webhooks for a user and password in the URL, a bearer token or headers of your own,
 * https://developers.brevo.com/docs/marketing-webhooks for the payload (contact added to a list). Brevo does not sign.
 */
export const brevo: Sender = {
  name: 'brevo',
  label: 'Brevo',
  group: 'Newsletters and customers',
  token: ANY_HEADER,
  secret: { isOptional: true },
  // The time of the event: Brevo sends no id of a delivery.
  deliveryId: 'body:/ts',
  mapping: {
    preset: 'brevo',
    when: { pointer: '/event', equals: ['list_addition', 'contact_updated'] },
    answers: [place('/content/0')],
    fields: orNameOfAddress({
      ...names(fullName),
      email: at('/email'),
      company,
      phone,
      utm_source: [{ constant: 'brevo' }],
      list_id: at('/list_id'),
    }),
  },
}
