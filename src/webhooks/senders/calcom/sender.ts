import { rule, type Sender } from '../shared/contract.ts'
import { at, company, names, phone, place } from '../shared/mapping.ts'

const BOOKING = '/payload'
const ATTENDEE = `${BOOKING}/attendees/0`
const NAME = `${BOOKING}/responses/name/value`

/** https://cal.com/docs/developing/guides/automation/webhooks for the signature and the payload (BOOKING_CREATED). */
export const calcom: Sender = {
  name: 'calcom',
  label: 'Cal.com',
  group: 'Forms and bookings',
  signatures: [rule({ header: 'x-cal-signature-256' })],
  secret: {},
  deliveryId: 'body:/payload/uid',
  // A place is {"value": "…"}.
  fieldNames: { value: 'value' },
  mapping: {
    preset: 'calcom',
    when: { pointer: '/triggerEvent', equals: ['BOOKING_CREATED', 'BOOKING_REQUESTED'] },
    answers: [place(`${BOOKING}/responses`)],
    fields: {
      ...names(at(`${ATTENDEE}/name`), at(`${NAME}/firstName`), at(`${NAME}/lastName`)),
      email: at(`${ATTENDEE}/email`),
      company,
      phone: [...at(`${ATTENDEE}/phoneNumber`), ...phone],
      utm_source: [{ constant: 'calcom' }],
      meeting: at(`${BOOKING}/eventTitle`, `${BOOKING}/title`),
      meeting_start: at(`${BOOKING}/startTime`),
      timezone: at(`${ATTENDEE}/timeZone`),
    },
  },
}
