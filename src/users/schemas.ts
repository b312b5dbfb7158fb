import { Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { LEAD_MAIL } from '../mail/team-store.ts'
import { SCOPES, TEAM_ROLES } from '../scopes.ts'

export const NAME_MAX = 100

const at = '2026-11-15T09:30:00.000Z'

export const Email = S.string({ format: 'email', maxLength: 254, examples: ['ana@example.com'] })
export const Role = S.oneOf(
  TEAM_ROLES,
  'An owner may do everything; an editor everything but keys, team and workspace; a viewer may look but not change.',
)
export const Name = S.string({ maxLength: NAME_MAX, examples: ['Ana Silva'] })

export const LeadMailField = S.oneOf(
  LEAD_MAIL,
  'Mail about every new contact of the workspace: `each` for itself, `hourly` or `daily` together, or `off`.',
)
export const WeeklyMailField = S.boolean(
  'A mail on Monday morning, in the time zone of the workspace, with the results of the week.',
)

// Who signs in ---------------------------------------------------------------------------------------------------------

const user = S.exampledOutput('User', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9070'],
  name: [Name, 'Ana Silva'],
  email: [Email, 'ana@example.com'],
  two_factor: [S.boolean('A code of an authenticator app is asked for at sign-in.'), true],
  passkeys: [S.integer('How many there are.'), 1],
})

export const SignedInSchema = S.output('SignedIn', {
  second_factor_needed: S.boolean(
    'True: nobody is signed in yet. Send the code to `POST /v1/auth/second-factor` within ten minutes.',
  ),
  user: S.orNull(user.schema),
})
export const signedInExample = { second_factor_needed: false, user: user.example }

const workspace = S.exampled({ id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9071'], name: [S.string(), 'Main'] })
const ownSession = S.exampled({
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9072'],
  expires_at: [Timestamp, '2026-11-29T09:30:00.000Z'],
})
const features = S.exampled({
  mail: [S.boolean('The installation can send mail.'), true],
  sandbox: [S.boolean('Posts go to simulated platforms.'), false],
})
export const me = S.exampledOutput('Me', {
  user: [user.schema, user.example],
  role: [Role, 'owner'],
  scopes: [S.array(S.oneOf(SCOPES), 'What the role may do, as with a key.'), [...SCOPES]],
  workspace: [S.closed(workspace.fields), workspace.example],
  session: [S.closed(ownSession.fields), ownSession.example],
  lead_mail: [LeadMailField, 'daily'],
  weekly_mail: [WeeklyMailField, true],
  features: [S.closed(features.fields), features.example],
})

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
  needed: [S.boolean('True while nobody can sign in. The link for it is in the output of the server.'), true],
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
/** What the browser is given and gives back, as WebAuthn has it. */
export const PasskeyOptionsSchema = S.input('PasskeyOptions', {}, { additionalProperties: true })

export const DoneSchema = S.output('Done', { done: S.literal(true) })

// The team -------------------------------------------------------------------------------------------------------------

export const member = {
  schema: S.output('Member', {
    id: Uuid,
    name: Name,
    email: Email,
    role: Role,
    two_factor: S.boolean(),
    passkeys: S.integer(),
    joined_at: Timestamp,
  }),
  example: { ...user.example, role: 'owner', joined_at: at },
}

export const invitation = S.exampledOutput('Invitation', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9074'],
  email: [Email, 'ben@example.com'],
  role: [Role, 'editor'],
  invited_by: [S.nullable('string', 'The name of who did it; null for the command line.'), 'Ana Silva'],
  created_at: [Timestamp, at],
  expires_at: [Timestamp, '2026-11-22T09:30:00.000Z'],
})
export const invitationWithLink = {
  schema: S.output('InvitationWithLink', {
    ...invitation.fields,
    link: S.nullable('string', 'Give it to the person. Shown once only: null in a repeat for an Idempotency-Key.'),
    mail: S.closed({ sent: S.boolean(), problem: S.nullable('string', 'Why no mail went out, when none did.') }),
  }),
  example: {
    ...invitation.example,
    link: 'https://doorpost.example.com/join#token=join_...',
    mail: { sent: true, problem: null },
  },
}

const { email, role, invited_by, expires_at } = invitation.example
export const openInvitation = S.exampledOutput('OpenInvitation', {
  email: [Email, email],
  role: [Role, role],
  invited_by: [S.nullable('string'), invited_by],
  workspace: [S.string('The name of it.'), workspace.example.name],
  expires_at: [Timestamp, expires_at],
})
