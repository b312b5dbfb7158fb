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
  // Answers are q3_name, q4_email7 and so on, and q5_phone is {"full": "…"}.
  fieldNames: { own: /^q\d+_./, plain: unnumbered, value: 'full' },
  mapping: {
    preset: 'jotform',
    answers: [place('/rawRequest')],
    fields: { ...person(), phone, ...tracking, form: at('/formTitle', '/formID'), response_id: at('/submissionID') },
  },
}

/** The email of q4_email7. Other names stay as they are. */
function unnumbered(name: string): string {
  const start = /^q\d+_(?=\D)/.exec(name)?.[0].length ?? 0
  let end = name.length
  while (start > 0 && end > start && /\d/.test(name[end - 1]!)) end--
  return name.slice(start, end)
}
