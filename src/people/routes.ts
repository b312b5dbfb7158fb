import { ApiError, validationError } from '../errors.ts'
import { sendPage } from '../http/answer.ts'
import { callerOf, type Request } from '../http/call.ts'
import { readPage } from '../http/pagination.ts'
import { queryOf, queryText } from '../http/query.ts'
import type { Operation } from '../http/route.ts'
import { pageOf, success } from '../http/schemas.ts'
import { objectBody } from '../http/server/body.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { parseEmail } from '../lib/text/email.ts'
import { readErasure } from './input.ts'
import type { People } from './people.ts'
import {
  ErasedPersonSchema,
  ErasureSchema,
  erasedExample,
  PeopleQuery,
  PersonAnswerSchema,
  PersonParams,
  PersonQuery,
  PersonSchema,
  personDetailExample,
  personExample,
} from './schemas.ts'

interface Deps {
  people: People
}

const TAG = 'Contacts'
const NOT_FOUND =
  'There is nobody with this e-mail address. Write it percent-encoded, as ana%40example.com, or list people at GET /v1/people.'

const LIMIT_EXAMPLE = { field: 'limit', message: 'limit must be a whole number from 1 to 1000.' }

export const listPeople: Operation<Deps> = {
  id: 'listPeople',
  tag: TAG,
  summary: 'List people',
  description:
    'Contacts with the same e-mail address are one person. Newest activity first. Contacts without an address are not ' +
    'here: nothing tells whose they are. A page looks at the newest 200,000 records; `next_cursor` goes on with older ones.',
  query: PeopleQuery,
  answers: {
    200: {
      description: 'A page of people; a page past the end is empty.',
      schema: pageOf(S.refTo(PersonSchema)),
      example: {
        success: true,
        data: [personExample],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null },
      },
    },
  },
  errors: ['validation_error'],
  errorExamples: { validation_error: LIMIT_EXAMPLE },
  async handle({ people }, request, reply) {
    const issues = createIssues()
    const query = queryOf(issues, request, PeopleQuery)
    const page = readPage(issues, query)
    const search = queryText(issues, query, 'q')
    if (issues.count > 0) throw validationError(issues.details)
    const result = await people.list(callerOf(request).workspaceId, search, page)
    return reply.send({ success: true, data: result.people, pagination: result.pagination })
  },
}

export const getPerson: Operation<Deps> = {
  id: 'getPerson',
  tag: TAG,
  summary: 'Read a person',
  description: 'With a page of their records, newest first. `pagination` is that of the records.',
  params: PersonParams,
  query: PersonQuery,
  answers: {
    200: {
      description: 'The person.',
      schema: PersonAnswerSchema,
      example: {
        success: true,
        data: personDetailExample,
        pagination: {
          page: 1,
          limit: 1,
          total: 2,
          totalPages: 2,
          next_cursor: 'Mi4wMTlhOGI3Yy0zZDJlLTdmMTAtOGE0Yi01YzZkN2U4ZjkwMTI',
        },
      },
    },
  },
  errors: ['validation_error', 'not_found'],
  errorExamples: { validation_error: LIMIT_EXAMPLE, not_found: { message: NOT_FOUND } },
  async handle({ people }, request, reply) {
    const issues = createIssues()
    const page = readPage(issues, queryOf(issues, request, PersonQuery))
    if (issues.count > 0) throw validationError(issues.details)
    const result = await people.get(callerOf(request).workspaceId, emailKeyOf(request), page)
    if (result === null) throw personNotFound()
    const person = JSON.stringify(result.person)
    return sendPage(reply, result.contacts, [`${person.slice(0, -1)},"contacts":[`, ']}'])
  },
}

export const erasePerson: Operation<Deps> = {
  id: 'erasePerson',
  tag: TAG,
  summary: 'Erase a person',
  description:
    'Takes the person out of everything this workspace keeps: every record with the address, the webhook deliveries they ' +
    'were made from and all others that have the address in them, what events said, what endpoints answered, what is kept ' +
    'for `Idempotency-Key`. A delivery that is about several people goes as a whole; the contacts of the others stay. ' +
    'What was sent out before is with its receivers; each gets `contact.deleted`. What other contacts say in their own ' +
    'fields stays. It cannot be undone, and asking again is harmless: the counts are then 0.',
  body: {
    kind: 'json',
    schema: S.refTo(ErasureSchema),
    examples: { erase: { email: 'ana@example.com', confirm: true } },
  },
  answers: {
    200: {
      description: 'The person is gone; what was erased is counted.',
      schema: success(S.refTo(ErasedPersonSchema)),
      example: { success: true, data: erasedExample },
    },
  },
  errorExamples: {
    validation_error: {
      field: 'confirm',
      message: 'confirm must be true, because erasing cannot be undone, but it is missing.',
    },
  },
  async handle({ people }, request, reply) {
    const issues = createIssues()
    const erasure = readErasure(issues, objectBody(request))
    if (issues.count > 0) throw validationError(issues.details)
    const erased = await people.erase(callerOf(request).workspaceId, erasure)
    return reply.send({ success: true, data: { email: erasure.email, erased } })
  },
}

/** A text that is no address is that of nobody. */
function emailKeyOf(request: Request): string {
  const { email } = request.params as { email: string }
  const parsed = parseEmail(email.trim())
  if ('problem' in parsed) throw personNotFound()
  return parsed.key
}

function personNotFound(): ApiError {
  return new ApiError('not_found', { message: NOT_FOUND })
}
