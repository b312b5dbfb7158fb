import type { Language } from '../../messages/languages.ts'
import type { FormField } from './fields.ts'

// The texts of a form in further languages. Pure: the dashboard draws its preview with it. Names of fields and values of
// options are those of the form, so that what is stored is the same in every language.

type Text = string | null | undefined
type Texts<N extends string> = { readonly [K in N]?: Text }

interface FieldTranslation extends Texts<'label' | 'placeholder' | 'help' | 'step'> {
  /** Keyed by the option in the form's own language. */
  options?: Readonly<Record<string, Text>> | null
}

const PLAIN = ['title', 'description', 'submit_label', 'thanks_text'] as const

/** Missing texts are shown in the form's own language. */
export interface Translation extends Texts<(typeof PLAIN)[number] | 'consent_text'> {
  auto_reply?: Texts<'subject' | 'text'> | null
  opt_in_mail?: Texts<'subject' | 'text'> | null
  /** Keyed by the name of the field. */
  fields?: Readonly<Record<string, FieldTranslation | null>> | null
}

export type Translations = { readonly [L in Language]?: Translation }

/** A field to draw. Its options may be shown with other texts than the values that are sent. */
export interface DrawnField extends FormField {
  shownOptions?: Readonly<Record<string, Text>> | null
}

export function shownOption({ shownOptions }: Pick<DrawnField, 'shownOptions'>, option: string): string {
  return textOf(shownOptions, option) ?? option
}

interface Translatable {
  fields: readonly DrawnField[]
  settings: { language: string }
  consent: { text: string } | null
}

export function translated<F extends Translatable>(form: F, language: Language, words: Translation): F {
  const own = PLAIN.flatMap((name) => (words[name] ? [[name, words[name]]] : []))
  return {
    ...form,
    fields: form.fields.map((field) => translatedField(field, entryOf(words.fields, field.name) ?? {})),
    settings: { ...form.settings, ...Object.fromEntries(own), language },
    consent: form.consent && { ...form.consent, text: words.consent_text || form.consent.text },
  }
}

function translatedField(field: DrawnField, words: FieldTranslation): DrawnField {
  return {
    ...field,
    label: words.label || field.label,
    placeholder: words.placeholder || field.placeholder,
    help: words.help || field.help,
    step: field.step === null ? null : words.step || field.step,
    shownOptions: words.options ?? null,
  }
}

/** Without texts of fields and options that the form does not have. */
export function pruned(translations: Translations, fields: readonly FormField[]): Translations {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const kept = Object.entries(translations).map(([language, words]) => {
    const entries = Object.entries(words.fields ?? {}).flatMap(([name, texts]) => {
      const field = byName.get(name)
      if (field === undefined || texts === null) return []
      const options = Object.entries(texts.options ?? {}).filter(([option]) => field.options.includes(option))
      const { options: _, ...others } = texts
      return [[name, options.length > 0 ? { ...others, options: Object.fromEntries(options) } : others] as const]
    })
    const { fields: _, ...others } = words
    return [language, merged(others, { fields: Object.fromEntries(entries) })]
  })
  return Object.fromEntries(kept)
}

type Tree = { readonly [name: string]: Text | Tree }

/**
 * As JSON Merge Patch (RFC 7396) says: what is named changes, null removes. Objects that become empty are left out.
 */
export function merged<T extends object>(stored: T, change: object): T {
  const result = new Map(Object.entries(stored as Tree))
  for (const [name, value] of Object.entries(change as Tree)) {
    const next = typeof value === 'object' && value !== null ? merged(treeOf(result.get(name)), value) : value
    const isEmpty = typeof next === 'object' && next !== null && Object.keys(next).length === 0
    if (next === null || next === undefined || isEmpty) result.delete(name)
    else result.set(name, next)
  }
  return Object.fromEntries(result) as T
}

/** The same for all languages. A language without texts stays, because our own texts are shown in it. */
export function mergedAll(stored: Translations, change: { readonly [language: string]: Translation | null }) {
  const result = new Map(Object.entries(stored))
  for (const [language, words] of Object.entries(change)) {
    if (words === null) result.delete(language)
    else result.set(language, merged(result.get(language) ?? {}, words))
  }
  return Object.fromEntries(result) as Translations
}

function treeOf(value: Text | Tree): Tree {
  return typeof value === 'object' && value !== null ? value : {}
}

function entryOf<T>(all: Readonly<Record<string, T>> | null | undefined, name: string): T | null {
  // A field may be called "toString".
  return all && Object.hasOwn(all, name) ? all[name]! : null
}

function textOf(all: Readonly<Record<string, Text>> | null | undefined, name: string): string | null {
  return entryOf(all, name) || null
}
