import { validationError } from '../../errors.ts'
import { idOf, readInput } from '../../http/input.ts'
import { dataAnswer, deletedAnswer, listAnswer, operationsOf } from '../../http/route.ts'
import {
  isEmail,
  readAcceptance,
  readInvitation,
  readInvitationToken,
  readMemberChange,
  SAME_AS_EMAIL,
} from '../input.ts'
import {
  AcceptedInvitationSchema,
  InvitationSchema,
  InvitationTokenSchema,
  InvitationWithLinkSchema,
  invitationExample,
  invitationWithLinkExample,
  MemberPatchSchema,
  MemberSchema,
  memberExample,
  NewInvitationSchema,
  OpenInvitationSchema,
  openInvitationExample,
} from '../schemas.ts'
import { showSignedIn, signedIn } from '../sign-in/routes.ts'
import { attemptLink, OPEN_ERRORS, personOf, take, type VisitDeps, visitorOf } from '../visit.ts'

const operation = operationsOf<VisitDeps>('Team')

const NO_MEMBER = 'There is nobody with this id in the team. List them at GET /v1/team.'
const LAST_OWNER = 'This is the last owner of the team. Make somebody else an owner first.'

export const listTeam = operation({
  id: 'listTeam',
  summary: 'List the people of the team',
  answers: { 200: listAnswer('Everybody who can sign in, in the order they joined.', MemberSchema, memberExample) },
  handle: ({ users }, request) => users.team.list(personOf(request).workspaceId),
})

export const updateMember = operation({
  id: 'updateMember',
  summary: 'Change the role of somebody',
  description: 'It counts from the next request on. The last owner stays one.',
  body: { schema: MemberPatchSchema, examples: { viewer: { role: 'viewer' } } },
  answers: { 200: dataAnswer('The person as they are now.', MemberSchema, memberExample) },
  missing: NO_MEMBER,
  invalid: { role: 'role must be one of owner, editor, viewer.' },
  errorExamples: { forbidden: LAST_OWNER },
  async handle({ users }, request) {
    const id = idOf(request, 'user_id')
    const role = readInput(request, readMemberChange)
    return users.team.changeRole(personOf(request).workspaceId, id, role)
  },
})

export const deleteMember = operation({
  id: 'deleteMember',
  summary: 'Remove somebody from the team',
  description:
    'Their account is deleted and their sessions end at once. What they made stays. The last owner cannot go.',
  answers: { 200: deletedAnswer('They can no longer sign in.', memberExample) },
  missing: NO_MEMBER,
  errorExamples: { forbidden: LAST_OWNER },
  async handle({ users }, request) {
    const id = idOf(request, 'user_id')
    await users.team.remove(personOf(request).workspaceId, id)
    return { id, deleted: true }
  },
})

export const createInvitation = operation({
  id: 'createInvitation',
  showsSecret: true,
  summary: 'Invite somebody',
  description:
    'The answer shows the link, once: it works once, for a week. Where the installation can send mail it is sent as well; ' +
    '`mail` says whether that went well. A new invitation for the same address takes the place of the one before.',
  body: { schema: NewInvitationSchema, examples: { editor: { email: 'ben@example.com', role: 'editor' } } },
  answers: { 201: dataAnswer('The invitation with its link.', InvitationWithLinkSchema, invitationWithLinkExample) },
  invalid: { email: 'Somebody with this address is in the team already. Change their role instead.' },
  async handle({ users }, request) {
    const { email, role } = readInput(request, readInvitation)
    const { workspaceId, userId } = personOf(request)
    return users.team.invite({ workspaceId, userId }, email, role)
  },
})

export const listInvitations = operation({
  id: 'listInvitations',
  summary: 'List invitations',
  description: 'Those that still work, newest first. Their links were shown once.',
  answers: { 200: listAnswer('Who is invited.', InvitationSchema, invitationExample) },
  handle: ({ users }, request) => users.team.invitations(personOf(request).workspaceId),
})

export const deleteInvitation = operation({
  id: 'deleteInvitation',
  summary: 'Take an invitation back',
  answers: { 200: deletedAnswer('Its link works no more.', invitationExample) },
  missing: 'There is no invitation with this id. List them at GET /v1/team/invitations.',
  async handle({ users }, request) {
    const id = idOf(request)
    return (await users.team.takeBack(personOf(request).workspaceId, id)) ? { id, deleted: true } : null
  },
})

const wrongInvitation = {
  forbidden:
    'This invitation does not work: it was used or taken back, or is older than a week. Ask an owner of the team for a new one.',
}

export const openInvitation = operation({
  id: 'openInvitation',
  summary: 'See what a link invites to',
  body: { schema: InvitationTokenSchema, examples: { open: { token: 'join_...' } } },
  answers: { 200: dataAnswer('Who invites whom, and to what.', OpenInvitationSchema, openInvitationExample) },
  errors: OPEN_ERRORS,
  invalid: { token: 'token is required. Send a non-empty string.' },
  errorExamples: wrongInvitation,
  async handle(deps, request) {
    const token = readInput(request, readInvitationToken)
    return attemptLink(deps, request, () => deps.users.team.open(token))
  },
})

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  summary: 'Join the team by a link',
  body: {
    schema: AcceptedInvitationSchema,
    examples: { join: { token: 'join_...', name: 'Ben Ode', password: 'a long sentence is a good password' } },
  },
  answers: { 201: signedIn('The account is there and signed in.') },
  errors: OPEN_ERRORS,
  invalid: { password: 'password must have at least 12 characters. A sentence is easy to remember.' },
  errorExamples: wrongInvitation,
  async handle(deps, request, reply) {
    const { users } = deps
    const { token, name, password } = readInput(request, readAcceptance)
    const id = await attemptLink(deps, request, async () => {
      const { email } = await users.team.open(token)
      if (isEmail(password, email)) throw validationError({ password: [SAME_AS_EMAIL] })
      await users.team.accept(token, name, await users.hashPassword(password))
      return take(reply, await users.signIn.withPassword(visitorOf(deps, request), email, password))
    })
    return showSignedIn(deps, id)
  },
})
