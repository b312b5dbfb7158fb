import { type Tx, transaction } from '../db/database.ts'
import { readSlices } from '../db/statements/paging.ts'
import { validationError } from '../errors.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import type { Caller } from '../http/call.ts'
import { type PageRequest, sliceOf, toPage } from '../http/pagination.ts'
import { defaultFields, emailOnlyFields, type FormField, fieldOf } from './fields/fields.ts'
import { type FormCache, openForm } from './form-cache.ts'
import { createHeld } from './held.ts'
import { requireMail, requireNotifyScope } from './mail-settings.ts'
import type { FormProtection } from './protection/protection.ts'
import { createPublicId } from './public-id.ts'
import type { ConsentText, FormChange } from './schemas.ts'
import { type Form, showForm, toNumbers } from './show.ts'
import * as store from './store.ts'
import { createSubmissions, type SubmissionsOptions } from './submissions.ts'
import { createViews, type ViewsOptions } from './views.ts'

interface FormsOptions extends SubmissionsOptions, ViewsOptions {
  cache: FormCache
  protection: FormProtection
}

interface FormUpdate {
  caller: Caller
  id: string
  change: FormChange
  ifMatch: IfMatch | null
  baseUrl: string
}

const FORMS_MAX = 1_000

const NO_CONSENT_TEXT =
  'The form has a field of the type consent, so say what people agree to: consent with purpose and text.'

export type Forms = ReturnType<typeof createForms>

/** Each answer is null or false when the workspace has no such form. `baseUrl` is where callers reach us. */
export function createForms(options: FormsOptions) {
  const { pool, reads, clock, ids, cache } = options
  const submissions = createSubmissions(options)

  async function shown(row: store.FormRow, baseUrl: string): Promise<Form> {
    return showForm(row, toNumbers(await store.sumNumbers(reads, row.workspace_id, [row.id])), baseUrl)
  }

  async function createIn(tx: Tx, caller: Caller, input: FormChange) {
    const { workspaceId } = caller
    const { name = '', email_only, fields = email_only ? emailOnlyFields() : defaultFields(), consent, ...rest } = input
    requireNotifyScope(caller, undefined, rest.notify)
    if ((await store.countForms(tx, workspaceId)) >= FORMS_MAX) {
      throw validationError({
        name: [`A workspace has at most ${FORMS_MAX} forms. Delete one: DELETE /v1/forms/{id}.`],
      })
    }
    if (!options.mail.isSet) requireMail(rest)
    const { id, at } = ids.next()
    requireConsentText(fields, consent ?? null)
    const settings = { ...rest, ...(await keepConsent(tx, workspaceId, id, consent, new Date(at))) }
    return store.insertForm(tx, {
      workspaceId,
      id,
      publicId: createPublicId(),
      name,
      fields,
      settings,
      at: new Date(at),
    })
  }

  return {
    cache,
    files: options.files,
    views: createViews(options),
    submissions,
    held: createHeld({ pool, submissions }),
    protection: options.protection,
    /** In the transaction that is open, or in one of its own. */
    async create(open: Tx | null, caller: Caller, input: FormChange, baseUrl: string) {
      const row = await transaction(open ?? pool, (tx) => createIn(tx, caller, input))
      return showForm(row, toNumbers([]), baseUrl)
    },
    async get(workspaceId: string, id: string, baseUrl: string) {
      const row = await store.findForm(pool, workspaceId, id)
      return row && shown(row, baseUrl)
    },
    /** As submissions see it. */
    async open(workspaceId: string, id: string) {
      const row = await store.findForm(pool, workspaceId, id)
      return row && openForm(row)
    },
    async list(workspaceId: string, page: PageRequest, baseUrl: string) {
      const total = await store.countForms(reads, workspaceId)
      const next = readSlices(sliceOf(page, total), (slice) => store.selectForms(reads, workspaceId, slice))
      const found: store.FormRow[] = []
      for (let part = await next(); part !== null; part = await next()) found.push(...part)
      const { rows, pagination } = toPage(page, total, found)
      const ids = rows.map(({ id }) => id)
      const counts = await store.sumNumbers(reads, workspaceId, ids)
      const numbersOf = (id: string) => toNumbers(counts.filter(({ form_id }) => form_id === id))
      return { data: rows.map((row) => showForm(row, numbersOf(row.id), baseUrl)), pagination }
    },
    async update(open: Tx | null, { caller, id, change, ifMatch, baseUrl }: FormUpdate) {
      const { workspaceId } = caller
      const row = await transaction(open ?? pool, async (tx) => {
        const current = await store.findFormForChange(tx, workspaceId, id)
        if (current === null) return null
        requireMatch(ifMatch, current.version)
        const { name = current.name, fields: newFields, email_only, consent: newConsent, ...rest } = change
        if (!options.mail.isSet) requireMail(rest)
        const at = new Date(clock.now())
        const stored = current.settings as store.StoredSettings
        requireNotifyScope(caller, stored.notify, rest.notify)
        const fields = newFields ?? withEmailOnly(current.fields as unknown as FormField[], email_only)
        requireConsentText(fields, newConsent === undefined ? (stored.consent ?? null) : newConsent)
        const settings = { ...stored, ...rest, ...(await keepConsent(tx, workspaceId, id, newConsent, at)) }
        return store.updateForm(tx, workspaceId, id, { name, fields, settings }, at)
      })
      if (row === null) return null
      cache.forget(row.public_id)
      return shown(row, baseUrl)
    },
    /** What it brought stays: submissions, contacts, and the texts that people agreed to. */
    async delete(workspaceId: string, id: string, ifMatch: IfMatch | null): Promise<boolean> {
      const gone = await transaction(pool, async (tx) => {
        const removed = await store.removeForm(tx, workspaceId, id)
        if (removed !== null) requireMatch(ifMatch, removed.version)
        return removed
      })
      if (gone !== null) cache.forget(gone.public_id)
      return gone !== null
    },
    /** All texts that the form has asked people to agree to, newest first. Null when there is no such form. */
    async consents(workspaceId: string, id: string) {
      const row = await store.findForm(pool, workspaceId, id)
      return row && store.selectConsents(reads, workspaceId, id)
    },
  }
}

/** The fields after a change that says only whether a name is asked for. */
function withEmailOnly(fields: FormField[], emailOnly: boolean | undefined): FormField[] {
  if (emailOnly) return emailOnlyFields()
  const hasName = fields.some(({ name }) => name === 'first_name')
  return emailOnly === undefined || hasName ? fields : [fieldOf('first_name', { required: true }), ...fields]
}

function requireConsentText(fields: readonly FormField[], consent: ConsentText | null): void {
  if (consent !== null || !fields.some(({ type }) => type === 'consent')) return
  throw validationError({ consent: [NO_CONSENT_TEXT] })
}

/** A text that changed is a new version. */
async function keepConsent(tx: Tx, workspaceId: string, id: string, consent: ConsentText | null | undefined, at: Date) {
  if (consent === undefined) return {}
  if (consent === null) return { consent }
  return { consent: { ...consent, version: await store.insertConsent(tx, workspaceId, id, consent, at) } }
}
