import { ifMatchOf, readIfMatch, withEtag } from '../http/answers/etag.ts'
import { baseUrlAt, callerOf, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readCreation } from '../http/idempotency.ts'
import { checked, objectBody, readQuery } from '../http/input.ts'
import { readPage } from '../http/pagination.ts'
import { deletedAnswer, listAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { PageQuery, Timestamp } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import { FORM_NOT_FOUND, formIdOf } from './form-cache.ts'
import type { Forms } from './forms.ts'
import { FormParams, form } from './schemas.ts'

interface Deps extends CreationDeps {
  forms: Forms
  config: { baseUrl: string }
}

const operation = operationsOf<Deps>('Forms')
const onForm = operationsOf<Deps>('Forms', { missing: FORM_NOT_FOUND, params: FormParams })

export const createForm = operation({
  id: 'createForm',
  summary: 'Create a form',
  description:
    'A `name` is enough: that makes a contact form. `url` of the answer is its hosted page, `submit_url` is where forms on websites send to.',
  idempotent: 'own',
  body: {
    schema: form.newSchema,
    examples: {
      smallest: { name: 'Contact us' },
      newsletter: {
        name: 'Newsletter',
        email_only: true,
        consent: { purpose: 'newsletter', text: 'You may send me your newsletter.' },
      },
      chosen: {
        name: 'Ask for an offer',
        fields: [
          { name: 'first_name', required: true },
          { name: 'email', required: true },
          { name: 'size', type: 'select', label: 'How many people?', options: ['1', '2 to 10', 'more'] },
        ],
        allowed_origins: ['https://www.example.com'],
      },
    },
  },
  answers: { 201: recordAnswer('The form is there.', form) },
  invalid: { name: message('field.required', { field: 'name' }) },
  async handle(deps, request, reply) {
    const { input, idempotencyKey } = readCreation(request, (issues, { name = null, ...body }) =>
      form.readChange(issues, { name, ...body }),
    )
    const baseUrl = baseUrlAt(deps.config.baseUrl, request)
    return answerCreated(deps, request, reply, idempotencyKey, (tx) =>
      deps.forms.create(tx, callerOf(request), input, baseUrl),
    )
  },
})

export const listForms = operation({
  id: 'listForms',
  summary: 'List forms',
  description: 'Newest first, with what each has brought.',
  query: PageQuery,
  answers: { 200: pageAnswer('A page of forms.', form.schema, form.example) },
  async handle({ forms, config }, request, reply) {
    const page = readQuery(request, readPage)
    const list = await forms.list(workspaceOf(request), page, baseUrlAt(config.baseUrl, request))
    return reply.send({ success: true, ...list })
  },
})

export const getForm = onForm({
  id: 'getForm',
  summary: 'Read a form',
  answers: { 200: { ...recordAnswer('The form.', form), etag: true } },
  async handle({ forms, config, pool }, request, reply) {
    const form = await forms.get(
      workspaceOf(request),
      await formIdOf(pool, request),
      baseUrlAt(config.baseUrl, request),
    )
    return form && withEtag(reply, form.version, form)
  },
})

export const updateForm = onForm({
  id: 'updateForm',
  idempotent: 'atomic',
  summary: 'Change a form',
  description:
    'Only what is sent changes; a list or an object replaces the stored one, null gives the default. A change takes effect at once, on other nodes within a ' +
    'second. Another text or purpose of `consent` is a new version; the ones before are kept.',
  ifMatch: true,
  body: {
    schema: form.changeSchema,
    examples: {
      origins: { allowed_origins: ['https://*.example.com'] },
      thanks: { redirect_urls: ['https://www.example.com/thanks'] },
    },
  },
  answers: { 200: { ...recordAnswer('The form as it is now.', form), etag: true } },
  invalid: { 'redirect_urls[0]': message('form.wrong_redirect', { field: 'redirect_urls[0]' }) },
  async handle({ forms, config, pool }, request, reply, tx) {
    // One that is open must not wait for another connection.
    const id = await formIdOf(tx ?? pool, request)
    const { change, ifMatch } = checked((issues) => ({
      change: form.readChange(issues, objectBody(request)),
      ifMatch: readIfMatch(issues, request),
    }))
    const baseUrl = baseUrlAt(config.baseUrl, request)
    const changed = await forms.update(tx, { caller: callerOf(request), id, change, ifMatch, baseUrl })
    return changed && withEtag(reply, changed.version, changed)
  },
})

export const deleteForm = onForm({
  id: 'deleteForm',
  summary: 'Delete a form',
  description:
    'Its addresses answer 404 from then on. Submissions and contacts stay, and so do the texts that people agreed to.',
  ifMatch: true,
  answers: { 200: deletedAnswer('The form is gone.', form.example) },
  async handle({ forms, pool }, request) {
    const id = await formIdOf(pool, request)
    return (await forms.delete(workspaceOf(request), id, ifMatchOf(request))) ? { id, deleted: true } : null
  },
})

const ConsentVersionSchema = S.output('ConsentVersion', {
  version: S.integer(),
  purpose: S.string(),
  text: S.string('As people read it.'),
  created_at: Timestamp,
})

export const listConsents = onForm({
  id: 'listConsents',
  summary: 'List the texts that a form has asked people to agree to',
  description: 'Newest first. A submission names the version that its sender agreed to.',
  answers: {
    200: listAnswer('All versions.', ConsentVersionSchema, {
      ...form.example.consent,
      created_at: form.example.created_at,
    }),
  },
  async handle({ forms, pool }, request) {
    return forms.consents(workspaceOf(request), await formIdOf(pool, request))
  },
})
