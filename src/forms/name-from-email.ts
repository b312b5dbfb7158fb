import { TEXT_MAX } from '../contact-fields.ts'

/** `ana.silva+news@example.com` is Ana; an address without letters gives what stands before the @. */
export function nameFromEmail(email: string): string {
  const local = email.slice(0, email.lastIndexOf('@'))
  const word = local
    .split('+', 1)[0]!
    .split(/[._-]+|\d+/)
    .find((part) => /\p{L}/u.test(part))
  if (word === undefined) return local.slice(0, TEXT_MAX)
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}
