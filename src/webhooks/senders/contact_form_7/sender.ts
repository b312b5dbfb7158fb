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
  enterAt:
    'In WordPress, install the plugin “CF7 to Webhook”, open the form, then Webhook, and enter the URL. It does not sign. You can add a header Authorization with “Bearer” and the secret of this webhook.',
  token: ANY_HEADER,
  secret: { is: 'the one that you enter as a header at the webhook of the form', isOptional: true },
  mapping: {
    preset: 'contact_form_7',
    description: 'Fields of a form of Contact Form 7, such as your-name and your-email.',
    answers: [],
    fields: { ...person(), phone, ...tracking, form: at('/form_title', '/_wpcf7') },
  },
}
