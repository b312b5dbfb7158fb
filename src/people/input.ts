import { type Issues, nameOfType } from '../lib/issues.ts'
import { readEmail } from '../lib/text/email.ts'

export interface Erasure {
  email: string
  emailKey: string
}

/** Reads whom to erase. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readErasure(issues: Issues, body: Record<string, unknown>): Erasure {
  const read = readEmail(issues, body.email, { max: Number.POSITIVE_INFINITY, required: true })
  if (body.confirm !== true) {
    const sent = body.confirm === undefined ? 'missing' : body.confirm === false ? 'false' : nameOfType(body.confirm)
    issues.add('confirm', `confirm must be true, because erasing cannot be undone, but it is ${sent}.`)
  }
  return { email: read?.email ?? '', emailKey: read?.key ?? '' }
}
