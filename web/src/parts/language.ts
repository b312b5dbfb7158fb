/// <reference path="../locales.d.ts" />
import { i18n } from '@lingui/core'
import { directionOf, findLanguage, LANGUAGES, type Language } from '../../../src/messages/languages.ts'
import type { Me } from '../api/schema.ts'
import { localeFor, setManner } from './locale.ts'

// The language of the page: the person's choice, else that of this browser. Its texts come in two files (web/texts.ts).

export { LANGUAGES, type Language }

/** Each name is in its own language, so that people recognise theirs. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
} as const

const FIRST = {
  en: () => import('../locales/en.po?first'),
  de: () => import('../locales/de.po?first'),
  fr: () => import('../locales/fr.po?first'),
  es: () => import('../locales/es.po?first'),
  pt: () => import('../locales/pt.po?first'),
  ja: () => import('../locales/ja.po?first'),
} as const

const REST = {
  en: () => import('../locales/en.po?rest'),
  de: () => import('../locales/de.po?rest'),
  fr: () => import('../locales/fr.po?rest'),
  es: () => import('../locales/es.po?rest'),
  pt: () => import('../locales/pt.po?rest'),
  ja: () => import('../locales/ja.po?rest'),
} as const

/** theme.js reads it too. */
const KEPT = 'doorpost-language'

/** The language chosen in this browser, otherwise the first of the browser's own that Doorpost has. */
export function browserLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT) ?? '', ...navigator.languages]
  return wanted.map(findLanguage).find((language) => language !== null) ?? 'en'
}

/** Stores the language for this browser. Null returns to the browser's own. */
export function keepLanguage(language: Language | null): void {
  if (language === null) localStorage.removeItem(KEPT)
  else localStorage.setItem(KEPT, language)
}

type Reading = Pick<Me, 'time_format' | 'week_start'>

const WEEK_STARTS = { sunday: 0, monday: 1, saturday: 6 } as const

let language: Language = 'en'
let reading: Reading = { time_format: null, week_start: null }
let hasRest = false
let changes = 0

/** Switches the page to this language. */
export async function speak(next: Language, manner: Reading = reading): Promise<void> {
  const change = ++changes
  const isWhole = hasRest
  const parts = await Promise.all([FIRST[next](), ...(isWhole ? [REST[next]()] : [])])
  // The person has chosen another language meanwhile.
  if (change !== changes) return
  if (isWhole !== hasRest) return speak(next, manner)
  language = next
  reading = manner
  const { tag } = parts[0]
  const locale = localeFor(tag)
  setManner({
    locale,
    hours: manner.time_format === null ? null : manner.time_format === '12h' ? 12 : 24,
    weekStart: manner.week_start === null ? null : WEEK_STARTS[manner.week_start],
  })
  document.documentElement.lang = tag
  document.documentElement.dir = directionOf(tag)
  i18n.load(tag, Object.assign({}, ...parts.map(({ messages }) => messages)))
  i18n.activate(tag, [locale])
}

/** Switches to the language and formats of the person's settings. */
export async function speakAs(me: Reading & Pick<Me, 'language'>): Promise<void> {
  if (me.language !== null) keepLanguage(me.language)
  const next = browserLanguage()
  const isSame = next === language && me.time_format === reading.time_format && me.week_start === reading.week_start
  if (!isSame) await speak(next, me)
}

/** The texts of all pages but the first. */
export async function loadTexts(): Promise<void> {
  if (hasRest) return
  const asked = language
  const { messages, tag } = await REST[asked]()
  hasRest = true
  if (asked === language) i18n.load(tag, messages)
  else await speak(language)
}
