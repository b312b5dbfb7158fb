/** What the page and the script send beside the fields of the form. None of it becomes part of the contact. */
export const TOKEN_FIELD = 'dp_token'
const PROOF_FIELD = 'dp_proof'
/**
 * People cannot see it; programs that fill in everything do fill it in. The name means nothing to what fills in forms for
 * people. `_gotcha` is what other services call theirs, for forms that moved here from one.
 */
const HONEYPOT_FIELDS = ['dp_topic', '_gotcha'] as const

/** They are judged and never stored. */
export const PROTECTION_NAMES: ReadonlySet<string> = new Set([TOKEN_FIELD, PROOF_FIELD, ...HONEYPOT_FIELDS])

/** What was sent of it. */
interface Controls {
  token: string | null
  proof: string | null
  isHoneypotFilled: boolean
}

/** Reads them from a body in any encoding. Something that is not a text is there, and wrong. */
export function readControls(body: Readonly<Record<string, unknown>>): Controls {
  return {
    token: textOf(body[TOKEN_FIELD]),
    proof: textOf(body[PROOF_FIELD]),
    isHoneypotFilled: HONEYPOT_FIELDS.some((name) => isFilled(body[name])),
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : String(typeof value)
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')
}

/** Inputs of the hosted page for the protection, as HTML. `.trap` of its style is out of sight, not `display: none`. */
export function protectionFields(token: string): string {
  return (
    `<input type="hidden" name="${TOKEN_FIELD}" value="${token}">` +
    `<div class="trap" aria-hidden="true"><label>Leave this empty ` +
    `<input type="text" name="${HONEYPOT_FIELDS[0]}" tabindex="-1" autocomplete="off"></label></div>`
  )
}
