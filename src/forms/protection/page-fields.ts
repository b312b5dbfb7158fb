import type { OpenForm } from '../form-cache.ts'

/** Names that protection sends along with a form. They are judged and never stored. */
export const PROTECTION_NAMES: ReadonlySet<string> = new Set()

/** Inputs of the hosted page for the protection, as HTML. */
export function protectionFields(_form: OpenForm, _now: number): string {
  return ''
}
