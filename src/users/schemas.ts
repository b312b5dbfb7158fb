import { type ApiError, validationError } from '../errors.ts'
import { Timestamp, Uuid } from '../http/schemas.ts'
import { checkNames, type Issues, typeOf } from '../lib/issues.ts'
import {
  assigned,
  choice,
  computed,
  everywhere,
  type Field,
  flag,
  only,
  orNull,
  text,
  timeZone,
} from '../lib/record/fields.ts'
import { body, type ChangeOf, record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import { readEmail } from '../lib/text/email.ts'
import { countCodePoints, readText } from '../lib/text/text.ts'
import { LEAD_MAIL } from '../mail/team-store.ts'
import { LANGUAGES } from '../messages/languages.ts'
import { message } from '../messages/message.ts'
import { SCOPES, TEAM_ROLES } from '../scopes.ts'

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128

const NOT_SIX_DIGITS = message('code.not_six_digits')
const WRONG_RESPONSE = message('passkey.wrong_response', { field: 'response' })

type Body = Record<string, unknown>

const at = '2026-11-15T09:30:00.000Z'

// Fields ---------------------------------------------------------------------------------------------------------------

/** Addresses are compared by their key, so different spellings are the same person. */
export const email = required<string>(
  S.string({ format: 'email', maxLength: 254, examples: ['ana@example.com'] }),
  (issues, _path, value) => readEmail(issues, value, { max: 254, required: true })?.key ?? '',
)

// The addresses that better-auth accepts.
const PLAIN_EMAIL = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

export const newEmail: Field<string> = {
  ...email,
  read(issues, path, value) {
    const address = email.read(issues, path, value)
    if (address !== '' && !PLAIN_EMAIL.test(address)) issues.add(path, 'user.email_characters')
    return address
  },
}

export const role = choice(TEAM_ROLES, {
  about:
    'An owner may do everything; an editor everything but keys, team and workspace; a viewer may look but not change.',
  example: 'editor',
})

const name = text({
  max: 100,
  required: true,
  schema: { examples: ['Ana Silva'] },
  // The name becomes part of mail subjects.
  rule: (name) => (/[\r\n\t]/.test(name) ? [message('user.name_lines', { field: 'name' })] : []),
  example: 'Ana Silva',
})

/** A password to compare, of any length. */
const password = required<string>(S.string({ minLength: 1, maxLength: PASSWORD_MAX }), readPassword)

const newPassword = required<string>(
  S.string({
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    description: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters, and not the e-mail address.`,
    examples: ['a long sentence is a good password'],
  }),
  (issues, path, value) => {
    const sent = readPassword(issues, path, value)
    if (sent !== '' && countCodePoints(sent) < PASSWORD_MIN)
      issues.add(path, 'password.too_short', { min: PASSWORD_MIN })
    return sent
  },
)

/** As typed: leading and trailing blanks count too. */
function readPassword(issues: Issues, path: string, value: unknown): string {
  if (value === undefined || value === '') issues.add(path, 'password.required')
  else if (typeof value !== 'string') issues.add(path, 'field.not_text', { found: typeOf(value) })
  else if (value.length > PASSWORD_MAX) issues.add(path, 'password.too_long', { max: PASSWORD_MAX })
  return typeof value === 'string' ? value : ''
}

export function isEmail(password: string, email: string): boolean {
  return password.trim().toLowerCase() === email
}

export function sameAsEmail(field: string): ApiError {
  return validationError({ [field]: [message('password.same_as_email', { field })] })
}

const code = required<string>(S.string({ maxLength: 32, examples: ['492039'] }), (issues, path, value) => {
  const digits = readCode(issues, path, value)
  if (digits !== '' && !/^\d{6}$/.test(digits)) issues.add(path, NOT_SIX_DIGITS)
  return digits
})

/** People type a code as displayed: in two groups. */
function readCode(issues: Issues, path: string, value: unknown): string {
  return readText(issues, path, value, { max: 32, required: true })?.replace(/[\s-]/g, '') ?? ''
}

const token = text({
  max: 200,
  required: true,
  about: 'What stands behind `#token=` in the link.',
  example: 'join_...',
})

// The longest that the standard allows: 1,023 bytes, in base64url.
const CREDENTIAL_ID = /^[\w-]{1,1364}$/

/** The result of a function of the browser's `navigator.credentials`. */
const responseOf = (call: 'create' | 'get') =>
  required<Body>(
    S.object(
      {},
      { additionalProperties: true, description: `The result of \`navigator.credentials.${call}\`, as JSON.` },
    ),
    readResponse,
  )

/** Checks only the outer structure; better-auth checks the content. */
function readResponse(issues: Issues, path: string, value: unknown): Body {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const sent = isObject ? (value as Body) : {}
  const inner = sent.response
  const isId = typeof sent.id === 'string' && CREDENTIAL_ID.test(sent.id)
  if (!isObject || !isId || typeof inner !== 'object' || inner === null) issues.add(path, WRONG_RESPONSE)
  return sent
}

function required<T>(schema: S.Schema, read: Field<T>['read']): Field<T> {
  return everywhere<T>({ schema, example: (schema.examples as T[] | undefined)?.[0], isRequired: true, read })
}

// Bodies ---------------------------------------------------------------------------------------------------------------

export const signInBody = body('SignIn', { email, password })
export const codeProof = body('CodeProof', { code })
export const passwordChange = body('PasswordChange', { current_password: password, new_password: newPassword })
export const forgottenPassword = body('ForgottenPassword', { email })
export const passwordReset = body('PasswordReset', { token, password: newPassword })
export const passwordProof = body('PasswordProof', { password })
export const newPasskey = body('NewPasskey', {
  name: { ...text({ max: 100, example: 'Laptop' }), schema: S.string({ maxLength: 100 }) },
  response: responseOf('create'),
})
export const passkeySignIn = body('PasskeySignIn', { response: responseOf('get') })
export const memberChange = body('MemberPatch', { role })
export const invitationToken = body('InvitationToken', { token })
export const acceptedInvitation = body('AcceptedInvitation', { token, name, password: newPassword })

export type NewOwner = ReturnType<typeof newOwner.read>

export const workspaceZone = timeZone({
  about:
    'The time zone of the workspace, an IANA name such as Europe/Lisbon. When left out, the workspace keeps its zone, which is UTC at first.',
})

export const newOwner = {
  schema: body('NewOwner', { token, name, email: newEmail, password: newPassword, time_zone: workspaceZone }).schema,
  read(issues: Issues, sent: Body) {
    checkNames(issues, sent, ['token', 'name', 'email', 'password', 'time_zone'])
    // The address comes first: a refusal shows the message of the first broken rule.
    const owner = {
      email: newEmail.read(issues, 'email', sent.email),
      token: token.read(issues, 'token', sent.token),
      name: name.read(issues, 'name', sent.name),
      password: newPassword.read(issues, 'password', sent.password),
      time_zone: workspaceZone.read(issues, 'time_zone', sent.time_zone),
    }
    if (owner.password !== '' && isEmail(owner.password, owner.email)) issues.add('password', 'password.same_as_email')
    return owner
  },
}

export type SecondFactor = ReturnType<typeof secondFactor.read>

const trustDevice = flag({
  about: 'This browser is not asked for the second factor again for 30 days. False when left out.',
  refusesNull: true,
})

export const secondFactor = {
  schema: S.partialInput(
    'SecondFactor',
    {
      code: code.schema,
      backup_code: S.string({ maxLength: 32, examples: ['k3T9x-Qe7Lm'] }),
      trust_device: trustDevice.schema,
    },
    'The code of the authenticator app, or one of the backup codes.',
  ),
  read(issues: Issues, sent: Body) {
    checkNames(issues, sent, ['code', 'backup_code', 'trust_device'])
    const trusts = trustDevice.read(issues, 'trust_device', sent.trust_device)
    if (sent.code !== undefined && sent.backup_code !== undefined) {
      issues.add('backup_code', 'sign_in.one_factor')
    }
    if (sent.backup_code === undefined) {
      return { kind: 'totp' as const, code: code.read(issues, 'code', sent.code), trustDevice: trusts }
    }
    const digits = readCode(issues, 'backup_code', sent.backup_code)
    return { kind: 'backup' as const, code: `${digits.slice(0, 5)}-${digits.slice(5)}`, trustDevice: trusts }
  },
}

// Who signs in ---------------------------------------------------------------------------------------------------------

const user = S.exampledOutput('User', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9070'],
  name: [name.schema, 'Ana Silva'],
  email: [email.schema, 'ana@example.com'],
  two_factor: [S.boolean('A code of an authenticator app is asked for at sign-in.'), true],
  passkeys: [S.integer('How many there are.'), 1],
})

export const signedIn = S.exampledOutput('SignedIn', {
  second_factor_needed: [
    S.boolean('True: the sign-in is not complete. Send the code to `POST /v1/auth/second-factor` within ten minutes.'),
    false,
  ],
  user: [S.orNull(user.schema), user.example],
})

const workspace = S.exampled({ id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9071'], name: [S.string(), 'Main'] })
const ownSession = S.exampled({
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9072'],
  expires_at: [Timestamp, '2026-11-29T09:30:00.000Z'],
})
const features = S.exampled({
  mail: [S.boolean('The installation can send mail.'), true],
  sandbox: [S.boolean('Posts go to simulated platforms.'), false],
})

export const TIME_FORMATS = ['12h', '24h'] as const
export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const

export type MeChange = ChangeOf<typeof me>
export const me = record(
  'Me',
  {
    name: only(['change'], name),
    user: computed<typeof user.example>(user.schema, user.example),
    role: computed<string>(role.schema, 'owner'),
    scopes: computed(S.array(S.oneOf(SCOPES), 'What the role may do, as with a key.'), [...SCOPES]),
    workspace: computed<typeof workspace.example>(S.closed(workspace.fields), workspace.example),
    session: computed<typeof ownSession.example>(S.closed(ownSession.fields), ownSession.example),
    lead_mail: choice(LEAD_MAIL, {
      about:
        'Mail about every new contact of the workspace: `each` for itself, `hourly` or `daily` together, or `off`.',
      example: 'daily',
    }),
    weekly_mail: flag({
      about: 'A mail on Monday morning, in the time zone of the workspace, with the results of the week.',
      example: true,
      refusesNull: true,
    }),
    language: choice(LANGUAGES, {
      fallback: null,
      about:
        "The language of the dashboard and of mails. Null: the dashboard uses the browser's language, and mails and notifications are in English. An account that is made in another language than English begins with it.",
      example: 'de',
    }),
    time_zone: orNull(
      timeZone({
        required: true,
        about: "An IANA name such as Europe/Lisbon: in which the person reads times. Null for the workspace's.",
      }),
    ),
    time_format: choice(TIME_FORMATS, { fallback: null, about: 'Null: as usual in the language.', example: '24h' }),
    week_start: choice(WEEK_STARTS, { fallback: null, about: 'Null: as usual in the language.', example: 'monday' }),
    features: computed<typeof features.example>(S.closed(features.fields), features.example),
  },
  { change: 'Only what changes.', refusesAssigned: true },
)

export const session = S.exampledOutput('Session', {
  id: [Uuid, ownSession.example.id],
  current: [S.boolean('The one of this request.'), true],
  address: [S.nullable('string', 'Where the sign-in came from; of IPv6 the network.'), '203.0.113.7'],
  user_agent: [
    S.nullable('string', 'What the browser calls itself.'),
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  ],
  created_at: [Timestamp, at],
  renewed_at: [Timestamp, at],
  expires_at: [Timestamp, ownSession.example.expires_at],
})

export const setupState = S.exampledOutput('SetupState', {
  needed: [S.boolean('True until the first owner exists. The set-up link is in the output of the server.'), true],
  mail: [S.boolean('The installation can send mail, so a forgotten password can be set anew by it.'), false],
  command: [S.string('How commands are called on the machine of the installation.'), 'npx doorpost'],
})

const BackupCodes = S.array(S.string(), 'Ten codes for the day the phone is gone; each works once. Shown once only.')
export const backupCodes = S.exampledOutput('BackupCodes', {
  backup_codes: [BackupCodes, ['k3T9x-Qe7Lm', 'Pw2Zs-8bHn4']],
})
export const totpStart = S.exampledOutput('TotpStart', {
  uri: [
    S.string('For the QR code: `otpauth://totp/...`. Shown once only.'),
    'otpauth://totp/Doorpost:ana%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Doorpost&digits=6&period=30',
  ],
  backup_codes: [BackupCodes, backupCodes.example.backup_codes],
})

export const passkey = S.exampledOutput('Passkey', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9073'],
  name: [S.nullable('string'), 'Laptop'],
  synced: [S.boolean('Its owner has it on more than one device.'), true],
  created_at: [Timestamp, at],
})
export const PasskeyOptionsSchema = S.input(
  'PasskeyOptions',
  {},
  { additionalProperties: true, description: 'As WebAuthn defines it.' },
)

export const DoneSchema = S.output('Done', { done: S.literal(true) })

// The team -------------------------------------------------------------------------------------------------------------

export const member = {
  schema: S.output('Member', {
    id: Uuid,
    name: name.schema,
    email: email.schema,
    role: role.schema,
    two_factor: S.boolean(),
    passkeys: S.integer(),
    joined_at: Timestamp,
  }),
  example: { ...user.example, role: 'owner', joined_at: at },
}

export const invitation = record(
  'Invitation',
  {
    id: assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9074'),
    email: { ...newEmail, example: 'ben@example.com' },
    role,
    invited_by: computed(S.nullable('string', 'The name of who did it; null for the command line.'), 'Ana Silva'),
    created_at: assigned(Timestamp, at),
    expires_at: assigned(Timestamp, '2026-11-22T09:30:00.000Z'),
  },
  { refusesAssigned: true },
)
const mail = S.exampled({
  sent: [S.boolean(), true],
  problem: [S.nullable('string', 'Why no mail went out, when none did.'), null],
})
export const invitationWithLink = invitation.extended('InvitationWithLink', {
  link: [
    S.nullable('string', 'Give it to the person. Shown once only: null in a repeat for an Idempotency-Key.'),
    'https://doorpost.example.com/join#token=join_...',
  ],
  mail: [S.closed(mail.fields), mail.example],
})

const invited = invitation.example
export const openInvitation = S.exampledOutput('OpenInvitation', {
  email: [email.schema, invited.email],
  role: [role.schema, invited.role],
  invited_by: [S.nullable('string'), invited.invited_by],
  workspace: [S.string('The name of it.'), workspace.example.name],
  expires_at: [Timestamp, invited.expires_at],
})
