import { HAS_OPTIONS, LONGEST } from '../../../src/forms/fields/fields.ts'
import { merged, type Translation, type Translations } from '../../../src/forms/fields/translations.ts'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import type { Form, FormPatch } from '../api/schema.ts'

// The texts of a form that can be translated, and their translations by path: ['fields', 'message', 'label'].

export interface FormText {
  path: readonly string[]
  kind: 'title' | 'description' | 'submit_label' | 'thanks_text' | 'consent_text' | 'subject' | 'text' | FieldKind
  /** Null if the form has none and a translation does. */
  original: string | null
  max: number
  isLong: boolean
  /** The place of an option, counted from 1. */
  number?: number
}

type FieldKind = 'label' | 'placeholder' | 'help' | 'step' | 'option'

export interface TextGroup {
  /** A field, by its name. */
  place: 'page' | 'auto_reply' | 'opt_in_mail' | { name: string; label: string }
  texts: FormText[]
}

/** All texts in the order in which a visitor sees them, without hidden fields and empty texts. */
export function groupsOf(form: Form, translations: Translations): TextGroup[] {
  // A text stays listed while it is being emptied.
  const known = [form.translations, translations].flatMap((all) => Object.values(all))
  const isThere = ({ original, path }: FormText) =>
    (original !== null && original.trim() !== '') || known.some((words) => textAt(words, path) !== '')
  const groups: TextGroup[] = [
    { place: 'page', texts: pageTexts(form) },
    ...form.fields.flatMap((field): TextGroup[] => {
      if (field.type === 'hidden' || field.type === 'consent') return []
      return [{ place: { name: field.name, label: field.label }, texts: fieldTexts(field) }]
    }),
    { place: 'auto_reply', texts: mailTexts('auto_reply', form.auto_reply) },
    { place: 'opt_in_mail', texts: mailTexts('opt_in_mail', form.opt_in_mail) },
  ]
  return groups
    .map(({ place, texts }) => ({ place, texts: texts.filter(isThere) }))
    .filter(({ texts }) => texts.length > 0)
}

function pageTexts(form: Form): FormText[] {
  return [
    // Without a heading of its own, a form shows its name.
    { path: ['title'], kind: 'title', original: form.title ?? form.name, max: LONGEST.title, isLong: false },
    { path: ['description'], kind: 'description', original: form.description, max: LONGEST.description, isLong: true },
    {
      path: ['submit_label'],
      kind: 'submit_label',
      original: form.submit_label,
      max: LONGEST.submit_label,
      isLong: false,
    },
    {
      path: ['consent_text'],
      kind: 'consent_text',
      original: form.consent?.text ?? null,
      max: LONGEST.consent_text,
      isLong: true,
    },
    { path: ['thanks_text'], kind: 'thanks_text', original: form.thanks_text, max: LONGEST.thanks_text, isLong: true },
  ]
}

function fieldTexts({ name, type, ...field }: Form['fields'][number]): FormText[] {
  const text = (kind: Exclude<FieldKind, 'option'>): FormText => {
    return { path: ['fields', name, kind], kind, original: field[kind], max: LONGEST[kind], isLong: false }
  }
  const options = HAS_OPTIONS.has(type) ? field.options : []
  return [
    text('step'),
    text('label'),
    text('placeholder'),
    text('help'),
    ...options.map((option, at): FormText => {
      const path = ['fields', name, 'options', option]
      return { path, kind: 'option', original: option, max: LONGEST.option, isLong: false, number: at + 1 }
    }),
  ]
}

function mailTexts(mail: 'auto_reply' | 'opt_in_mail', words: { subject: string; text: string } | null): FormText[] {
  return [
    { path: [mail, 'subject'], kind: 'subject', original: words?.subject ?? null, max: LONGEST.subject, isLong: false },
    { path: [mail, 'text'], kind: 'text', original: words?.text ?? null, max: LONGEST.text, isLong: true },
  ]
}

type Tree = { readonly [name: string]: string | null | Tree }

/** '' without one. */
export function textAt(words: Translation, path: readonly string[]): string {
  let found: unknown = words
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return ''
    found = (found as Tree)[name]
  }
  return typeof found === 'string' ? found : ''
}

export function withText(words: Translation, path: readonly string[], text: string): Translation {
  return merged(words, treeOf([[path, text === '' ? null : text]]))
}

/** Visitors see these as the form has them. */
export function missingIn(words: Translation, groups: readonly TextGroup[]): FormText[] {
  const all = groups.flatMap(({ texts }) => texts)
  return all.filter(({ path, original }) => original !== null && textAt(words, path).trim() === '')
}

/** Everything by name, with null for what is missing: the API merges what is sent into what it has. */
export function toPatch(form: Form, translations: Translations): FormPatch {
  const paths = groupsOf(form, translations).flatMap(({ texts }) => texts.map(({ path }) => path))
  const all = LANGUAGES.map((language) => {
    const words = translations[language]
    return [language, words === undefined ? null : treeOf(paths.map((path) => [path, written(words, path)]))]
  })
  return { translations: Object.fromEntries(all) }
}

function written(words: Translation, path: readonly string[]): string | null {
  const text = textAt(words, path)
  return text.trim() === '' ? null : text
}

/** The translations of renamed fields under their new names. Undefined if there are none. */
export function followingNames(
  translations: Form['translations'],
  renamed: ReadonlyArray<readonly [from: string, to: string]>,
): FormPatch['translations'] {
  const moved = Object.entries(translations).flatMap(([language, { fields }]) => {
    const entries = renamed.flatMap(([from, to]) => {
      const texts = fields && Object.hasOwn(fields, from) ? fields[from] : undefined
      return texts ? [[to, texts] as const] : []
    })
    return entries.length === 0 ? [] : [[language, { fields: Object.fromEntries(entries) }] as const]
  })
  return moved.length === 0 ? undefined : Object.fromEntries(moved)
}

function treeOf(entries: ReadonlyArray<readonly [path: readonly string[], text: string | null]>): Tree {
  const names = new Set(entries.map(([path]) => path[0]!))
  const branches = [...names].map((name) => {
    const inside = entries.filter(([path]) => path[0] === name).map(([path, text]) => [path.slice(1), text] as const)
    const [path, text] = inside[0]!
    return [name, path.length === 0 ? text : treeOf(inside)]
  })
  return Object.fromEntries(branches)
}
