import { type Issues, readObject } from '../lib/issues.ts'
import { findNearest } from '../lib/nearest.ts'
import * as F from '../lib/record/fields.ts'
import * as S from '../lib/schema.ts'
import { findLanguage, LANGUAGES, type Language } from '../messages/languages.ts'
import { message } from '../messages/message.ts'
import { type FormField, LONGEST } from './fields/fields.ts'
import type { Translation, Translations } from './fields/translations.ts'

/** The limit for all languages together, in characters of their JSON. */
const TRANSLATIONS_MAX = 500_000
const ISSUES_MAX = 100

/** Null removes a language, a text, or the texts of a field. */
export type TranslationsChange = { readonly [L in Language]?: Translation | null }

const words = (max: number) => F.text({ max, example: null })
const mail = F.orNull(F.parts({ subject: words(LONGEST.subject), text: words(LONGEST.text) }))

const fieldTexts = F.parts({
  label: words(LONGEST.label),
  placeholder: words(LONGEST.placeholder),
  help: words(LONGEST.help),
  step: words(LONGEST.step),
  options: F.orNull(byName(words(LONGEST.option), 'By the option.')),
})

const translation = F.parts({
  title: words(LONGEST.title),
  description: words(LONGEST.description),
  submit_label: words(LONGEST.submit_label),
  thanks_text: words(LONGEST.thanks_text),
  consent_text: words(LONGEST.consent_text),
  auto_reply: mail,
  opt_in_mail: mail,
  fields: F.orNull(byName(F.orNull(fieldTexts), 'By the name of the field.')),
})

const TranslationSchema = { ...translation.sentSchema!, $id: 'FormTranslation' }

export const translationsSetting = F.everywhere<TranslationsChange, Translations>({
  schema: S.record(TranslationSchema, 'Its texts in further languages. What is missing is as in the form.'),
  sentSchema: S.record(S.orNull(TranslationSchema), {
    description: `By language (${LANGUAGES.join(', ')}). What is named changes, null removes.`,
    type: ['object', 'null'],
  }),
  example: { de: { title: 'Kontakt', fields: { message: { label: 'Nachricht' } } } },
  isRequired: false,
  read(issues, path, value) {
    if (value === null) return Object.fromEntries(LANGUAGES.map((language) => [language, null]))
    return readEach(issues, path, value, (language, each, field) => {
      if (!(LANGUAGES as readonly string[]).includes(language)) {
        issues.add(field, 'form.translation_language', { languages: findLanguage(language) ?? LANGUAGES.join(', ') })
      }
      return each === null ? null : (translation.read(issues, field, each) as Translation)
    })
  },
})

/** An object with any names. */
function byName<T>(entry: F.Field<T>, about: string): F.Field<Record<string, T>> {
  return F.everywhere<Record<string, T>>({
    schema: S.record(entry.sentSchema ?? entry.schema, about),
    example: {},
    isRequired: false,
    read: (issues, path, value) => readEach(issues, path, value, (_, each, field) => entry.read(issues, field, each)),
  })
}

function readEach<T>(
  issues: Issues,
  path: string,
  value: unknown,
  read: (name: string, value: unknown, path: string) => T,
): Record<string, T> {
  const found: Array<[string, T]> = []
  for (const [name, each] of Object.entries(readObject(issues, path, value, {}) ?? {})) {
    if (issues.count >= ISSUES_MAX) break
    found.push([name, read(name, each, pathOf(path, name))])
  }
  return Object.fromEntries(found)
}

const NAME_SHOWN = 64

/** A name that is too long for a path is left out. */
function pathOf(place: string, name: string): string {
  return name.length > NAME_SHOWN ? place : `${place}.${name}`
}

/** Refuses texts for fields and options that the form does not have, and for its own language. */
export function checkTranslations(
  issues: Issues,
  change: TranslationsChange,
  { fields, language }: { fields: readonly FormField[]; language: string },
): void {
  const own = findLanguage(language)
  const byName = new Map(fields.map((field) => [field.name, field]))
  for (const [tag, words] of Object.entries(change)) {
    const place = `translations.${tag}`
    if (words === null) continue
    if (tag === own) issues.add(place, 'form.translation_own', { language: tag })
    for (const [name, texts] of Object.entries(words.fields ?? {})) {
      if (issues.count >= ISSUES_MAX) return
      const field = byName.get(name)
      const path = pathOf(`${place}.fields`, name)
      if (texts === null) continue
      if (field !== undefined) checkOptions(issues, path, field, Object.entries(texts.options ?? {}))
      else refuseField(issues, path, name, [...byName.keys()])
    }
  }
}

function refuseField(issues: Issues, path: string, name: string, known: string[]): void {
  const nearest = findNearest(name, known)
  if (nearest === null) issues.add(path, 'field.unknown', { known: known.join(', ') })
  else issues.add(path, 'field.misspelt', { nearest })
}

function checkOptions(
  issues: Issues,
  path: string,
  { name, options }: FormField,
  sent: ReadonlyArray<[option: string, text: unknown]>,
): void {
  const unknown = sent.find(([option, text]) => text !== null && !options.includes(option))
  if (unknown !== undefined) {
    issues.add(`${path}.options`, 'form.condition_value', {
      value: unknown[0].slice(0, LONGEST.option),
      name,
      choices: options.join(', ') || '–',
    })
  }
}

/** Null for translations that can be stored. */
export function sizeProblem(translations: Translations) {
  const count = JSON.stringify(translations).length
  return count > TRANSLATIONS_MAX
    ? message('form.translations_too_large', { field: 'translations', count, max: TRANSLATIONS_MAX })
    : null
}

/** The texts of consent by language. */
export function consentTexts(translations: Translations): Record<string, string> {
  const texts = Object.entries(translations).flatMap(([language, { consent_text: text }]) => {
    return text ? [[language, text] as const] : []
  })
  return Object.fromEntries(texts)
}
