import type { ContactInput } from '../contact-fields.ts'
import type { Pool } from '../db/database.ts'
import { ApiError, validationError } from '../errors.ts'
import { sendPage } from '../http/answer.ts'
import { callerOf, keyIdOf, type Request } from '../http/call.ts'
import { etagOf, readIfMatch } from '../http/etag.ts'
import { answerOnce, readIdempotencyKey } from '../http/idempotency.ts'
import { type PageRequest, readPage } from '../http/pagination.ts'
import { idOf } from '../http/params.ts'
import { type Query, queryDate, queryOf, queryText } from '../http/query.ts'
import type { Operation } from '../http/route.ts'
import { DeletedSchema, IdParams, pageOf, success } from '../http/schemas.ts'
import { objectBody } from '../http/server/body.ts'
import { firstIdAt } from '../lib/ids.ts'
import { createIssues, type Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { parseEmail } from '../lib/text/email.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Contacts } from './contacts.ts'
import { readContact, readContactPatch } from './input.ts'
import { ContactPatchSchema, ContactQuery, ContactSchema, contactExample, NewContactSchema } from './schemas.ts'
import type { ContactFilter } from './store.ts'

interface Deps {
  contacts: Contacts
  pool: Pool
  clock: Clock
}

const NOT_FOUND = 'There is no contact with this id. List them at GET /v1/contacts.'

export const createContact: Operation<Deps> = {
  id: 'createContact',
  tag: 'Contacts',
  summary: 'Create a contact',
  description:
    'With an API key, or without one from a website form (at most 50 KB, and RATE_LIMIT_PUBLIC, 20 by default, a minute for each ' +
    'client address). Every ' +
    'call makes a new record: an anonymous form never overwrites what is known. It is stored when the answer comes.',
  idempotent: true,
  body: {
    kind: 'json',
    schema: S.refTo(NewContactSchema),
    examples: {
      form: {
        first_name: 'Ana',
        last_name: 'Silva',
        email: 'ana@example.com',
        company: 'Example Ltd',
        utm_source: 'newsletter',
        utm_medium: 'email',
        phone: '+351 210 000 000',
      },
      smallest: { first_name: 'Ana' },
    },
  },
  answers: {
    201: {
      description: 'The contact is stored.',
      schema: success(S.refTo(ContactSchema)),
      example: { success: true, data: contactExample },
    },
  },
  errorExamples: {
    validation_error: { field: 'first_name', message: 'first_name is required. Send a non-empty string.' },
  },
  async handle(deps, request, reply) {
    const issues = createIssues()
    const input = readContact(issues, objectBody(request))
    const idempotencyKey = readIdempotencyKey(issues, request)
    if (issues.count > 0) throw validationError(issues.details)
    const caller = callerOf(request)
    const origin = { workspaceId: caller.workspaceId, keyId: keyIdOf(caller) }
    if (idempotencyKey !== null) {
      return answerOnce(deps, request, reply, idempotencyKey, async (tx) => {
        const data = await deps.contacts.createIn(tx, origin, input)
        return { status: 201, body: { success: true, data } }
      })
    }
    const json = await deps.contacts.create(origin, input)
    return reply.code(201).send(`{"success":true,"data":${json}}`)
  },
}

export const listContacts: Operation<Deps> = {
  id: 'listContacts',
  tag: 'Contacts',
  summary: 'List contacts',
  description: 'Newest first. Count pages with `page`, or follow `pagination.next_cursor`.',
  query: ContactQuery,
  answers: {
    200: {
      description: 'A page of contacts; a page past the end is empty.',
      schema: pageOf(S.refTo(ContactSchema)),
      example: {
        success: true,
        data: [contactExample],
        pagination: { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null },
      },
    },
  },
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'limit', message: 'limit must be a whole number from 1 to 1000.' } },
  async handle({ contacts }, request, reply) {
    const { filter, page } = readListQuery(request)
    return sendPage(reply, await contacts.list(callerOf(request).workspaceId, filter, page))
  },
}

export const getContact: Operation<Deps> = {
  id: 'getContact',
  tag: 'Contacts',
  summary: 'Read a contact',
  description: '`ETag` is the version of the contact. Send it as `If-Match` with a change or a deletion.',
  params: IdParams,
  answers: {
    200: {
      etag: true,
      description: 'The contact.',
      schema: success(S.refTo(ContactSchema)),
      example: { success: true, data: contactExample },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NOT_FOUND } },
  async handle({ contacts }, request, reply) {
    const found = await contacts.get(callerOf(request).workspaceId, contactId(request))
    if (found === null) throw contactNotFound()
    return reply.header('etag', etagOf(found.version)).send({ success: true, data: found.contact })
  },
}

export const updateContact: Operation<Deps> = {
  id: 'updateContact',
  tag: 'Contacts',
  summary: 'Change a contact',
  description:
    'Only the fields that are sent change; `null` clears one. The rules are those of creation. A change that changes ' +
    'nothing is no event. With `If-Match: "<version>"` (the `ETag` of an earlier answer) it is refused (412) when the contact ' +
    'was changed meanwhile.',
  params: IdParams,
  ifMatch: true,
  body: {
    kind: 'json',
    schema: S.refTo(ContactPatchSchema),
    examples: {
      change: { company: 'Example Ltd', phone: '+351 210 000 000' },
      clear: { last_name: null, extra: { phone: null } },
    },
  },
  answers: {
    200: {
      etag: true,
      description: 'The contact as it is now.',
      schema: success(S.refTo(ContactSchema)),
      example: { success: true, data: contactExample },
    },
  },
  errors: ['not_found'],
  errorExamples: {
    not_found: { message: NOT_FOUND },
    validation_error: { field: 'first_name', message: 'first_name is required. Send a non-empty string.' },
  },
  async handle({ contacts }, request, reply) {
    const id = contactId(request)
    const body = objectBody(request)
    const issues = createIssues()
    const ifMatch = readIfMatch(issues, request)
    const read = (current: ContactInput) => {
      const input = readContactPatch(issues, current, body)
      if (issues.count > 0) throw validationError(issues.details)
      return input
    }
    const changed = await contacts.update(callerOf(request).workspaceId, id, { ifMatch, read })
    if (changed === null) throw contactNotFound()
    return reply.header('etag', etagOf(changed.version)).send({ success: true, data: changed.contact })
  },
}

export const deleteContact: Operation<Deps> = {
  id: 'deleteContact',
  tag: 'Contacts',
  summary: 'Delete a contact',
  description: '`If-Match` works as with a change.',
  params: IdParams,
  ifMatch: true,
  answers: {
    200: {
      description: 'The contact is gone.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: contactExample.id, deleted: true } },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NOT_FOUND } },
  async handle({ contacts }, request, reply) {
    const id = contactId(request)
    const issues = createIssues()
    const ifMatch = readIfMatch(issues, request)
    if (issues.count > 0) throw validationError(issues.details)
    if (!(await contacts.delete(callerOf(request).workspaceId, id, ifMatch))) throw contactNotFound()
    return reply.send({ success: true, data: { id: id.toLowerCase(), deleted: true } })
  },
}

function readListQuery(request: Request): { filter: ContactFilter; page: PageRequest } {
  const issues = createIssues()
  const query = queryOf(issues, request, ContactQuery)
  const page = readPage(issues, query)
  const filter = readFilter(issues, query)
  if (issues.count > 0) throw validationError(issues.details)
  return { filter, page }
}

export function readFilter(issues: Issues, query: Query): ContactFilter {
  const email = queryText(issues, query, 'email')
  const parsed = email === null ? null : parseEmail(email)
  if (parsed && 'problem' in parsed) issues.add('email', `email ${parsed.problem}.`)
  const after = queryDate(issues, query, 'created_after')
  const before = queryDate(issues, query, 'created_before')
  return {
    search: queryText(issues, query, 'q'),
    emailKey: parsed && 'key' in parsed ? parsed.key : null,
    utmSource: queryText(issues, query, 'utm_source'),
    utmMedium: queryText(issues, query, 'utm_medium'),
    form: queryText(issues, query, 'form'),
    fromId: after && firstIdAt(after.getTime()),
    belowId: before && firstIdAt(before.getTime()),
  }
}

function contactId(request: Request): string {
  return idOf(request, contactNotFound)
}

function contactNotFound(): ApiError {
  return new ApiError('not_found', { message: NOT_FOUND })
}
