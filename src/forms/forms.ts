import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { readSlices } from '../db/statements/paging.ts'
import { validationError } from '../errors.ts'
import { type IfMatch, ifMatchOf, readIfMatch, requireMatch, withEtag } from '../http/answers/etag.ts'
import { baseUrlAt, type Caller, callerOf, type Request, requireScope, workspaceOf } from '../http/call.ts'
import { answerCreated, readCreation } from '../http/idempotency.ts'
import { checked, objectBody, readQuery, throwIssues } from '../http/input.ts'
import { readPage, sliceOf, toPage } from '../http/pagination.ts'
import { deletedAnswer, listAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { PageQuery, Timestamp } from '../http/schemas.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { WITHOUT_MAIL } from '../mail/mailer.ts'
import { findLanguage } from '../messages/languages.ts'
import { message } from '../messages/message.ts'
import { defaultFields, emailOnlyFields, type FormField, isEmailOnly } from './fields/fields.ts'
import { mergedAll, pruned, type Translations } from './fields/translations.ts'
import {
  createPublicId,
  FORM_NOT_FOUND,
  type FormCache,
  fieldsOf,
  formIdOf,
  pagePathOf,
  settingsOf,
  submitPathOf,
} from './form-cache.ts'
import { type ConsentText, type FormChange, FormParams, type FormSettings, form, SETTINGS_DEFAULT } from './schemas.ts'
import * as store from './store.ts'
import { checkTranslations, consentTexts, sizeProblem, type TranslationsChange } from './translations-setting.ts'

interface Deps extends Pick<Parts, 'pool' | 'reads' | 'clock' | 'ids'> {
  forms: { cache: Pick<FormCache, 'forget'>; submissions: { mail: { isSet: boolean } } }
  config: { baseUrl: string }
}

interface FormUpdate {
  caller: Caller
  id: string
  change: FormChange
  ifMatch: IfMatch | null
}

const FORMS_MAX = 1_000

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
  async handle(deps, request, reply) {
    const { input, idempotencyKey } = readCreation(request, (issues, { name = null, ...body }) =>
      form.readChange(issues, { name, ...body }),
    )
    return answerCreated(deps, request, reply, idempotencyKey, async (open) => {
      const row = await transaction(open ?? deps.pool, (tx) => createIn(deps, tx, callerOf(request), input))
      return showForm(deps, request, row, [])
    })
  },
})

export const listForms = operation({
  id: 'listForms',
  summary: 'List forms',
  description: 'Newest first, with what each has brought.',
  query: PageQuery,
  answers: { 200: pageAnswer('A page of forms.', form.schema, form.example) },
  async handle(deps, request, reply) {
    const { reads } = deps
    const page = readQuery(request, readPage)
    const workspaceId = workspaceOf(request)
    const total = await store.countForms(reads, workspaceId)
    const next = readSlices(sliceOf(page, total), (slice) => store.selectForms(reads, workspaceId, slice))
    const found: store.FormRow[] = []
    for (let part = await next(); part !== null; part = await next()) found.push(...part)
    const { rows, pagination } = toPage(page, total, found)
    const ids = rows.map(({ id }) => id)
    const counts = await store.sumNumbers(reads, workspaceId, ids)
    const data = rows.map((row) => showForm(deps, request, row, counts))
    return reply.send({ success: true, data, pagination })
  },
})

export const getForm = onForm({
  id: 'getForm',
  summary: 'Read a form',
  answers: { 200: { ...recordAnswer('The form.', form), etag: true } },
  async handle(deps, request, reply) {
    const row = await store.findForm(deps.pool, workspaceOf(request), await formIdOf(deps.pool, request))
    return row && withEtag(reply, row.version, await showCounted(deps, request, row))
  },
})

export const updateForm = onForm({
  id: 'updateForm',
  idempotent: 'atomic',
  summary: 'Change a form',
  description:
    'Only what is sent changes; a list or an object replaces the stored one, null gives the default. `translations` are merged; those of fields and options ' +
    'that are gone go too. A change takes effect at once, on other nodes within a second. Another text or purpose of `consent`, translations included, is a new version; the ones before are kept.',
  ifMatch: true,
  body: {
    schema: form.changeSchema,
    examples: {
      origins: { allowed_origins: ['https://*.example.com'] },
      german: { translations: form.example.translations },
    },
  },
  answers: { 200: { ...recordAnswer('The form as it is now.', form), etag: true } },
  async handle(deps, request, reply, open) {
    // An open transaction must not wait for a second connection.
    const db = open ?? deps.pool
    const id = await formIdOf(db, request)
    const { change, ifMatch } = checked((issues) => ({
      change: form.readChange(issues, objectBody(request)),
      ifMatch: readIfMatch(issues, request),
    }))
    const caller = callerOf(request)
    const row = await transaction(db, (tx) => updateIn(deps, tx, { caller, id, change, ifMatch }))
    if (row === null) return null
    deps.forms.cache.forget(row.public_id)
    return withEtag(reply, row.version, await showCounted(deps, request, row))
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
    const isGone = await removeForm({ forms, pool }, workspaceOf(request), id, ifMatchOf(request))
    return isGone ? { id, deleted: true } : null
  },
})

/** Returns false if there is no such form. */
export async function removeForm(
  { forms, pool }: Pick<Deps, 'forms' | 'pool'>,
  workspaceId: string,
  id: string,
  ifMatch: IfMatch | null,
): Promise<boolean> {
  const gone = await transaction(pool, async (tx) => {
    const removed = await store.removeForm(tx, workspaceId, id)
    if (removed !== null) requireMatch(ifMatch, removed.version)
    return removed
  })
  if (gone !== null) forms.cache.forget(gone.public_id)
  return gone !== null
}

const ConsentVersionSchema = S.output('ConsentVersion', {
  version: S.integer(),
  purpose: S.string(),
  text: S.string('As people read it.'),
  translations: S.record(S.string(), 'The same in further languages.'),
  created_at: Timestamp,
})

export const listConsents = onForm({
  id: 'listConsents',
  summary: 'List the texts that a form has asked people to agree to',
  description: 'Newest first. A submission names the version that its sender agreed to.',
  answers: {
    200: listAnswer('All versions.', ConsentVersionSchema, {
      ...form.example.consent,
      translations: {},
      created_at: form.example.created_at,
    }),
  },
  async handle({ pool, reads }, request) {
    const [workspaceId, id] = [workspaceOf(request), await formIdOf(pool, request)]
    return (await store.findForm(pool, workspaceId, id)) && store.selectConsents(reads, workspaceId, id)
  },
})

async function createIn({ ids, forms }: Deps, tx: Tx, caller: Caller, input: FormChange) {
  const { workspaceId } = caller
  const { name = '', email_only, ...given } = input
  const language = input.language ?? SETTINGS_DEFAULT.language
  const { fields = email_only ? emailOnlyFields(language) : defaultFields(language), ...others } = given
  const { consent = null, translations: change = {}, ...rest } = others
  requireNotifyScope(caller, undefined, rest.notify)
  if ((await store.countForms(tx, workspaceId)) >= FORMS_MAX) {
    throw validationError({ name: [message('form.too_many', { max: FORMS_MAX })] })
  }
  if (!forms.submissions.mail.isSet) refuseMail(rest)
  requireConsentText(fields, consent)
  const translations = translate({}, change, { fields, language })
  const { id, at: atMs } = ids.next()
  const at = new Date(atMs)
  const settings = { ...rest, ...(await keepTexts(tx, workspaceId, id, { consent, translations, at })) }
  return store.insertForm(tx, { workspaceId, id, publicId: createPublicId(), name, fields, settings, at })
}

async function updateIn({ clock, forms }: Deps, tx: Tx, { caller, id, change, ifMatch }: FormUpdate) {
  const { workspaceId } = caller
  const current = await store.findFormForChange(tx, workspaceId, id)
  if (current === null) return null
  requireMatch(ifMatch, current.version)
  const { name = current.name, fields: newFields, email_only, ...others } = change
  const stored = current.settings
  const { consent = stored.consent ?? null, translations: newTexts = {}, ...rest } = others
  if (!forms.submissions.mail.isSet) refuseMail(rest)
  requireNotifyScope(caller, stored.notify, rest.notify)
  const language = rest.language ?? stored.language ?? SETTINGS_DEFAULT.language
  const fields = newFields ?? withEmailOnly(current.fields, email_only, language)
  requireConsentText(fields, consent)
  const translations = translate(stored.translations ?? {}, newTexts, { fields, language })
  const at = new Date(clock.now())
  const settings = { ...stored, ...rest, ...(await keepTexts(tx, workspaceId, id, { consent, translations, at })) }
  return store.updateForm(tx, workspaceId, id, { name, fields, settings }, at)
}

function withEmailOnly(fields: FormField[], emailOnly: boolean | undefined, language: string): FormField[] {
  if (emailOnly) return emailOnlyFields(language)
  const hasName = fields.some(({ name }) => name === 'first_name')
  return emailOnly === undefined || hasName ? fields : [defaultFields(language)[0]!, ...fields]
}

function requireConsentText(fields: readonly FormField[], consent: ConsentText | null): void {
  if (consent !== null || !fields.some(({ type }) => type === 'consent')) return
  throw validationError({ consent: [message('form.no_consent_text')] })
}

/** Throws 400 for settings that need a mail server. */
function refuseMail({ notify, auto_reply, double_opt_in }: FormChange): void {
  const needing = {
    'notify.emails': (notify?.emails.length ?? 0) > 0,
    auto_reply: auto_reply != null,
    double_opt_in: double_opt_in === true,
  }
  const fields = Object.entries(needing).filter(([, isNeeded]) => isNeeded)
  if (fields.length > 0) throw validationError(Object.fromEntries(fields.map(([field]) => [field, [WITHOUT_MAIL]])))
}

type Notify = FormSettings['notify'] | undefined

/** Throws 403 if a caller who may not read contacts would have leads sent to a new address. */
function requireNotifyScope(caller: Caller, now: Notify, next: Notify): void {
  const told = new Set(now?.emails.map((email) => email.toLowerCase()))
  if (next?.emails.some((email) => !told.has(email.toLowerCase()))) {
    requireScope(caller, 'contacts:read', message('access.notify'))
  }
}

/** Merges the change. Throws 400 if the result does not fit the changed form. */
function translate(
  stored: Translations,
  change: TranslationsChange,
  form: { fields: FormField[]; language: string },
): Translations {
  const issues = createIssues()
  checkTranslations(issues, change, form)
  const translations = pruned(mergedAll(stored, change), form.fields)
  const own = findLanguage(form.language)
  // The form has switched to a language for which it already has a translation.
  if (own !== null && translations[own] && !change[own])
    issues.add('language', 'form.translation_own', { language: own })
  const tooLarge = sizeProblem(translations)
  if (tooLarge !== null) issues.add('translations', tooLarge)
  throwIssues(issues)
  return translations
}

interface Texts {
  consent: ConsentText | null
  translations: Translations
  at: Date
}

/** A consent keeps its version while neither its text nor a translation changes. */
async function keepTexts(tx: Tx, workspaceId: string, id: string, { consent, translations, at }: Texts) {
  if (consent === null) return { consent, translations }
  const { purpose, text } = consent
  const texts = { purpose, text, translations: consentTexts(translations) }
  return {
    consent: { purpose, text, version: await store.insertConsent(tx, workspaceId, id, texts, at) },
    translations,
  }
}

async function showCounted(deps: Deps, request: Request, row: store.FormRow) {
  return showForm(deps, request, row, await store.sumNumbers(deps.reads, row.workspace_id, [row.id]))
}

type Counts = Awaited<ReturnType<typeof store.sumNumbers>>

function showForm({ config }: Deps, request: Request, row: store.FormRow, counts: Counts) {
  const baseUrl = baseUrlAt(config.baseUrl, request)
  const of = (wanted: string) => counts.find(({ form_id, kind }) => form_id === row.id && kind === wanted)?.count ?? 0
  return form.show({
    ...row,
    fields: fieldsOf(row),
    ...settingsOf(row),
    url: `${baseUrl}${pagePathOf(row.public_id)}`,
    submit_url: `${baseUrl}${submitPathOf(row.public_id)}`,
    email_only: isEmailOnly(row.fields),
    numbers: {
      views: of('view'),
      bot_views: of('bot_view'),
      submissions: of('submission'),
      held: of('held'),
      confirmed: of('confirmed'),
    },
  })
}
