import { rule, type Sender } from '../shared/contract.ts'
import { at, person, phone, place, tracking } from '../shared/mapping.ts'

const VALUES =
  '/email /phone_number /text /choice/label /choice/other /choices/labels /choices/other /number /boolean /date /url /file_url'

/**
 * https://www.typeform.com/developers/webhooks/secure-your-webhooks/ for the signature,
 * https://www.typeform.com/developers/webhooks/example-payload/ for the payload.
 */
export const typeform: Sender = {
  name: 'typeform',
  label: 'Typeform',
  group: 'Forms and bookings',
  signatures: [rule({ header: 'typeform-signature', prefix: 'sha256=', encoding: 'base64' })],
  secret: {},
  deliveryId: 'body:/event_id',
  mapping: {
    preset: 'typeform',
    when: { pointer: '/event_type', equals: ['form_response'] },
    answers: [
      {
        ...place('/form_response/answers', '/field/id', VALUES.split(' ')),
        questions: '/form_response/definition/fields',
      },
      place('/form_response/hidden'),
    ],
    fields: {
      ...person(at('/form_response/answers/[type=email]/email')),
      phone: [...at('/form_response/answers/[type=phone_number]/phone_number'), ...phone],
      ...tracking,
      form: at('/form_response/definition/title', '/form_response/form_id'),
      response_id: at('/form_response/token'),
    },
  },
}
