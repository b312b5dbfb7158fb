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
  enterAt:
    'In WordPress, open the form, then Settings, Webhooks, Add New: POST, format JSON, “Select Fields”, with names such as first_name, last_name and email. Gravity Forms does not sign. You can add a request header Authorization with “Bearer” and the secret of this webhook.',
  token: ANY_HEADER,
  secret: { is: 'the one that you enter as a request header at Gravity Forms', isOptional: true },
  deliveryId: 'body:/id',
  mapping: {
    preset: 'gravity_forms',
    description: 'Entries of a Gravity Form, by the names that you give to the selected fields.',
    answers: [],
    fields: { ...person(), phone, ...tracking, form: at('/form_title', '/form_id'), landing_page: at('/source_url') },
  },
}
