import type { Reply, Request } from '../http/call.ts'
import { addVary } from '../http/language.ts'
import { findLanguage, type Language, wantedTags } from '../messages/languages.ts'
import type { OpenForm } from './form-cache.ts'

/** Query parameter of a page or submission. */
export const LANGUAGE_PARAMETER = 'lang'

const TAG_MAX = 35

/**
 * The form in the language of this visitor: the one that the address names, else the first that the browser asks for
 * among those the form has, else its own. Sets the language of the response.
 */
export function formForVisitor(form: OpenForm, request: Request, reply: Reply): OpenForm {
  const named = findNamed(form, request)
  if (named !== null) {
    reply.speak(languageOfForm(named))
    return named
  }
  if (form.translations.size === 0) return form
  const chosen = findWanted(form, request.headers['accept-language'] ?? '') ?? form
  addVary(reply, 'Accept-Language')
  reply.speak(languageOfForm(chosen))
  return chosen
}

/** The language of our own texts on its pages and in its mails: English if we lack the language of the form. */
export function languageOfForm({ settings }: Pick<OpenForm, 'settings'>): Language {
  return findLanguage(settings.language) ?? 'en'
}

/** All languages of a form, its own first. */
export function languagesOf({ ownLanguage, translations }: OpenForm): string[] {
  return [ownLanguage, ...translations.keys()]
}

function findNamed(form: OpenForm, request: Request): OpenForm | null {
  const { [LANGUAGE_PARAMETER]: tag } = request.query as Record<string, unknown>
  return typeof tag === 'string' && tag.length <= TAG_MAX ? inLanguage(form, tag) : null
}

function findWanted(form: OpenForm, header: string): OpenForm | null {
  for (const tag of wantedTags(header)) {
    const found = tag === '*' ? form : inLanguage(form, tag)
    if (found !== null) return found
  }
  return null
}

/** Compares only the first part of tags: pt-BR finds pt, and pt finds pt-BR. */
function inLanguage(form: OpenForm, tag: string): OpenForm | null {
  const primary = primaryOf(tag)
  if (primaryOf(form.ownLanguage) === primary) return form
  return form.translations.get(primary as Language) ?? null
}

function primaryOf(tag: string): string {
  return tag.trim().toLowerCase().split('-', 1)[0]!
}

const NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
}

/** The name of a language in that language. */
export function nameOfLanguage(tag: string): string {
  const known = findLanguage(tag)
  if (known !== null) return NAMES[known]
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
