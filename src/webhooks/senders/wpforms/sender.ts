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
  signatures: [
    rule({ header: 'x-wpforms-webhook-signature', prefix: 't={timestamp},v=', template: '{timestamp}.{body}' }),
  ],
  secret: {},
  mapping: {
    preset: 'wpforms',
    answers: [],
    fields: { ...person(), phone, ...tracking },
  },
}
