import { formPage as de } from './de/form-page.ts'
import { formPage as en } from './en/form-page.ts'
import { formPage as es } from './es/form-page.ts'
import { formPage as fr } from './fr/form-page.ts'
import { formPage as ja } from './ja/form-page.ts'
import { findLanguage, type Language } from './languages.ts'
import { formPage as pt } from './pt/form-page.ts'
import type { Translation } from './translation.ts'

// The few texts of forms that the preview of the dashboard draws too. It needs all languages, because a form may be in
// another one than the dashboard.
const TEXTS: Record<Language, Translation<typeof en>> = { en, de, fr, es, pt, ja }

/** In the language of a form, or in English if there is no such language. */
export function formTextsIn(tag: string): Record<keyof typeof en, string> {
  return { ...en, ...TEXTS[findLanguage(tag) ?? 'en'] }
}
