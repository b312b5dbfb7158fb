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
  enterAt:
    'In Fillout, open the form, then Integrate, Webhook, and enter the URL. Fillout does not sign. In its advanced mode you can add a header Authorization with “Bearer” and the secret of this webhook.',
  token: ANY_HEADER,
  secret: { is: 'the one that you enter in the header Authorization at Fillout', isOptional: true },
  deliveryId: 'body:/submission/submissionId',
  mapping: {
    preset: 'fillout',
    description: 'Answers of a Fillout form, by the texts of their questions, with the parameters of its URL.',
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
