import { contactExample, EXAMPLE_FIELDS, type StoredInput } from '../contact-fields.ts'
import { sendPage } from '../http/answers/answer.ts'
import { ifMatchOf, readIfMatch, withEtag } from '../http/answers/etag.ts'
import { callerOf, keyIdOf, requireScope, workspaceOf } from '../http/call.ts'
import { answerOnce, type CreationDeps, nameCreated, readIdempotencyKey } from '../http/idempotency.ts'
import { answerDeleted, idOf, objectBody, readQuery, throwIssues } from '../http/input.ts'
import { readPage } from '../http/pagination.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { pageQuery } from '../http/schemas.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import { changedBy } from './changes.ts'
import type { Contacts } from './contacts.ts'
import { filterQuery, readFilter } from './filter.ts'
import { readContact, readContactPatch } from './input.ts'
import { ContactPatchSchema, contact, contactDetail, NewContactSchema } from './schemas.ts'

type Deps = CreationDeps & { contacts: Contacts }

const operation = operationsOf<Deps>('Contacts')
const NOT_OWN = message('access.change_not_own')
const onContact = operationsOf<Deps>('Contacts', { missing: message('contact.not_found') })

export const createContact = operation({
  id: 'createContact',
  summary: 'Create a contact',
  description:
    'With an API key, or without one from a website form (at most 50 KB, and RATE_LIMIT_PUBLIC, 20 by default, a minute for each ' +
    'client address). Every ' +
    'call makes a new record: an anonymous form never overwrites what is known. It is stored when the answer comes. ' +
    '`dp` is the code of a link: it ties the contact to the link and its post. `utm_campaign`, `utm_term`, `utm_content`, ' +
    '`referrer` and `landing_page` say more about where it comes from; what cannot be read of these is left out.',
  idempotent: 'own',
  body: {
    schema: NewContactSchema,
    examples: {
      form: { ...EXAMPLE_FIELDS, ...contactExample.extra },
      smallest: { first_name: 'Ana' },
    },
  },
  answers: { 201: recordAnswer('The contact is stored.', contact) },
  async handle(deps, request, reply) {
    const issues = createIssues()
    const caller = callerOf(request)
    const input = readContact(issues, objectBody(request), caller.kind !== 'public')
    const idempotencyKey = readIdempotencyKey(issues, request)
    throwIssues(issues)
    const origin = { workspaceId: caller.workspaceId, keyId: keyIdOf(caller) }
    if (idempotencyKey !== null) {
      const linked = await deps.contacts.withLink(origin, input)
      return answerOnce(deps, request, reply, idempotencyKey, (tx) => deps.contacts.createIn(tx, linked, input))
    }
    const { id, json } = await deps.contacts.create(origin, input)
    nameCreated(request, reply, { id })
    return reply.code(201).send(`{"success":true,"data":${json}}`)
  },
})

export const listContacts = operation({
  id: 'listContacts',
  summary: 'List contacts',
  description: 'Newest first. Count pages with `page`, or follow `pagination.next_cursor`.',
  query: S.partial({ ...pageQuery, ...filterQuery }),
  answers: { 200: pageAnswer('A page of contacts; a page past the end is empty.', contact.schema, contact.example) },
  async handle({ contacts }, request, reply) {
    const { filter, page } = readQuery(request, (issues, query) => ({
      page: readPage(issues, query),
      filter: readFilter(issues, query, callerOf(request)),
    }))
    return sendPage(reply, await contacts.list(workspaceOf(request), filter, page))
  },
})

export const getContact = onContact({
  id: 'getContact',
  summary: 'Read a contact',
  description:
    '`ETag` is the version of the contact. Send it as `If-Match` with a change or a deletion. `attribution` says where the ' +
    'person came from, over all contacts with the same address.',
  answers: { 200: { ...recordAnswer('The contact.', contactDetail), etag: true } },
  async handle({ contacts }, request, reply) {
    const found = await contacts.getDetail(workspaceOf(request), idOf(request))
    return found && withEtag(reply, found.version, found.contact)
  },
})

export const updateContact = onContact({
  id: 'updateContact',
  summary: 'Change a contact',
  description:
    'Only the fields that are sent change; `null` clears one. The rules are those of creation. Each event tells one thing: ' +
    '`contact.status_changed` of the status, `contact.assigned` of the owner, `contact.updated` of everything else. A change ' +
    'that changes nothing is no event. With `If-Match: "<version>"` (the `ETag` of an earlier answer) it is refused (412) when the contact ' +
    'was changed meanwhile. The answer is the contact: for contacts that the key did not create itself, it needs `contacts:read` too.',
  ifMatch: true,
  idempotent: 'atomic',
  body: {
    schema: ContactPatchSchema,
    examples: {
      change: { company: 'Example Ltd', phone: '+351 210 000 000' },
      work: { status: 'contacted', tags: ['trade fair'] },
      clear: { last_name: null, extra: { phone: null } },
    },
  },
  answers: { 200: { ...recordAnswer('The contact as it is now.', contact), etag: true } },
  async handle({ contacts }, request, reply, tx) {
    const id = idOf(request)
    const body = objectBody(request)
    const issues = createIssues()
    const ifMatch = readIfMatch(issues, request)
    const caller = callerOf(request)
    const read = (current: StoredInput, keyId: string | null) => {
      // The response shows the whole contact, which only the key that created it knows already.
      if (keyId === null || keyId !== keyIdOf(caller)) requireScope(caller, 'contacts:read', NOT_OWN)
      const input = readContactPatch(issues, current, body)
      throwIssues(issues)
      return input
    }
    const by = changedBy(caller)
    const changed = await contacts.update(tx, workspaceOf(request), id, { ifMatch, by, read })
    return changed && withEtag(reply, changed.version, changed.contact)
  },
})

export const deleteContact = onContact({
  id: 'deleteContact',
  summary: 'Delete a contact',
  description: '`If-Match` works as with a change.',
  ifMatch: true,
  answers: { 200: deletedAnswer('The contact is gone.', contactExample) },
  handle: ({ contacts }, request) =>
    answerDeleted(request, (id) => contacts.delete(workspaceOf(request), id, ifMatchOf(request))),
})
