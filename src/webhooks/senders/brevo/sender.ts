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
  enterAt:
    'In Brevo, open Contacts, Settings, Webhooks, add one with this URL for “Contact added to list”, and choose token authentication with the secret of this webhook. Brevo does not sign.',
  token: ANY_HEADER,
  secret: { is: 'the token or password that you enter at the webhook in Brevo', isOptional: true },
  // The time of the event: Brevo sends no id of a delivery.
  deliveryId: 'body:/ts',
  mapping: {
    preset: 'brevo',
    description: 'Contacts that are added to a list or changed. The name is that of the address if Brevo sends none.',
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
