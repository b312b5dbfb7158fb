import { pageQuery, Timestamp } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'

export const EMAIL_MAX = 254

export interface Touch {
  utm_source: string | null
  utm_medium: string | null
  at: string
}

export interface Person {
  email: string
  first_name: string
  last_name: string | null
  company: string | null
  records: number
  first_seen_at: string
  last_seen_at: string
  first_touch: Touch | null
  last_touch: Touch | null
}

const touch = (description: string) =>
  S.closed(
    { utm_source: S.nullable('string'), utm_medium: S.nullable('string'), at: Timestamp },
    { type: ['object', 'null'], description },
  )

const personFields = {
  email: S.string('As the newest record writes it.'),
  first_name: S.string('Of the newest record, as are last_name and company.'),
  last_name: S.nullable('string'),
  company: S.nullable('string'),
  records: S.integer('How many contacts have this address.'),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  first_touch: touch('The oldest record with a utm_source or utm_medium. Null when none has any.'),
  last_touch: touch('The newest record with a utm_source or utm_medium. Null when none has any.'),
}

export const PersonSchema = S.output('Person', personFields)

// Features do not import each other, so the schema of a contact is known here by its name only.
const Contact = { $ref: '#/components/schemas/Contact' }

export const PersonDetailSchema = S.output('PersonDetail', {
  ...personFields,
  contacts: S.array(Contact, 'A page of the records, newest first.'),
})

export const PersonParams = S.object({
  email: S.string({
    description: 'The address, percent-encoded, in any spelling that means the same mailbox.',
    examples: ['ana%40example.com'],
  }),
})

export const PeopleQuery = S.partial({
  ...pageQuery,
  q: S.string({ maxLength: 255, description: 'Part of a name, e-mail address or company in any record.' }),
})

export const ErasureSchema = S.input(
  'Erasure',
  {
    email: S.string({ maxLength: EMAIL_MAX, format: 'idn-email', description: 'Whom to erase.' }),
    confirm: { ...S.literal(true), description: 'Must be `true`: it cannot be undone.' },
  },
  { additionalProperties: true },
)

/** What can hold something of a person, and what the answer says was done to it. */
export const TRACES = {
  contacts: 'Records that are gone. Each is told as contact.deleted.',
  import_rows: 'Rows of imports under way that are blank now, so that they make no contact.',
  deliveries: 'Webhook deliveries that are gone: those that became the records, and others with the address in them.',
  rejections: 'Refused deliveries with the address in them that are gone.',
  events: 'Events that stay as facts, without what was in them.',
  endpoint_answers: 'Answers of endpoints to those events that are gone.',
  stored_answers: 'Answers kept for Idempotency-Key that stay, without what was in them.',
} as const

export type Trace = keyof typeof TRACES

export type Erased = Record<Trace, number>

export const ErasedPersonSchema = S.output('ErasedPerson', {
  email: S.string('As it was sent.'),
  erased: S.closed(
    Object.fromEntries(Object.entries(TRACES).map(([name, description]) => [name, S.integer(description)])),
  ),
})

export const personExample: Person = {
  email: 'ana@example.com',
  first_name: 'Ana',
  last_name: 'Silva',
  company: 'Example Ltd',
  records: 2,
  first_seen_at: '2026-10-02T14:05:00.000Z',
  last_seen_at: '2026-11-15T09:30:00.000Z',
  first_touch: { utm_source: 'linkedin', utm_medium: 'social', at: '2026-10-02T14:05:00.000Z' },
  last_touch: { utm_source: 'newsletter', utm_medium: 'email', at: '2026-11-15T09:30:00.000Z' },
}

const recordExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012',
  first_name: 'Ana',
  last_name: 'Silva',
  email: 'ana@example.com',
  company: 'Example Ltd',
  utm_source: 'newsletter',
  utm_medium: 'email',
  extra: { phone: '+351 210 000 000' },
  webhook_id: null,
  delivery_id: null,
  created_at: '2026-11-15T09:30:00.000Z',
}

export const personDetailExample = { ...personExample, contacts: [recordExample] }

export const erasedExample: { email: string; erased: Erased } = {
  email: 'ana@example.com',
  erased: {
    contacts: 2,
    import_rows: 0,
    deliveries: 1,
    rejections: 0,
    events: 2,
    endpoint_answers: 2,
    stored_answers: 1,
  },
}
