import { contactExample, EMAIL_MAX } from '../../contact-fields.ts'
import { maybeTime, Timestamp, Uuid } from '../../http/schemas.ts'
import { type Issues, typeOf } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { readEmail } from '../../lib/text/email.ts'

export const ErasureSchema = S.input(
  'Erasure',
  {
    email: S.string({ maxLength: EMAIL_MAX, format: 'idn-email', description: 'The address of the person to erase.' }),
    confirm: { ...S.literal(true), description: 'Must be `true`: it cannot be undone.' },
  },
  { additionalProperties: true },
)

export interface Erasure {
  email: string
  emailKey: string
}

export function readErasure(issues: Issues, body: Record<string, unknown>): Erasure {
  const read = readEmail(issues, body.email, { max: Number.POSITIVE_INFINITY, required: true })
  const { confirm } = body
  if (confirm === undefined) issues.add('confirm', 'erasure.not_confirmed')
  else if (confirm === false) issues.add('confirm', 'erasure.confirm_false')
  else if (confirm !== true) issues.add('confirm', 'erasure.confirm_not_true', { found: typeOf(confirm) })
  return { email: read?.email ?? '', emailKey: read?.key ?? '' }
}

/** The traces of a person: what the response says was done with each, and an example count. */
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
  erased: [S.output('ErasedTraces', traces.fields), traces.example],
  created_at: [Timestamp, contactExample.created_at],
  finished_at: [maybeTime('When it was done.'), null],
})

export const erasedPerson = S.exampledOutput('ErasedPerson', {
  email: [
    S.nullable('string', 'As it was sent; null in the answer to a repeat, because it is not kept.'),
    contactExample.email,
  ],
  erased: [S.output('ErasedTraces', traces.fields), traces.example],
})
