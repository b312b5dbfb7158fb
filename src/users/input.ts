import { checkNames, type Issues, nameOfType } from '../lib/issues.ts'
import { parseEmail } from '../lib/text/email.ts'
import { countCodePoints, readText } from '../lib/text/text.ts'
import { isTeamRole, TEAM_ROLES, type TeamRole } from '../scopes.ts'
import { NAME_MAX, PASSKEY_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, TOKEN_MAX } from './schemas.ts'

type Body = Record<string, unknown>
type ReadField<T> = (issues: Issues, value: unknown, field: string) => T
type Readers = Record<string, ReadField<unknown>>

/** Reads a body that has these fields and no others. */
function reader<R extends Readers>(readers: R) {
  const names = Object.keys(readers)
  return (issues: Issues, body: Body): { [F in keyof R]: ReturnType<R[F]> } => {
    checkNames(issues, body, names)
    const read = names.map((name) => [name, readers[name]!(issues, body[name], name)])
    return Object.fromEntries(read)
  }
}

/** Reads a body that has this field and no other. */
function readerOf<T>(field: string, read: ReadField<T>) {
  return (issues: Issues, body: Body): T => {
    checkNames(issues, body, [field])
    return read(issues, body[field], field)
  }
}

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
  const name = readName(issues, body.name)
  const password = readNewPassword(issues, body.password, 'password')
  if (password !== '' && isEmail(password, email)) issues.add('password', SAME_AS_EMAIL)
  return { token, name, email, password }
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
  const trustDevice = trust === true
  if (body.backup_code === undefined) return { kind: 'totp', code: readCode(issues, body.code), trustDevice }
  const text = readDigits(issues, 'backup_code', body.backup_code)
  return { kind: 'backup', code: `${text.slice(0, 5)}-${text.slice(5)}`, trustDevice }
}

function readCode(issues: Issues, value: unknown): string {
  const text = readDigits(issues, 'code', value)
  if (text !== '' && !/^\d{6}$/.test(text)) issues.add('code', 'code must be the six digits that the app shows.')
  return text
}

/** People type a code as it is shown: in two groups. */
function readDigits(issues: Issues, field: string, value: unknown): string {
  return readText(issues, field, value, { max: 32, required: true })?.replace(/[\s-]/g, '') ?? ''
}

// As long as the standard lets them be: 1,023 bytes, in base64url.
const CREDENTIAL_ID = /^[\w-]{1,1364}$/

/** Checks only the frame; better-auth checks what is in it. */
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

export function readRole(issues: Issues, value: unknown): TeamRole {
  if (typeof value === 'string' && isTeamRole(value)) return value
  issues.add('role', `role must be one of ${TEAM_ROLES.join(', ')}.`)
  return 'viewer'
}

function readName(issues: Issues, value: unknown): string {
  const name = readText(issues, 'name', value, { max: NAME_MAX, required: true }) ?? ''
  // It stands in the subject of mails.
  if (/[\r\n\t]/.test(name)) issues.add('name', 'name must be one line.')
  return name
}

function readPasskeyName(issues: Issues, value: unknown): string | null {
  return readText(issues, 'name', value, { max: PASSKEY_NAME_MAX })
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

function readPassword(issues: Issues, value: unknown, field: string): string {
  if (value === undefined || value === '') issues.add(field, `${field} is required.`)
  else if (typeof value !== 'string') issues.add(field, `${field} must be a string, but it is ${nameOfType(value)}.`)
  else if (value.length > PASSWORD_MAX) issues.add(field, `${field} must be at most ${PASSWORD_MAX} characters.`)
  return typeof value === 'string' ? value : ''
}

/** As typed: blanks at the ends count too. */
function readNewPassword(issues: Issues, value: unknown, field: string): string {
  const password = readPassword(issues, value, field)
  if (password !== '' && countCodePoints(password) < PASSWORD_MIN) {
    issues.add(field, `${field} must have at least ${PASSWORD_MIN} characters. A sentence is easy to remember.`)
  }
  return password
}

export const SAME_AS_EMAIL = 'password must not be the e-mail address.'

export function isEmail(password: string, email: string): boolean {
  return password.trim().toLowerCase() === email
}

function readToken(issues: Issues, value: unknown): string {
  return readText(issues, 'token', value, { max: TOKEN_MAX, required: true }) ?? ''
}

export const readSignIn = reader({ email: readEmail, password: readPassword })
export const readCodeProof = readerOf('code', readCode)
export const readPasswordChange = reader({ current_password: readPassword, new_password: readNewPassword })
export const readForgottenPassword = readerOf('email', readEmail)
export const readPasswordReset = reader({ token: readToken, password: readNewPassword })
export const readPasswordProof = readerOf('password', readPassword)
export const readMeChange = readerOf('name', readName)
export const readPasskey = reader({ name: readPasskeyName, response: readResponse })
export const readPasskeySignIn = readerOf('response', readResponse)
export const readInvitation = reader({ email: readNewEmail, role: readRole })
export const readMemberChange = readerOf('role', readRole)
export const readInvitationToken = readerOf('token', readToken)
export const readAcceptance = reader({ token: readToken, name: readName, password: readNewPassword })
