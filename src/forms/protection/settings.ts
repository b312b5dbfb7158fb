import { checkNames, type Issues, nameOfType } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'

export interface ProtectionSettings {
  enabled: boolean
}

export const PROTECTION_DEFAULT: ProtectionSettings = { enabled: true }

export const ProtectionSchema = S.closed({
  enabled: S.boolean('Submissions that look like spam are held for a person to look at; nothing is dropped.'),
})

/** Reads the settings of a body; what is left out has its default. */
export function readProtection(issues: Issues, value: unknown): ProtectionSettings {
  if (value === undefined || value === null) return PROTECTION_DEFAULT
  if (typeof value !== 'object' || Array.isArray(value)) {
    issues.add('protection', `protection must be an object, but it is ${nameOfType(value)}.`)
    return PROTECTION_DEFAULT
  }
  const body = value as Record<string, unknown>
  checkNames(issues, body, ['enabled'])
  const { enabled = true } = body
  if (typeof enabled !== 'boolean') issues.add('protection.enabled', 'protection.enabled must be true or false.')
  return { enabled: enabled !== false }
}
