import { checkNames, type Issues, nameOfType } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { readEmail as readAddress } from '../lib/text/email.ts'
import { countCodePoints, readText } from '../lib/text/text.ts'
import { LEAD_MAIL, type LeadMail } from '../mail/team-store.ts'
import { isTeamRole, TEAM_ROLES, type TeamRole } from '../scopes.ts'
import { Email, LeadMailField, NAME_MAX, Name, Role, WeeklyMailField } from './schemas.ts'

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
const PASSKEY_NAME_MAX = 100
const TOKEN_MAX = 200

type Body = Record<string, unknown>

export const NOT_SIX_DIGITS = 'code must be the six digits that the app shows.'

function readCode(issues: Issues, value: unknown): string {
  const text = readDigits(issues, 'code', value)
  if (text !== '' && !/^\d{6}$/.test(text)) issues.add('code', NOT_SIX_DIGITS)
  return text
}

/** People type a code as they see it: in two groups. */
function readDigits(issues: Issues, field: string, value: unknown): string {
  return readText(issues, field, value, { max: 32, required: true })?.replace(/[\s-]/g, '') ?? ''
}

// The longest that the standard allows: 1,023 bytes, in base64url.
const CREDENTIAL_ID = /^[\w-]{1,1364}$/

export const WRONG_RESPONSE =
  'response must be what the browser gave for the passkey, as a JSON object with id and response.'

/** Checks only the frame; better-auth checks what is in it. */
function readResponse(issues: Issues, value: unknown): Body {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const body = isObject ? (value as Body) : {}
  const inner = body.response
  const isId = typeof body.id === 'string' && CREDENTIAL_ID.test(body.id)
  if (!isObject || !isId || typeof inner !== 'object' || inner === null) issues.add('response', WRONG_RESPONSE)
  return body
}

export function readRole(issues: Issues, value: unknown): TeamRole {
  if (typeof value === 'string' && isTeamRole(value)) return value
  issues.add('role', `role must be one of ${TEAM_ROLES.join(', ')}.`)
  return 'viewer'
}

function readName(issues: Issues, value: unknown): string {
  const name = readText(issues, 'name', value, { max: NAME_MAX, required: true }) ?? ''
  // It is part of mail subjects.
  if (/[\r\n\t]/.test(name)) issues.add('name', 'name must be one line.')
  return name
}

/** The key of the address: however it is written, it is the same person. */
export function readEmail(issues: Issues, value: unknown): string {
  return readAddress(issues, value, { max: 254, required: true })?.key ?? ''
}

// The addresses that better-auth accepts.
const PLAIN_EMAIL = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

export function readNewEmail(issues: Issues, value: unknown): string {
  const email = readEmail(issues, value)
  if (email !== '' && !PLAIN_EMAIL.test(email)) {
    const allowed = "letters a to z, digits and . _ ' + -"
    issues.add('email', `email may only have ${allowed} to sign in with. Use another address.`)
  }
  return email
}

function readPassword(issues: Issues, value: unknown, field: string): string {
  if (value === undefined || value === '') issues.add(field, `${field} is required.`)
  else if (typeof value !== 'string') issues.add(field, `${field} must be a string, but it is ${nameOfType(value)}.`)
  else if (value.length > PASSWORD_MAX) issues.add(field, `${field} must be at most ${PASSWORD_MAX} characters.`)
  return typeof value === 'string' ? value : ''
}

export const SHORT_PASSWORD = `password must have at least ${PASSWORD_MIN} characters. A sentence is easy to remember.`

/** As typed: blanks at the ends count too. */
function readNewPassword(issues: Issues, value: unknown, field: string): string {
  const password = readPassword(issues, value, field)
  if (password !== '' && countCodePoints(password) < PASSWORD_MIN) {
    issues.add(field, SHORT_PASSWORD.replace('password', field))
  }
  return password
}

export const SAME_AS_EMAIL = 'password must not be the e-mail address.'

export function isEmail(password: string, email: string): boolean {
  return password.trim().toLowerCase() === email
}

interface Field<T> {
  schema: S.Schema
  read: (issues: Issues, value: unknown, field: string) => T
}

/** A body that has these fields and no others: its schema, and how it is read. */
function bodyOf<F extends Record<string, Field<unknown>>>(id: string, fields: F) {
  const entries = Object.entries(fields)
  return {
    schema: S.input(id, Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]))),
    read(issues: Issues, body: Body) {
      checkNames(issues, body, Object.keys(fields))
      const values = entries.map(([name, { read }]) => [name, read(issues, body[name], name)])
      return Object.fromEntries(values) as { [N in keyof F]: ReturnType<F[N]['read']> }
    },
  }
}

const Code = S.string({ maxLength: 32, examples: ['492039'] })
const code = { schema: Code, read: readCode }
const email = { schema: Email, read: readEmail }
const newEmail = { schema: Email, read: readNewEmail }
const name = { schema: Name, read: readName }
const role = { schema: Role, read: readRole }
/** A password to compare, of any length. */
const password = { schema: S.string({ minLength: 1, maxLength: PASSWORD_MAX }), read: readPassword }
const newPassword = {
  schema: S.string({
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    description: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters, and not the e-mail address.`,
    examples: ['a long sentence is a good password'],
  }),
  read: readNewPassword,
}
const token = {
  schema: S.string({ maxLength: TOKEN_MAX, description: 'What stands behind `#token=` in the link.' }),
  read: (issues: Issues, value: unknown) => readText(issues, 'token', value, { max: TOKEN_MAX, required: true }) ?? '',
}
const passkeyName = {
  schema: S.optional(S.string({ maxLength: PASSKEY_NAME_MAX })),
  read: (issues: Issues, value: unknown) => readText(issues, 'name', value, { max: PASSKEY_NAME_MAX }),
}
/** What the browser's `navigator.credentials` returned. */
const responseOf = (call: string) => ({
  schema: S.object({}, { additionalProperties: true, description: `Of \`navigator.credentials.${call}\`, as JSON.` }),
  read: readResponse,
})

export const signInBody = bodyOf('SignIn', { email, password })
export const codeProof = bodyOf('CodeProof', { code })
export const passwordChange = bodyOf('PasswordChange', { current_password: password, new_password: newPassword })
export const forgottenPassword = bodyOf('ForgottenPassword', { email })
export const passwordReset = bodyOf('PasswordReset', { token, password: newPassword })
export const passwordProof = bodyOf('PasswordProof', { password })
export const newPasskey = bodyOf('NewPasskey', { name: passkeyName, response: responseOf('create') })
export const passkeySignIn = bodyOf('PasskeySignIn', { response: responseOf('get') })
export const newInvitation = bodyOf('NewInvitation', { email: newEmail, role })
export const memberChange = bodyOf('MemberPatch', { role })
export const invitationToken = bodyOf('InvitationToken', { token })
export const acceptedInvitation = bodyOf('AcceptedInvitation', { token, name, password: newPassword })

export type MeChange = ReturnType<typeof meChange.read>

export const meChange = {
  schema: S.partialInput(
    'MePatch',
    { name: Name, lead_mail: LeadMailField, weekly_mail: WeeklyMailField },
    'Only what changes.',
  ),
  read(issues: Issues, body: Body) {
    checkNames(issues, body, ['name', 'lead_mail', 'weekly_mail'])
    const { lead_mail: lead, weekly_mail: weekly } = body
    if (lead !== undefined && !LEAD_MAIL.includes(lead as LeadMail)) {
      issues.add('lead_mail', `lead_mail must be one of ${LEAD_MAIL.join(', ')}.`)
    }
    if (weekly !== undefined && typeof weekly !== 'boolean') {
      issues.add('weekly_mail', 'weekly_mail must be true or false.')
    }
    return {
      ...(body.name === undefined ? {} : { name: readName(issues, body.name) }),
      ...(lead === undefined ? {} : { lead_mail: lead as LeadMail }),
      ...(weekly === undefined ? {} : { weekly_mail: weekly === true }),
    }
  },
}

export type NewOwner = ReturnType<typeof newOwner.read>

export const newOwner = {
  ...bodyOf('NewOwner', { token, name, email: newEmail, password: newPassword }),
  read(issues: Issues, body: Body) {
    checkNames(issues, body, ['token', 'name', 'email', 'password'])
    // Read first: the message of a refusal is that of the first broken rule.
    const email = readNewEmail(issues, body.email)
    const owner = { token: token.read(issues, body.token), name: readName(issues, body.name), email }
    const password = readNewPassword(issues, body.password, 'password')
    if (password !== '' && isEmail(password, email)) issues.add('password', SAME_AS_EMAIL)
    return { ...owner, password }
  },
}

export type SecondFactor = ReturnType<typeof secondFactor.read>

export const secondFactor = {
  schema: S.partialInput(
    'SecondFactor',
    {
      code: Code,
      backup_code: S.string({ maxLength: 32, examples: ['k3T9x-Qe7Lm'] }),
      trust_device: S.boolean(
        'This browser is not asked for the second factor again for 30 days. False when left out.',
      ),
    },
    'The code of the authenticator app, or one of the backup codes.',
  ),
  read(issues: Issues, body: Body) {
    checkNames(issues, body, ['code', 'backup_code', 'trust_device'])
    const { trust_device: trust = false } = body
    if (typeof trust !== 'boolean') issues.add('trust_device', 'trust_device must be true or false.')
    if (body.code !== undefined && body.backup_code !== undefined) {
      issues.add('backup_code', 'Send either code or backup_code, not both.')
    }
    const trustDevice = trust === true
    if (body.backup_code === undefined) return { kind: 'totp' as const, code: readCode(issues, body.code), trustDevice }
    const text = readDigits(issues, 'backup_code', body.backup_code)
    return { kind: 'backup' as const, code: `${text.slice(0, 5)}-${text.slice(5)}`, trustDevice }
  },
}
