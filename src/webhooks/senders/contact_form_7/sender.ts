import { ANY_HEADER, type Sender } from '../shared/contract.ts'
import { at, person, phone, tracking } from '../shared/mapping.ts'

/**
 * Contact Form 7 itself has no webhooks: https://contactform7.com/docs/. https://wordpress.org/plugins/cf7-to-zapier/ ("CF7 to
 * Webhook") sends the fields as JSON, with headers of your own, and does not sign. The fields are those of the default form.
 */
export const contactForm7: Sender = {
  name: 'contact_form_7',
  label: 'Contact Form 7',
  group: 'Forms and bookings',
  token: ANY_HEADER,
  secret: { isOptional: true },
  mapping: {
    preset: 'contact_form_7',
    answers: [],
    fields: { ...person(), phone, ...tracking, form: at('/form_title', '/_wpcf7') },
  },
}
