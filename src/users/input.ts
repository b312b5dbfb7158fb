import { checkNames, type Issues, nameOfType } from '../lib/issues.ts'
import { parseEmail } from '../lib/text/email.ts'
import { countCodePoints, readText } from '../lib/text/text.ts'
import { isTeamRole, TEAM_ROLES, type TeamRole } from '../scopes.ts'
import { NAME_MAX, PASSKEY_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, TOKEN_MAX } from './schemas.ts'

type Body = Record<string, unknown>

const WRONG_ROLE = `role must be one of ${TEAM_ROLES.join(', ')}.`

export interface NewOwner {
  token: string
  name: string
  email: string
  password: string
}

export function readNewOwner(issues: Issues, body: Body): NewOwner {
  checkNames(issues, body, ['token', 'name', 'email', 'password'])
  const email = readNewEmail(issues, body.email)
  const token = readToken(issues, body.token)
  return { token, name: readName(issues, body.name), email, password: readNewPassword(issues, 'password', body, email) }
}

export function readSignIn(issues: Issues, body: Body): { email: string; password: string } {
  checkNames(issues, body, ['email', 'password'])
  return { email: readEmail(issues, body.email), password: readPassword(issues, 'password', body.password) }
}

export interface SecondFactor {
  kind: 'totp' | 'backup'
  code: string
  trustDevice: boolean
}

export function readSecondFactor(issues: Issues, body: Body): SecondFactor {
  checkNames(issues, body, ['code', 'backup_code', 'trust_device'])
  const { trust_device: trust = false } = body
  if (typeof trust !== 'boolean') issues.add('trust_device', 'trust_device must be true or false.')
  if (body.code !== undefined && body.backup_code !== undefined) {
    issues.add('backup_code', 'Send either code or backup_code, not both.')
  }
  const kind = body.backup_code === undefined ? 'totp' : 'backup'
  const code = kind === 'totp' ? readCode(issues, body.code) : readBackupCode(issues, body.backup_code)
  return { kind, code, trustDevice: trust === true }
}

export function readCodeProof(issues: Issues, body: Body): string {
  checkNames(issues, body, ['code'])
  return readCode(issues, body.code)
}

/** People type it as it is shown: in two groups. */
function readCode(issues: Issues, value: unknown): string {
  const text = readText(issues, 'code', value, { max: 32, required: true })?.replace(/[\s-]/g, '') ?? ''
  if (text !== '' && !/^\d{6}$/.test(text)) issues.add('code', 'code must be the six digits that the app shows.')
  return text
}

function readBackupCode(issues: Issues, value: unknown): string {
  const text = readText(issues, 'backup_code', value, { max: 32, required: true })?.replace(/[\s-]/g, '') ?? ''
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

export function readPasswordChange(issues: Issues, body: Body): { current: string; next: string } {
  checkNames(issues, body, ['current_password', 'new_password'])
  const current = readPassword(issues, 'current_password', body.current_password)
  return { current, next: readNewPassword(issues, 'new_password', body, null) }
}

export function readForgottenPassword(issues: Issues, body: Body): string {
  checkNames(issues, body, ['email'])
  return readEmail(issues, body.email)
}

export function readPasswordReset(issues: Issues, body: Body): { token: string; password: string } {
  checkNames(issues, body, ['token', 'password'])
  return { token: readToken(issues, body.token), password: readNewPassword(issues, 'password', body, null) }
}

export function readPasswordProof(issues: Issues, body: Body): string {
  checkNames(issues, body, ['password'])
  return readPassword(issues, 'password', body.password)
}

export function readMeChange(issues: Issues, body: Body): string {
  checkNames(issues, body, ['name'])
  return readName(issues, body.name)
}

export function readPasskey(issues: Issues, body: Body): { name: string | null; response: Body } {
  checkNames(issues, body, ['name', 'response'])
  const name = readText(issues, 'name', body.name, { max: PASSKEY_NAME_MAX })
  return { name, response: readResponse(issues, body.response) }
}

export function readPasskeySignIn(issues: Issues, body: Body): Body {
  checkNames(issues, body, ['response'])
  return readResponse(issues, body.response)
}

// As long as the standard lets them be: 1,023 bytes, in base64url.
const CREDENTIAL_ID = /^[\w-]{1,1364}$/

/** Only its frame: what is in it is for the library to judge. */
function readResponse(issues: Issues, value: unknown): Body {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const body = isObject ? (value as Body) : {}
  const inner = body.response
  const isId = typeof body.id === 'string' && CREDENTIAL_ID.test(body.id)
  if (!isObject || !isId || typeof inner !== 'object' || inner === null) {
    issues.add(
      'response',
      'response must be what the browser gave for the passkey, as a JSON object with id and response.',
    )
  }
  return body
}

export function readInvitation(issues: Issues, body: Body): { email: string; role: TeamRole } {
  checkNames(issues, body, ['email', 'role'])
  return { email: readNewEmail(issues, body.email), role: readRole(issues, body.role) }
}

export function readMemberChange(issues: Issues, body: Body): TeamRole {
  checkNames(issues, body, ['role'])
  return readRole(issues, body.role)
}

export function readInvitationToken(issues: Issues, body: Body): string {
  checkNames(issues, body, ['token'])
  return readToken(issues, body.token)
}

export function readAcceptance(issues: Issues, body: Body): { token: string; name: string; password: string } {
  checkNames(issues, body, ['token', 'name', 'password'])
  const token = readToken(issues, body.token)
  return { token, name: readName(issues, body.name), password: readNewPassword(issues, 'password', body, null) }
}

export function readRole(issues: Issues, value: unknown): TeamRole {
  if (typeof value === 'string' && isTeamRole(value)) return value
  issues.add('role', WRONG_ROLE)
  return 'viewer'
}

function readName(issues: Issues, value: unknown): string {
  const name = readText(issues, 'name', value, { max: NAME_MAX, required: true }) ?? ''
  // It stands in the subject of mails.
  if (/[\r\n\t]/.test(name)) issues.add('name', 'name must be one line.')
  return name
}

/** The key of the address: however it is written, it is the same person. */
export function readEmail(issues: Issues, value: unknown): string {
  const text = readText(issues, 'email', value, { max: 254, required: true })
  if (text === null) return ''
  const parsed = parseEmail(text)
  if ('key' in parsed) return parsed.key
  issues.add('email', `email ${parsed.problem}.`)
  return ''
}

// Those that better-auth takes.
const PLAIN_EMAIL = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

export function readNewEmail(issues: Issues, value: unknown): string {
  const email = readEmail(issues, value)
  if (email !== '' && !PLAIN_EMAIL.test(email)) {
    issues.add(
      'email',
      "email may only have letters a to z, digits and . _ ' + - to sign in with. Use another address.",
    )
  }
  return email
}

function readPassword(issues: Issues, field: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    const what =
      value === undefined || value === '' ? 'is required' : `must be a string, but it is ${nameOfType(value)}`
    issues.add(field, `${field} ${what}.`)
    return ''
  }
  if (value.length > PASSWORD_MAX) issues.add(field, `${field} must be at most ${PASSWORD_MAX} characters.`)
  return value
}

/** As typed: blanks at the ends count too. */
function readNewPassword(issues: Issues, field: string, body: Body, email: string | null): string {
  const password = readPassword(issues, field, body[field])
  if (password === '') return ''
  if (countCodePoints(password) < PASSWORD_MIN) {
    issues.add(field, `${field} must have at least ${PASSWORD_MIN} characters. A sentence is easy to remember.`)
  }
  if (email !== null && isEmail(password, email)) issues.add(field, SAME_AS_EMAIL.replace('password', field))
  return password
}

export const SAME_AS_EMAIL = 'password must not be the e-mail address.'

export function isEmail(password: string, email: string): boolean {
  return password.trim().toLowerCase() === email
}

function readToken(issues: Issues, value: unknown): string {
  return readText(issues, 'token', value, { max: TOKEN_MAX, required: true }) ?? ''
}
