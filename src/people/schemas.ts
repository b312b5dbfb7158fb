import { contactExample, EMAIL_MAX, STATUS_KEYS } from '../contact-fields.ts'
import { maybeId, maybeTime, pageQuery, pageQueryUpTo, Timestamp, Uuid } from '../http/schemas.ts'
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
  first_name: [S.string('Of the newest record, as are last_name and company.'), first_name],
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
  version: [S.integer('Of the text.'), 1],
  at: [Timestamp, LAST_AT],
  confirmed_at: [maybeTime('When the person confirmed the address.'), null],
  withdrawn_at: [maybeTime(), null],
})

export type Consent = typeof consent.example

export const PersonDetailSchema = S.output('PersonDetail', {
  ...person.fields,
  consents: S.array(consent.schema, 'What the person agreed to with forms, newest first; at most 1,000.'),
  // Features do not import each other, so these schemas are known here by their names only.
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

const { limit, cursor } = pageQueryUpTo(TIMELINE_MAX)

export const TimelineQuery = S.partial({ limit: limit!, cursor: cursor! })

// Features do not import each other, so who did something is known here by its name only.
const by = { anyOf: [{ $ref: '#/components/schemas/Author' }, { type: 'null' }] }
const named = (description: string) =>
  S.closed({ id: Uuid, name: S.nullable('string') }, { type: ['object', 'null'], description })

const entry = (name: string, kind: string, fields: S.Fields, about: string) =>
  S.output(name, { id: Uuid, at: Timestamp, contact_id: Uuid, by, kind: S.literal(kind), ...fields }, about)

export const TimelineEntrySchema = {
  $id: 'TimelineEntry',
  oneOf: [
    entry(
      'TimelineContact',
      'contact',
      {
        first_name: S.string(),
        last_name: S.nullable('string'),
        company: S.nullable('string'),
        utm_source: S.nullable('string'),
        utm_medium: S.nullable('string'),
        webhook: named('The webhook that brought it.'),
        delivery_id: maybeId('The delivery that it was made from.'),
        form: named('The form that it was sent through.'),
        link: named('The link whose code came with it; its name is the code.'),
        post: named('The post of that link; its name is how its text begins.'),
      },
      'A record of the person came in.',
    ),
    entry(
      'TimelineConsent',
      'consent',
      {
        form: named('The form that asked for it.'),
        purpose: S.string(),
        text: S.string('What the person agreed to, as it was shown.'),
        version: S.integer('Of the text.'),
        confirmed_at: maybeTime('When the person confirmed the address.'),
        withdrawn_at: maybeTime(),
      },
      'The person agreed to something with a form.',
    ),
    entry(
      'TimelineMail',
      'mail',
      {
        mail: S.oneOf(['auto_reply', 'opt_in']),
        form: named('The form whose mail it is.'),
        state: S.oneOf(['waiting', 'sent', 'failed', 'dropped']),
        reason: S.nullable('string', 'Why it has not gone out, and what to do.'),
        done_at: maybeTime('When it was sent or given up.'),
      },
      'A mail to the person. It is known as long as `GET /v1/mails` has it.',
    ),
    entry('TimelineNote', 'note', { text: S.string(), updated_at: Timestamp }, 'Somebody wrote a note.'),
    entry(
      'TimelineStatus',
      'status_changed',
      { from: S.oneOf(STATUS_KEYS), to: S.oneOf(STATUS_KEYS) },
      'The status of a record was changed.',
    ),
    entry(
      'TimelineOwner',
      'assigned',
      { from: named('The owner before.'), to: named('The owner now.') },
      'A record got another owner, or lost it. The names are those of then.',
    ),
  ],
}

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

/** What can hold something of a person, what the answer says was done to it, and how often in the example. */
const traces = S.exampled({
  contacts: [S.integer('Records that are gone. Each is told as contact.deleted.'), 2],
  submissions: [S.integer('What was sent with forms that is gone, with its consents and files.'), 1],
  import_rows: [S.integer('Rows of imports under way that are blank now, so that they make no contact.'), 0],
  deliveries: [
    S.integer('Webhook deliveries that are gone: those that became the records, and others with the address in them.'),
    1,
  ],
  rejections: [S.integer('Refused deliveries with the address in them that are gone.'), 0],
  notes: [
    S.integer(
      'Notes about others that no longer have the address in them. Notes about the person go with the records.',
    ),
    0,
  ],
  views: [S.integer('Saved views with the address in them that are gone.'), 0],
  events: [S.integer('Events that stay as facts, without what was in them.'), 2],
  endpoint_answers: [S.integer('Answers of endpoints to those events that are gone.'), 2],
  stored_answers: [S.integer('Answers kept for Idempotency-Key that stay, without what was in them.'), 1],
  mails: [S.integer('Mails to the address, sent or waiting.'), 1],
})

export type Erased = typeof traces.example
export const TRACES = Object.keys(traces.fields) as Array<keyof Erased>

export const erasure = S.exampledOutput('PersonErasure', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9060'],
  state: [S.oneOf(['waiting', 'running', 'done']), 'running'],
  progress: [
    S.closed({
      done: S.integer('Rows that were gone through so far.'),
      total: S.nullable('integer', 'Rows to go through; null until they are counted.'),
    }),
    { done: 12_000, total: 48_210 },
  ],
  email_sha256: [
    S.string('SHA-256 of the address in lower case, in hexadecimal: all that is kept of it.'),
    'bdb1b4d5e3f3f7f2a7b47b5a43a1b8f83a8ab5e09c3aa2a1ad9e6b2e3ca59ff6',
  ],
  erased: [S.closed(traces.fields), traces.example],
  created_at: [Timestamp, LAST_AT],
  finished_at: [maybeTime('When it was done.'), null],
})

export const erasedPerson = S.exampledOutput('ErasedPerson', {
  email: [S.nullable('string', 'As it was sent; null in the answer to a repeat, because it is not kept.'), email],
  erased: [S.closed(traces.fields), traces.example],
})
