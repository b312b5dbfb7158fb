import { checkNames, type Issues, nameOfType } from '../lib/issues.ts'
import { readText } from '../lib/text/text.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { isScope, SCOPES, type Scope } from '../scopes.ts'
import { NAME_MAX } from './schemas.ts'

/** What a person decides about a new key, over HTTP or on the command line. */
export interface KeyInput {
  name: string
  scopes: readonly Scope[]
  expiresAt: Date | null
}

const ALL = SCOPES.join(', ')
const WRONG_SHOWN = 20

/** Reads a create body. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readNewKey(issues: Issues, body: Record<string, unknown>, now: Date): KeyInput {
  checkNames(issues, body, ['name', 'scopes', 'expires_at'])
  return {
    name: readText(issues, 'name', body.name, { max: NAME_MAX, required: true }) ?? '',
    scopes: readScopes(issues, body.scopes),
    expiresAt: readExpiry(issues, body.expires_at, now),
  }
}

/** Each once, in the order of the catalogue. */
function readScopes(issues: Issues, value: unknown): readonly Scope[] {
  if (value === undefined || value === null) return SCOPES
  if (!Array.isArray(value)) {
    issues.add('scopes', `scopes must be an array of permissions, but it is ${nameOfType(value)}.`)
    return []
  }
  if (value.length === 0) {
    issues.add('scopes', `scopes must have at least one permission. Choose from ${ALL}; leave it out for all.`)
  }
  const wrong = [...value.entries()].filter(([, each]) => typeof each !== 'string' || !isScope(each))
  for (const [index, each] of wrong.slice(0, WRONG_SHOWN)) {
    const found = typeof each === 'string' ? `unknown scope ${each.slice(0, 64).toWellFormed()}` : nameOfType(each)
    issues.add(`scopes[${index}]`, `scopes[${index}] is not a permission: ${found}. Choose from ${ALL}.`)
  }
  return SCOPES.filter((scope) => value.includes(scope))
}

function readExpiry(issues: Issues, value: unknown, now: Date): Date | null {
  const text = readText(issues, 'expires_at', value, { max: 64 })
  if (text === null) return null
  const parsed = parseDateTime(text)
  if ('problem' in parsed) {
    issues.add('expires_at', `expires_at ${parsed.problem}.`)
    return null
  }
  if (parsed.date > now) return parsed.date
  issues.add('expires_at', 'expires_at must be in the future. Leave it out for a key that does not expire.')
  return null
}
