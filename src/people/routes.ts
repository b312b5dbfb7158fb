import { contactExample } from '../contact-fields.ts'
import { type NextPiece, sendPage, sendPieces } from '../http/answers/answer.ts'
import { callerOf, type Reply, type Request, scopesOf, workspaceOf } from '../http/call.ts'
import { idOf, notFound, readInput, readQuery } from '../http/input.ts'
import { pageInMemory, readNewestPage, readPage } from '../http/pagination.ts'
import { dataAnswer, operationsOf, pageAnswer, recordAnswer, withPagination } from '../http/route.ts'
import { PageQuery } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { parseEmail } from '../lib/text/email.ts'
import { message } from '../messages/message.ts'
import { ErasureSchema, erasedPerson, erasure, readErasure } from './erasure/schemas.ts'
import { PersonExportSchema } from './export.ts'
import type { People } from './people.ts'
import * as schemas from './schemas.ts'
import { TimelineEntrySchema } from './timeline.ts'

const NOBODY = message('person.not_found')

const operation = operationsOf<{ people: People }>('Contacts')

export const listPeople = operation({
  id: 'listPeople',
  summary: 'List people',
  description:
    'Contacts with the same e-mail address are one person. Newest activity first. Contacts without an address are not ' +
    'here: nothing tells whose they are. In a large workspace a page looks at the newest records; `next_cursor` goes on with older ones.',
  query: schemas.peopleQuery.schema,
  answers: {
    200: pageAnswer('A page of people; a page past the end is empty.', schemas.person.schema, schemas.person.example),
  },
  async handle({ people }, request, reply) {
    const { page, filter } = readQuery(request, schemas.peopleQuery.read)
    const result = await people.list(workspaceOf(request), filter.q, page)
    return sendPage(reply, pageInMemory(result.people, result.pagination))
  },
})

export const getPerson = operation({
  id: 'getPerson',
  summary: 'Read a person',
  description: 'With a page of their records, newest first. `pagination` and `order` are those of the records.',
  params: schemas.PersonParams,
  query: PageQuery,
  answers: {
    200: withPagination(dataAnswer('The person.', schemas.PersonDetailSchema, schemas.personDetailExample), {
      limit: 1,
      total: 2,
      totalPages: 2,
      next_cursor: 'Mi4wMTlhOGI3Yy0zZDJlLTdmMTAtOGE0Yi01YzZkN2U4ZjkwMTI',
    }),
  },
  missing: NOBODY,
  async handle({ people }, request, reply) {
    const page = readQuery(request, readPage)
    const result = await people.get(workspaceOf(request), emailKeyOf(request), page)
    if (result === null) return null
    const person = JSON.stringify(result.person)
    return sendPage(reply, result.contacts, [`${person.slice(0, -1)},"contacts":[`, ']}'])
  },
})

export const getTimeline = operation({
  id: 'getTimeline',
  summary: 'Read the timeline of a person',
  description:
    'Everything that happened with the person in one list, newest first: their records and what brought each, consents, mails to ' +
    'the person, notes, changes of status and owner. `kind` tells them apart; later versions may have more. Names of webhooks, forms, links and posts are null ' +
    'without the permission to read these.',
  params: schemas.PersonParams,
  query: schemas.TimelineQuery,
  answers: {
    200: withPagination(dataAnswer('A page of the timeline.', S.array(TimelineEntrySchema), schemas.timelineExample), {
      total: schemas.timelineExample.length,
    }),
  },
  missing: NOBODY,
  async handle({ people }, request, reply) {
    const page = readQuery(request, (issues, query) => readNewestPage(issues, query, schemas.TIMELINE_MAX))
    const { workspaceId } = callerOf(request)
    const person = { workspaceId, emailKey: emailKeyOf(request), scopes: scopesOf(callerOf(request)) }
    const result = await people.timeline(person, page)
    return result && reply.send({ success: true, data: result.rows, pagination: result.pagination })
  },
})

const FILE = { description: 'The file, sent as it is read.', schema: PersonExportSchema }
const FILE_EXAMPLE = {
  made_at: '2026-11-18T10:00:00.000Z',
  not_shown: [{ section: 'events', needs: 'events:read' }],
}

export const exportPerson = operation({
  id: 'exportPerson',
  summary: 'Get everything about a person as a file',
  description:
    'One JSON document with all that is kept of the person (GDPR, articles 15 and 20), with records that were merged. `not_shown` ' +
    'names what the key may not read, as are names of forms, links, posts and webhooks, which are then null. A file that was cut off does not parse.',
  params: schemas.PersonParams,
  answers: {
    200: { ...FILE, example: { ...FILE_EXAMPLE, email: contactExample.email, contacts: [contactExample] } },
  },
  missing: NOBODY,
  async handle({ people }, request, reply) {
    const { workspaceId } = callerOf(request)
    const person = { workspaceId, emailKey: emailKeyOf(request), scopes: scopesOf(callerOf(request)) }
    const pieces = await people.export(person)
    return pieces && sendFile(reply, pieces)
  },
})

interface Contact {
  id: string
  email: string | null
  attribution: object
  merged: object
  merged_into: string | null
}

interface ExportDeps {
  people: People
  contacts: { getDetail(workspaceId: string, id: string): Promise<{ contact: Contact } | null> }
}

export const exportContact = operationsOf<ExportDeps>('Contacts')({
  id: 'getContactFile',
  summary: 'Get everything about a contact as a file',
  description:
    'The same document for a contact without an e-mail address, with the records that were merged into it. For a contact with an address it ' +
    'is that of the person.',
  answers: {
    200: { ...FILE, example: { ...FILE_EXAMPLE, email: null, contacts: [{ ...contactExample, email: null }] } },
  },
  missing: message('contact.not_found'),
  async handle({ people, contacts }, request, reply) {
    const caller = callerOf(request)
    const found = await contacts.getDetail(caller.workspaceId, idOf(request))
    if (found === null) return null
    const { attribution, merged, merged_into, ...contact } = found.contact
    const reader = { workspaceId: caller.workspaceId, scopes: scopesOf(caller) }
    const { email } = contact
    const pieces =
      email === null
        ? people.exportContact(reader, contact)
        : await people.export({ ...reader, emailKey: emailKeyOf(request, email) })
    return pieces && sendFile(reply, pieces)
  },
})

export const erasePerson = operation({
  id: 'erasePerson',
  idempotent: 'repeatable',
  secret: 'email',
  summary: 'Erase a person',
  description:
    'Takes the person out of everything this workspace keeps: every record with the address, the webhook deliveries they ' +
    'were made from and all others that have the address in them, notes, saved views with the address in them, what events said, what endpoints answered, what is kept ' +
    'for `Idempotency-Key`. A delivery that is about several people goes as a whole; the contacts of the others stay. ' +
    'What was sent out before is with its receivers; each gets `contact.deleted`. What other contacts say in their own ' +
    'fields stays. It cannot be undone, and asking again is harmless: the counts are then 0.',
  body: { schema: ErasureSchema, examples: { erase: { email: 'ana@example.com', confirm: true } } },
  answers: {
    200: recordAnswer('The person is gone; what was erased is counted.', erasedPerson),
    202: recordAnswer(
      'There are more than 10,000 rows to go through: a job does it. Ask at `Location` how far it is.',
      erasure,
    ),
  },
  async handle({ people }, request, reply) {
    const asked = readInput(request, readErasure)
    const result = await people.erasures.erase(workspaceOf(request), asked)
    if ('erased' in result) return { email: asked.email, erased: result.erased }
    reply.code(202).header('location', `/v1/people/erasures/${result.job.id}`)
    return result.job
  },
})

export const getErasure = operation({
  id: 'getErasure',
  summary: 'Read how far an erasure is',
  description:
    'The job of an erasure that was answered with 202: how far it is, and what was erased so far. It is finished whatever happens ' +
    'to the process in between, and so is one that was to be answered with 200. When it is done, it keeps only a hash of the address.',
  answers: { 200: recordAnswer('The erasure.', erasure) },
  missing: message('erasure.not_found'),
  handle: ({ people }, request) => people.erasures.get(workspaceOf(request), idOf(request)),
})

function sendFile(reply: Reply, pieces: NextPiece) {
  reply.header('content-type', 'application/json; charset=utf-8')
  return sendPieces(reply.header('content-disposition', 'attachment; filename="person.json"'), pieces)
}

function emailKeyOf(request: Request, email = (request.params as { email: string }).email): string {
  const parsed = parseEmail(email.trim())
  if ('problem' in parsed) throw notFound(request)
  return parsed.key
}
