import { rule, type Sender } from '../shared/contract.ts'
import { at, person, phone, place, tracking } from '../shared/mapping.ts'

/** https://tally.so/help/webhooks */
export const tally: Sender = {
  name: 'tally',
  label: 'Tally',
  group: 'Forms and bookings',
  signatures: [rule({ header: 'tally-signature', encoding: 'base64' })],
  secret: {},
  deliveryId: 'body:/eventId',
  mapping: {
    preset: 'tally',
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
