import { rule, type Sender } from '../shared/contract.ts'
import { person, phone, tracking } from '../shared/mapping.ts'

/**
 * https://www.framer.com/help/articles/framer-form-webhook-setup: the names of the inputs with their values, signed together
 * with the id of the submission.
 */
export const framer: Sender = {
  name: 'framer',
  label: 'Framer',
  group: 'Forms and bookings',
  signatures: [
    rule({
      header: 'framer-signature',
      prefix: 'sha256=',
      template: '{body}{id}',
      id_header: 'framer-webhook-submission-id',
    }),
  ],
  secret: {},
  mapping: {
    preset: 'framer',
    answers: [],
    fields: { ...person(), phone, ...tracking },
  },
}
