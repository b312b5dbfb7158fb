import { contactExample } from '../contact-fields.ts'
import * as Q from '../http/query.ts'
import { maybeTime, newestPageUpTo, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'

const touch = (which: 'oldest' | 'newest') =>
  S.closed(
    { utm_source: S.nullable('string'), utm_medium: S.nullable('string'), at: Timestamp },
    {
      type: ['object', 'null'],
      description: `The ${which} record with a utm_source or utm_medium. Null when none has any.`,
    },
  )

const FIRST_AT = '2026-10-02T14:05:00.000Z'
const { first_name, last_name, email, company, utm_source, utm_medium, created_at: LAST_AT } = contactExample

export const person = S.exampledOutput('Person', {
  email: [S.string('As the newest record writes it.'), email],
  first_name: [S.string('From the newest record, as are last_name and company.'), first_name],
  last_name: [S.nullable('string'), last_name],
  company: [S.nullable('string'), company],
  records: [S.integer('How many contacts have this address.'), 2],
  first_seen_at: [Timestamp, FIRST_AT],
  last_seen_at: [Timestamp, LAST_AT],
  first_touch: [touch('oldest'), { utm_source: 'linkedin', utm_medium: 'social', at: FIRST_AT }],
  last_touch: [touch('newest'), { utm_source, utm_medium, at: LAST_AT }],
})

const consent = S.exampledOutput('PersonConsent', {
  submission_id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9013'],
  form_id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'],
  form_name: [S.nullable('string', 'Null when the form is gone.'), 'Newsletter'],
  purpose: [S.string(), 'newsletter'],
  text: [S.string('What the person agreed to, as it was shown.'), 'You may send me your newsletter.'],
  version: [S.integer('The version of the text.'), 1],
  at: [Timestamp, LAST_AT],
  confirmed_at: [maybeTime('When the person confirmed the address.'), null],
  withdrawn_at: [maybeTime(), null],
})

export const PersonDetailSchema = S.extended('PersonDetail', person.schema, {
  consents: S.array(consent.schema, 'What the person agreed to with forms, newest first; at most 1,000.'),
  // Features do not import each other, so these schemas are referenced by name.
  attribution: { $ref: '#/components/schemas/Attribution' },
  contacts: S.array({ $ref: '#/components/schemas/Contact' }, 'A page of the records, newest first.'),
})

export const personDetailExample = {
  ...person.example,
  attribution: { first: null, last: null, touches: [] },
  consents: [consent.example],
  contacts: [contactExample],
}

export const PersonParams = S.object({
  email: S.string({
    description: 'The address, percent-encoded, in any spelling that means the same mailbox.',
    examples: ['ana%40example.com'],
  }),
})

export const TIMELINE_MAX = 100

const { limit, cursor } = newestPageUpTo(TIMELINE_MAX)

export const TimelineQuery = S.partial({ limit: limit!, cursor: cursor! })

const someone = { kind: 'user', id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040', name: 'Ben Ode' }

export const timelineExample = [
  {
    id: '019a8b98-b4a0-7f10-8a4b-5c6d7e8f9080',
    at: '2026-11-15T10:01:00.000Z',
    contact_id: contactExample.id,
    by: someone,
    kind: 'status_changed',
    from: 'new',
    to: 'contacted',
  },
  {
    id: contactExample.id,
    at: LAST_AT,
    contact_id: contactExample.id,
    by: null,
    kind: 'contact',
    first_name,
    last_name,
    company,
    utm_source,
    utm_medium,
    webhook: null,
    delivery_id: null,
    form: null,
    link: null,
    post: null,
  },
]

export const peopleQuery = Q.newestList({
  q: Q.text({ maxLength: 255, description: 'Part of a name, e-mail address or company in any record.' }),
})
