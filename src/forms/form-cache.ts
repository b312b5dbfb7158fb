import { type CredentialCache, createCredentialCache } from '../db/credential-cache.ts'
import type { Db } from '../db/database.ts'
import type { FormCredentials, KnownForm } from '../http/access/auth.ts'
import { type Request, workspaceOf } from '../http/call.ts'
import { notFound } from '../http/input.ts'
import { PUBLIC_BODY_MAX } from '../http/server/body.ts'
import { remember } from '../lib/bounds/remember.ts'
import { isUuid } from '../lib/ids.ts'
import { checksum, randomBase62 } from '../lib/text/base62.ts'
import type { Language } from '../messages/languages.ts'
import { message } from '../messages/message.ts'
import { type FormField, withConsent } from './fields/fields.ts'
import { type DrawnField, translated } from './fields/translations.ts'
import { type FormSettings, SETTINGS_DEFAULT } from './schemas.ts'
import { type FormRow, findByPublicId, findPublicId, type StoredSettings } from './store.ts'

/** A form with everything that submissions and its page need, kept in memory under its public id. */
export interface OpenForm extends KnownForm {
  publicId: string
  name: string
  /** Includes the consent field, wherever the form has it. */
  fields: readonly DrawnField[]
  settings: FormSettings
  consent: NonNullable<StoredSettings['consent']> | null
  version: number
  /** The language that it was written in; `settings.language` is that of the texts here. */
  ownLanguage: string
  /** The same form in its further languages. */
  translations: ReadonlyMap<Language, OpenForm>
}

export interface FormCache extends FormCredentials<OpenForm> {
  cache: CredentialCache<OpenForm>
  /** Called for a change on this node: the next request must not wait for the notice. */
  forget(publicId: string): void
}

export const FORM_NOT_FOUND = message('form.not_found')
export const NO_SUCH_FORM = message('form.no_such_address')

const KEYS_REMEMBERED = 1_000

// Notices use this name.
const keyOf = (text: string) => Buffer.from(text).toString('hex')

export function createFormCache({ db, isCurrent }: { db: Db; isCurrent: () => boolean }): FormCache {
  const cache = createCredentialCache<OpenForm>({
    isCurrent,
    load: async (publicId) => {
      const row = await findByPublicId(db, publicId.toString())
      return row && openForm(row)
    },
  })
  // Empty for a text that is not a public id.
  const publicKeyOf = remember((text) => (isPublicId(text) ? keyOf(text) : ''), KEYS_REMEMBERED)
  // The public id of a form never changes, so no notice is needed.
  const publicIds = createCredentialCache<string>({
    isCurrent: () => true,
    load: (id) => findPublicId(db, id.toString()),
  })
  return {
    cache,
    forget: (publicId) => cache.forget(keyOf(publicId)),
    peek(text) {
      const publicId = isUuid(text) ? publicIds.peek(keyOf(text.toLowerCase())) : text
      const key = publicId ? publicKeyOf(publicId) : ''
      return key === '' ? null : (cache.peek(key) ?? null)
    },
    async find(text) {
      const publicId = isUuid(text) ? await publicIds.find(keyOf(text.toLowerCase())) : text
      const key = publicId === null ? '' : publicKeyOf(publicId)
      const form = key === '' ? null : await cache.find(key)
      return form ? { form } : { problem: NO_SUCH_FORM }
    },
  }
}

/** The id of the form in the path, which may be either of its ids. Throws 404 if the workspace has no such form. */
export async function formIdOf(db: Db, request: Request): Promise<string> {
  const { id } = request.params as { id: string }
  if (isUuid(id)) return id.toLowerCase()
  const form = isPublicId(id) ? await findByPublicId(db, id) : null
  if (form === null || form.workspace_id !== workspaceOf(request)) throw notFound(request)
  return form.id
}

interface WithForms {
  forms: { cache: FormCache }
}

/** The form that authentication has found, if it is still in memory. */
export function knownFormOf({ forms }: WithForms, request: Request): OpenForm | null {
  return forms.cache.peek((request.params as { id: string }).id)
}

/** The same, from memory or the database. Throws 404 if the form was deleted meanwhile. */
export async function openFormOf({ forms }: WithForms, request: Request): Promise<OpenForm> {
  const found = await forms.cache.find((request.params as { id: string }).id)
  if ('form' in found) return found.form
  throw notFound(request)
}

export function openForm(row: FormRow): OpenForm {
  const { consent, translations, ...settings } = settingsOf(row)
  const fields = withConsent(fieldsOf(row), consent)
  const inLanguages = new Map<Language, OpenForm>()
  const form = {
    formId: row.id,
    workspaceId: row.workspace_id,
    publicId: row.public_id,
    name: row.name,
    fields,
    settings,
    consent,
    version: row.version,
    takesFiles: fields.some(({ type }) => type === 'file'),
    allowedOrigins: settings.allowed_origins.length === 0 ? null : settings.allowed_origins,
    maxBytes: PUBLIC_BODY_MAX,
    ownLanguage: settings.language,
    translations: inLanguages,
  }
  for (const [language, words] of Object.entries(translations)) {
    inLanguages.set(language as Language, translated(form, language as Language, words))
  }
  return form
}

/** The same for properties of fields. */
export function fieldsOf({ fields }: Pick<FormRow, 'fields'>): FormField[] {
  return fields.map((field) => ({ ...ADDED, ...field }))
}

const ADDED = { show_when: null, step: null }

/** Settings that were added after the form was stored get their defaults. */
export function settingsOf({ settings }: Pick<FormRow, 'settings'>) {
  return { ...SETTINGS_DEFAULT, consent: null, translations: {}, ...settings }
}

const RANDOM_LENGTH = 18 // 107 bits
const PUBLIC_ID = /^[0-9A-Za-z]{24}$/

/** Public but not guessable. It ends with a checksum, so a mistyped one is not looked up. */
export function createPublicId(): string {
  const text = randomBase62(RANDOM_LENGTH)
  return text + checksum(text)
}

function isPublicId(text: string): boolean {
  return PUBLIC_ID.test(text) && text.endsWith(checksum(text.slice(0, RANDOM_LENGTH)))
}

export function pagePathOf(publicId: string): string {
  return `/f/${publicId}`
}

export function submitPathOf(publicId: string): string {
  return `/v1/forms/${publicId}/submissions`
}
