import type { Sender } from '../shared/contract.ts'
import { at, person, phone, place, tracking } from '../shared/mapping.ts'

/**
 * https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/: a multipart form, with the answers as JSON in
 * rawRequest. Jotform documents no signature and no headers of your own.
 */
export const jotform: Sender = {
  name: 'jotform',
  label: 'Jotform',
  group: 'Forms and bookings',
  deliveryId: 'body:/submissionID',
  sendsForm: 'multipart',
  mapping: {
    preset: 'jotform',
    answers: [place('/rawRequest')],
    fields: { ...person(), phone, ...tracking, form: at('/formTitle', '/formID'), response_id: at('/submissionID') },
  },
}
