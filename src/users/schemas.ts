import { Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { SCOPES, TEAM_ROLES } from '../scopes.ts'

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
export const NAME_MAX = 100
export const PASSKEY_NAME_MAX = 100
export const TOKEN_MAX = 200

const id = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9070'
const at = '2026-11-15T09:30:00.000Z'

export const Password = S.string({
  minLength: PASSWORD_MIN,
  maxLength: PASSWORD_MAX,
  description: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters, and not the e-mail address.`,
  examples: ['a long sentence is a good password'],
})
/** One that is to be compared: whatever its length. */
const OldPassword = S.string({ minLength: 1, maxLength: PASSWORD_MAX })
export const Email = S.string({ format: 'email', maxLength: 254, examples: ['ana@example.com'] })
export const Role = S.oneOf(
  TEAM_ROLES,
  'An owner may do everything; an editor everything but keys, team and workspace; a viewer may look but not change.',
)
const Token = S.string({ maxLength: TOKEN_MAX, description: 'What stands behind `#token=` in the link.' })
const Code = S.string({ maxLength: 32, examples: ['492039'] })
const Name = S.string({ maxLength: NAME_MAX, examples: ['Ana Silva'] })

// Who signs in ---------------------------------------------------------------------------------------------------------

const UserSchema = S.output('User', {
  id: Uuid,
  name: Name,
  email: Email,
  two_factor: S.boolean('A code of an authenticator app is asked for at sign-in.'),
  passkeys: S.integer('How many there are.'),
})
const userExample = { id, name: 'Ana Silva', email: 'ana@example.com', two_factor: true, passkeys: 1 }

export const SignedInSchema = S.output('SignedIn', {
  second_factor_needed: S.boolean(
    'True: nobody is signed in yet. Send the code to `POST /v1/auth/second-factor` within ten minutes.',
  ),
  user: S.orNull(UserSchema),
})
export const signedInExample = { second_factor_needed: false, user: userExample }

export const MeSchema = S.output('Me', {
  user: UserSchema,
  role: Role,
  scopes: S.array(S.oneOf(SCOPES), 'What the role may do, as with a key.'),
  workspace: S.closed({ id: Uuid, name: S.string() }),
  session: S.closed({ id: Uuid, expires_at: Timestamp }),
  features: S.closed({
    mail: S.boolean('The installation can send mail.'),
    sandbox: S.boolean('Posts go to simulated platforms.'),
  }),
})
export const meExample = {
  user: userExample,
  role: 'owner',
  scopes: [...SCOPES],
  workspace: { id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9071', name: 'Main' },
  session: { id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9072', expires_at: '2026-11-29T09:30:00.000Z' },
  features: { mail: true, sandbox: false },
}

export const SessionSchema = S.output('Session', {
  id: Uuid,
  current: S.boolean('The one of this request.'),
  address: S.nullable('string', 'Where the sign-in came from; of IPv6 the network.'),
  user_agent: S.nullable('string', 'What the browser calls itself.'),
  created_at: Timestamp,
  renewed_at: Timestamp,
  expires_at: Timestamp,
})
export const sessionExample = {
  id: meExample.session.id,
  current: true,
  address: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  created_at: at,
  renewed_at: at,
  expires_at: meExample.session.expires_at,
}

export const SetupStateSchema = S.output('SetupState', {
  needed: S.boolean('True while nobody can sign in. The link for it is in the output of `npm start`.'),
  mail: S.boolean('The installation can send mail, so a forgotten password can be set anew by it.'),
})
export const NewOwnerSchema = S.input('NewOwner', { token: Token, name: Name, email: Email, password: Password })
export const SignInSchema = S.input('SignIn', { email: Email, password: OldPassword })
export const SecondFactorSchema = S.partialInput(
  'SecondFactor',
  {
    code: Code,
    backup_code: S.string({ maxLength: 32, examples: ['k3T9x-Qe7Lm'] }),
    trust_device: S.boolean('This browser is not asked for the second factor again for 30 days. False when left out.'),
  },
  'The code of the authenticator app, or one of the backup codes.',
)
export const PasswordChangeSchema = S.input('PasswordChange', { current_password: OldPassword, new_password: Password })
export const ForgottenPasswordSchema = S.input('ForgottenPassword', { email: Email })
export const PasswordResetSchema = S.input('PasswordReset', { token: Token, password: Password })
export const PasswordProofSchema = S.input('PasswordProof', { password: OldPassword })
export const CodeProofSchema = S.input('CodeProof', { code: Code })
export const MePatchSchema = S.input('MePatch', { name: Name })

const BackupCodes = S.array(S.string(), 'Ten codes for the day the phone is gone; each works once. Shown once only.')
export const TotpStartSchema = S.output('TotpStart', {
  uri: S.string('For the QR code: `otpauth://totp/...`. Shown once only.'),
  backup_codes: BackupCodes,
})
export const BackupCodesSchema = S.output('BackupCodes', { backup_codes: BackupCodes })
export const backupCodesExample = ['k3T9x-Qe7Lm', 'Pw2Zs-8bHn4']
export const totpStartExample = {
  uri: 'otpauth://totp/Doorpost:ana%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Doorpost&digits=6&period=30',
  backup_codes: backupCodesExample,
}

export const PasskeySchema = S.output('Passkey', {
  id: Uuid,
  name: S.nullable('string'),
  synced: S.boolean('Its owner has it on more than one device.'),
  created_at: Timestamp,
})
export const passkeyExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9073',
  name: 'Laptop',
  synced: true,
  created_at: at,
}
/** What the browser is given and gives back, as WebAuthn has it. */
export const PasskeyOptionsSchema = S.input('PasskeyOptions', {}, { additionalProperties: true })
export const NewPasskeySchema = S.input('NewPasskey', {
  name: S.optional(S.string({ maxLength: PASSKEY_NAME_MAX })),
  response: S.object({}, { additionalProperties: true, description: 'Of `navigator.credentials.create`, as JSON.' }),
})
export const PasskeySignInSchema = S.input('PasskeySignIn', {
  response: S.object({}, { additionalProperties: true, description: 'Of `navigator.credentials.get`, as JSON.' }),
})

export const DoneSchema = S.output('Done', { done: S.literal(true) })

// The team -------------------------------------------------------------------------------------------------------------

export const MemberSchema = S.output('Member', {
  id: Uuid,
  name: Name,
  email: Email,
  role: Role,
  two_factor: S.boolean(),
  passkeys: S.integer(),
  joined_at: Timestamp,
})
export const memberExample = { ...userExample, role: 'owner', joined_at: at }
export const MemberPatchSchema = S.input('MemberPatch', { role: Role })

const invitation = {
  id: Uuid,
  email: Email,
  role: Role,
  invited_by: S.nullable('string', 'The name of who did it; null for the command line.'),
  created_at: Timestamp,
  expires_at: Timestamp,
}
export const InvitationSchema = S.output('Invitation', invitation)
export const NewInvitationSchema = S.input('NewInvitation', { email: Email, role: Role })
export const InvitationWithLinkSchema = S.output('InvitationWithLink', {
  ...invitation,
  link: S.string('Give it to the person. Shown once only.'),
  mail: S.closed({ sent: S.boolean(), problem: S.nullable('string', 'Why no mail went out, when none did.') }),
})
export const invitationExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9074',
  email: 'ben@example.com',
  role: 'editor',
  invited_by: 'Ana Silva',
  created_at: at,
  expires_at: '2026-11-22T09:30:00.000Z',
}
export const invitationWithLinkExample = {
  ...invitationExample,
  link: 'https://doorpost.example.com/join#token=join_...',
  mail: { sent: true, problem: null },
}
export const InvitationTokenSchema = S.input('InvitationToken', { token: Token })
export const OpenInvitationSchema = S.output('OpenInvitation', {
  email: Email,
  role: Role,
  invited_by: S.nullable('string'),
  workspace: S.string('The name of it.'),
  expires_at: Timestamp,
})
const { email, role, invited_by, expires_at } = invitationExample
export const openInvitationExample = { email, role, invited_by, workspace: 'Main', expires_at }
export const AcceptedInvitationSchema = S.input('AcceptedInvitation', { token: Token, name: Name, password: Password })
