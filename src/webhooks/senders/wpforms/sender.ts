import { rule, type Sender } from '../shared/contract.ts'
import { person, phone, tracking } from '../shared/mapping.ts'

/**
 * https://wpforms.com/docs/how-to-install-and-use-the-webhooks-addon-with-wpforms/ for the set-up with chosen names. The
 * signature is that of the addon's own code (WPFormsWebhooks\Process); only with the format JSON it fits the body.
 */
export const wpforms: Sender = {
  name: 'wpforms',
  label: 'WPForms',
  group: 'Forms and bookings',
  enterAt:
    'In WordPress, edit the form, then Settings, Webhooks: enter the URL, POST, the format JSON, a secret, and a name such as first_name or email for each field.',
  signatures: [
    rule({ header: 'x-wpforms-webhook-signature', prefix: 't={timestamp},v=', template: '{timestamp}.{body}' }),
  ],
  secret: { is: 'the secret of the webhook in WPForms' },
  mapping: {
    preset: 'wpforms',
    description: 'Entries of a form of WPForms, by the names that you give to its fields.',
    answers: [],
    fields: { ...person(), phone, ...tracking },
  },
}
