import { rule, type Sender } from '../shared/contract.ts'
import { at, person, phone, place, tracking } from '../shared/mapping.ts'

/** https://tally.so/help/webhooks */
export const tally: Sender = {
  name: 'tally',
  label: 'Tally',
  group: 'Forms and bookings',
  enterAt: 'In Tally, open the form, then Integrations, Webhooks. Enter the URL and the signing secret there.',
  signatures: [rule({ header: 'tally-signature', encoding: 'base64' })],
  secret: { is: 'the signing secret that you enter at the webhook in Tally' },
  deliveryId: 'body:/eventId',
  mapping: {
    preset: 'tally',
    description: 'Answers of a Tally form, by the labels of their questions, with its hidden fields.',
    when: { pointer: '/eventType', equals: ['FORM_RESPONSE'] },
    answers: [{ ...place('/data/fields', '/label'), options: '/options' }],
    fields: {
      ...person(at('/data/fields/[type=INPUT_EMAIL]/value')),
      phone: [...at('/data/fields/[type=INPUT_PHONE_NUMBER]/value'), ...phone],
      ...tracking,
      form: at('/data/formName', '/data/formId'),
      response_id: at('/data/responseId'),
    },
  },
}
