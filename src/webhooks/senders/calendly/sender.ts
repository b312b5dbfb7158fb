import { rule, type Sender } from '../shared/contract.ts'
import { at, company, membersAt, names, phone, place } from '../shared/mapping.ts'

/**
 * https://developer.calendly.com/api-docs/overview/webhooks/webhook-signatures for the signature and three minutes of tolerance,
 * https://developer.calendly.com/api-docs/calendly-api/webhooks/get-sample-webhook-data for the payload (invitee.created).
 */
export const calendly: Sender = {
  name: 'calendly',
  label: 'Calendly',
  group: 'Forms and bookings',
  signatures: [
    rule({
      header: 'calendly-webhook-signature',
      prefix: 't={timestamp},v1=',
      template: '{timestamp}.{body}',
      tolerance_seconds: 180,
    }),
  ],
  secret: {},
  // The URI of the invitee, who books once.
  deliveryId: 'body:/payload/uri',
  mapping: {
    preset: 'calendly',
    when: { pointer: '/event', equals: ['invitee.created'] },
    answers: [place('/payload/questions_and_answers', '/question', ['/answer'])],
    fields: {
      ...names(at('/payload/name'), at('/payload/first_name'), at('/payload/last_name')),
      email: at('/payload/email'),
      company,
      phone: [...phone, ...at('/payload/text_reminder_number')],
      utm_source: [...at('/payload/tracking/utm_source'), { constant: 'calendly' }],
      ...membersAt('/payload/tracking', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'),
      meeting: at('/payload/scheduled_event/name'),
      meeting_start: at('/payload/scheduled_event/start_time'),
      timezone: at('/payload/timezone'),
    },
  },
}
