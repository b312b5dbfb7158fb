import { ANY_HEADER, type Sender } from '../shared/contract.ts'
import { at, person, phone, place, tracking } from '../shared/mapping.ts'

/**
 * https://www.fillout.com/help/webhook for the set-up and headers of your own, https://www.fillout.com/help/fillout-rest-api
 * for a submission. Fillout documents no signature.
 */
export const fillout: Sender = {
  name: 'fillout',
  label: 'Fillout',
  group: 'Forms and bookings',
  token: ANY_HEADER,
  secret: { isOptional: true },
  deliveryId: 'body:/submission/submissionId',
  mapping: {
    preset: 'fillout',
    answers: [place('/submission/questions'), place('/submission/urlParameters')],
    fields: {
      ...person(at('/submission/questions/[type=EmailInput]/value')),
      phone: [...at('/submission/questions/[type=PhoneNumber]/value'), ...phone],
      ...tracking,
      form: at('/formName', '/formId'),
      response_id: at('/submission/submissionId'),
    },
  },
}
