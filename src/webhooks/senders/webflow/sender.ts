import { rule, type Sender } from '../shared/contract.ts'
import { at, person, phone, place, tracking } from '../shared/mapping.ts'

/**
 * https://developers.webflow.com/data/docs/working-with-webhooks for the signature, five minutes of tolerance (the time is in
 * milliseconds) and the payload (form_submission). Webhooks that are created in the site settings are not signed.
 */
export const webflow: Sender = {
  name: 'webflow',
  label: 'Webflow',
  group: 'Forms and bookings',
  signatures: [
    rule({
      header: 'x-webflow-signature',
      template: '{timestamp}:{body}',
      timestamp_header: 'x-webflow-timestamp',
    }),
  ],
  secret: { isOptional: true },
  deliveryId: 'body:/payload/id',
  mapping: {
    preset: 'webflow',
    when: { pointer: '/triggerType', equals: ['form_submission'] },
    answers: [place('/payload/data')],
    fields: { ...person(), phone, ...tracking, form: at('/payload/name'), response_id: at('/payload/id') },
  },
}
