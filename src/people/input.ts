import { type Issues, nameOfType } from '../lib/issues.ts'
import { parseEmail } from '../lib/text/email.ts'
import { readText } from '../lib/text/text.ts'

export interface Erasure {
  email: string
  emailKey: string
}

/** Reads whom to erase. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readErasure(issues: Issues, body: Record<string, unknown>): Erasure {
  // Length is parseEmail's business, which counts bytes.
  const text = readText(issues, 'email', body.email, { max: Number.POSITIVE_INFINITY, required: true })
  const parsed = text === null ? null : parseEmail(text)
  if (parsed && 'problem' in parsed) issues.add('email', `email ${parsed.problem}.`)
  if (body.confirm !== true) {
    const sent = body.confirm === undefined ? 'missing' : body.confirm === false ? 'false' : nameOfType(body.confirm)
    issues.add('confirm', `confirm must be true, because erasing cannot be undone, but it is ${sent}.`)
  }
  return parsed && 'key' in parsed ? { email: parsed.email, emailKey: parsed.key } : { email: '', emailKey: '' }
}
