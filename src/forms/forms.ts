import { type Pool, type Tx, transaction } from '../db/database.ts'
import { readSlices } from '../db/statements/paging.ts'
import { validationError } from '../errors.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import { type Caller, requireScope } from '../http/call.ts'
import { type PageRequest, sliceOf, toPage } from '../http/pagination.ts'
import { WITHOUT_MAIL } from '../mail/mailer.ts'
import { message } from '../messages/message.ts'
import { defaultFields, emailOnlyFields, type FormField, fieldOf, isEmailOnly } from './fields/fields.ts'
import { createPublicId, type FormCache, pagePathOf, settingsOf, submitPathOf } from './form-cache.ts'
import type { FormProtection } from './protection/protection.ts'
import { type ConsentText, type FormChange, type FormSettings, form, type Numbers } from './schemas.ts'
import * as store from './store.ts'
import { openSubmissions, type SubmissionsOptions } from './submissions.ts'
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

export type Forms = ReturnType<typeof createForms>

/** Results are null or false when the workspace has no such form. `baseUrl` is where callers reach us. */
export function createForms(options: FormsOptions) {
  const { pool, reads, cache } = options
  const find = (workspaceId: string, id: string) => store.findForm(pool, workspaceId, id)
  return {
    cache,
    files: options.files,
    views: createViews(options),
    submissions: openSubmissions(options),
    protection: options.protection,
    /** In the transaction that is open, or in one of its own. */
    async create(open: Tx | null, caller: Caller, input: FormChange, baseUrl: string) {
      const row = await transaction(open ?? pool, (tx) => createIn(options, tx, caller, input))
      return showForm(row, toNumbers([]), baseUrl)
    },
    async get(workspaceId: string, id: string, baseUrl: string) {
      const row = await find(workspaceId, id)
      return row && showCounted(reads, row, baseUrl)
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
    async update(open: Tx | null, update: FormUpdate) {
      const row = await transaction(open ?? pool, (tx) => updateIn(options, tx, update))
      if (row === null) return null
      cache.forget(row.public_id)
      return showCounted(reads, row, update.baseUrl)
    },
    /** Submissions, contacts and the texts that people agreed to stay. */
    async delete(workspaceId: string, id: string, ifMatch: IfMatch | null): Promise<boolean> {
      const gone = await transaction(pool, async (tx) => {
        const removed = await store.removeForm(tx, workspaceId, id)
        if (removed !== null) requireMatch(ifMatch, removed.version)
        return removed
      })
      if (gone !== null) cache.forget(gone.public_id)
      return gone !== null
    },
    async consents(workspaceId: string, id: string) {
      return (await find(workspaceId, id)) && store.selectConsents(reads, workspaceId, id)
    },
  }
}

async function createIn({ ids, mail }: FormsOptions, tx: Tx, caller: Caller, input: FormChange) {
  const { workspaceId } = caller
  const { name = '', email_only, fields = email_only ? emailOnlyFields() : defaultFields(), consent, ...rest } = input
  requireNotifyScope(caller, undefined, rest.notify)
  if ((await store.countForms(tx, workspaceId)) >= FORMS_MAX) {
    throw validationError({ name: [message('form.too_many', { max: FORMS_MAX, id: '{id}' })] })
  }
  if (!mail.isSet) refuseMail(rest)
  requireConsentText(fields, consent ?? null)
  const { id, at: atMs } = ids.next()
  const at = new Date(atMs)
  const settings = { ...rest, ...(await keepConsent(tx, workspaceId, id, consent, at)) }
  return store.insertForm(tx, { workspaceId, id, publicId: createPublicId(), name, fields, settings, at })
}

async function updateIn({ clock, mail }: FormsOptions, tx: Tx, { caller, id, change, ifMatch }: FormUpdate) {
  const { workspaceId } = caller
  const current = await store.findFormForChange(tx, workspaceId, id)
  if (current === null) return null
  requireMatch(ifMatch, current.version)
  const { name = current.name, fields: newFields, email_only, consent: newConsent, ...rest } = change
  if (!mail.isSet) refuseMail(rest)
  const stored = current.settings
  requireNotifyScope(caller, stored.notify, rest.notify)
  const fields = newFields ?? withEmailOnly(current.fields, email_only)
  requireConsentText(fields, newConsent === undefined ? (stored.consent ?? null) : newConsent)
  const at = new Date(clock.now())
  const settings = { ...stored, ...rest, ...(await keepConsent(tx, workspaceId, id, newConsent, at)) }
  return store.updateForm(tx, workspaceId, id, { name, fields, settings }, at)
}

/** The fields after a change that says only whether a name is asked for. */
function withEmailOnly(fields: FormField[], emailOnly: boolean | undefined): FormField[] {
  if (emailOnly) return emailOnlyFields()
  const hasName = fields.some(({ name }) => name === 'first_name')
  return emailOnly === undefined || hasName ? fields : [fieldOf('first_name', { required: true }), ...fields]
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

/** Throws 403 when a caller who may not read contacts would have leads sent to a new address. */
function requireNotifyScope(caller: Caller, now: Notify, next: Notify): void {
  const told = new Set(now?.emails.map((email) => email.toLowerCase()))
  if (next?.emails.some((email) => !told.has(email.toLowerCase()))) {
    requireScope(caller, 'contacts:read', 'notify.emails, which sends leads by mail,')
  }
}

/** A text that changed is a new version. */
async function keepConsent(tx: Tx, workspaceId: string, id: string, consent: ConsentText | null | undefined, at: Date) {
  if (consent === undefined) return {}
  if (consent === null) return { consent }
  return { consent: { ...consent, version: await store.insertConsent(tx, workspaceId, id, consent, at) } }
}

async function showCounted(reads: Pool, row: store.FormRow, baseUrl: string) {
  return showForm(row, toNumbers(await store.sumNumbers(reads, row.workspace_id, [row.id])), baseUrl)
}

function showForm(row: store.FormRow, numbers: Numbers, baseUrl: string) {
  return form.show({
    ...row,
    ...settingsOf(row),
    url: `${baseUrl}${pagePathOf(row.public_id)}`,
    submit_url: `${baseUrl}${submitPathOf(row.public_id)}`,
    email_only: isEmailOnly(row.fields),
    numbers,
  })
}

function toNumbers(counts: ReadonlyArray<{ kind: string; count: number }>): Numbers {
  const of = (wanted: string) => counts.find(({ kind }) => kind === wanted)?.count ?? 0
  return {
    views: of('view'),
    bot_views: of('bot_view'),
    submissions: of('submission'),
    held: of('held'),
    confirmed: of('confirmed'),
  }
}
