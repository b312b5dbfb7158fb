import { contactExample, STATUS_KEYS } from '../contact-fields.ts'
import { maybeId, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { ContactSchema } from './schemas.ts'

const OWNER_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040'

export const authorExample = { kind: 'user', id: OWNER_ID, name: 'Ben Ode' }

const AuthorSchema = S.output(
  'Author',
  {
    kind: S.oneOf(['user', 'key']),
    id: Uuid,
    name: S.nullable('string', 'Of the person or the key, as it was then.'),
  },
  'Who did it.',
)

export const maybeAuthor = (description: string) => ({ anyOf: [AuthorSchema, { type: 'null' }], description })

const NOBODY = 'Who did it; null for Doorpost itself, as when an owner leaves the team.'

const told = (name: string, from: S.Schema, to: S.Schema) =>
  S.output(name, { ...(ContactSchema.properties as S.Fields), from, to, by: maybeAuthor(NOBODY) })

/** What events say of the work on a contact. */
export const leadsInEvents = {
  statusChanged: {
    schema: told(
      'ContactStatusChange',
      S.oneOf(STATUS_KEYS, 'The status before.'),
      S.oneOf(STATUS_KEYS, 'The status now.'),
    ),
    example: { ...contactExample, status: 'contacted', from: 'new', to: 'contacted', by: authorExample },
  },
  assigned: {
    schema: told('ContactAssignment', maybeId('The owner before.'), maybeId('The owner now.')),
    example: { ...contactExample, owner_id: OWNER_ID, from: null, to: OWNER_ID, by: authorExample },
  },
}
