import { ANY_HEADER, type Sender } from '../shared/contract.ts'
import { at, person, phone, tracking } from '../shared/mapping.ts'

/**
 * https://docs.gravityforms.com/triggering-webhooks-form-submissions/ for the request with chosen fields and headers,
 * https://docs.gravityforms.com/entry-object/ for the names of the others. Gravity Forms does not sign.
 */
export const gravityForms: Sender = {
  name: 'gravity_forms',
  label: 'Gravity Forms',
  group: 'Forms and bookings',
  token: ANY_HEADER,
  secret: { isOptional: true },
  deliveryId: 'body:/id',
  mapping: {
    preset: 'gravity_forms',
    answers: [],
    fields: { ...person(), phone, ...tracking, form: at('/form_title', '/form_id'), landing_page: at('/source_url') },
  },
}
