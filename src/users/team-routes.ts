import { validationError } from '../errors.ts'
import { answerDeleted, idOf, readInput } from '../http/input/input.ts'
import { deletedAnswer, listAnswer, operationsOf, recordAnswer } from '../http/route.ts'
import * as input from './input.ts'
import * as schemas from './schemas.ts'
import { signedIn, signInNewUser } from './sign-in-routes.ts'
import { OPEN_ERRORS, personOf, type VisitDeps } from './visit.ts'
import { IN_TEAM, LAST_OWNER, NO_MEMBER, WRONG_INVITATION } from './team.ts'

const operation = operationsOf<VisitDeps>('Team')

export const listTeam = operation({
  id: 'listTeam',
  summary: 'List the people of the team',
  answers: {
    200: listAnswer(
      'Everybody who can sign in, in the order they joined.',
      schemas.member.schema,
      schemas.member.example,
    ),
  },
  handle: ({ users }, request) => users.team.list(personOf(request).workspaceId),
})

export const updateMember = operation({
  id: 'updateMember',
  idempotent: 'repeatable',
  summary: 'Change the role of somebody',
  description: 'It counts from the next request on. The last owner stays one.',
  body: { schema: input.memberChange.schema, examples: { viewer: { role: 'viewer' } } },
  answers: { 200: recordAnswer('The person as they are now.', schemas.member) },
  missing: NO_MEMBER,
  invalid: { role: 'role must be one of owner, editor, viewer.' },
  errorExamples: { forbidden: LAST_OWNER },
  async handle({ users }, request) {
    const id = idOf(request, 'user_id')
    const { role } = readInput(request, input.memberChange.read)
    return users.team.changeRole(personOf(request).workspaceId, id, role)
  },
})

export const deleteMember = operation({
  id: 'deleteMember',
  summary: 'Remove somebody from the team',
  description:
    'Their account is deleted and their sessions end at once. What they made stays; their contacts have no owner. The last owner cannot go.',
  answers: { 200: deletedAnswer('They can no longer sign in.', schemas.member.example) },
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
  idempotent: 'repeatable',
  secret: 'link',
  showsSecret: true,
  summary: 'Invite somebody',
  description:
    'The answer shows the link, once: it works once, for a week. Where the installation can send mail it is sent as well; ' +
    '`mail` says whether that went well. A new invitation for the same address takes the place of the one before.',
  body: { schema: input.newInvitation.schema, examples: { editor: { email: 'ben@example.com', role: 'editor' } } },
  answers: { 201: recordAnswer('The invitation with its link.', schemas.invitationWithLink) },
  invalid: { email: IN_TEAM },
  async handle({ users }, request) {
    const { email, role } = readInput(request, input.newInvitation.read)
    const { workspaceId, userId } = personOf(request)
    return users.team.invite({ workspaceId, userId }, email, role)
  },
})

export const listInvitations = operation({
  id: 'listInvitations',
  summary: 'List invitations',
  description: 'Those that still work, newest first. Their links were shown once.',
  answers: { 200: listAnswer('Who is invited.', schemas.invitation.schema, schemas.invitation.example) },
  handle: ({ users }, request) => users.team.invitations(personOf(request).workspaceId),
})

export const deleteInvitation = operation({
  id: 'deleteInvitation',
  summary: 'Take an invitation back',
  answers: { 200: deletedAnswer('Its link works no more.', schemas.invitation.example) },
  missing: 'There is no invitation with this id. List them at GET /v1/team/invitations.',
  handle: ({ users }, request) =>
    answerDeleted(request, (id) => users.team.takeBack(personOf(request).workspaceId, id)),
})

export const openInvitation = operation({
  id: 'openInvitation',
  summary: 'See what a link invites to',
  body: { schema: input.invitationToken.schema, examples: { open: { token: 'join_...' } } },
  answers: { 200: recordAnswer('Who invites whom, and to what.', schemas.openInvitation) },
  errors: OPEN_ERRORS,
  invalid: { token: 'token is required. Send a non-empty string.' },
  errorExamples: { forbidden: WRONG_INVITATION },
  async handle(deps, request) {
    const { token } = readInput(request, input.invitationToken.read)
    deps.sameOrigin.refuseForeign(request)
    return deps.users.team.open(token)
  },
})

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  summary: 'Join the team by a link',
  body: {
    schema: input.acceptedInvitation.schema,
    examples: { join: { token: 'join_...', name: 'Ben Ode', password: 'a long sentence is a good password' } },
  },
  answers: { 201: signedIn('The account is there and signed in.') },
  errors: OPEN_ERRORS,
  invalid: { password: input.SHORT_PASSWORD },
  errorExamples: { forbidden: WRONG_INVITATION },
  async handle(deps, request, reply) {
    const { users } = deps
    const { token, name, password } = readInput(request, input.acceptedInvitation.read)
    deps.sameOrigin.refuseForeign(request)
    const { email } = await users.team.open(token)
    if (input.isEmail(password, email)) throw validationError({ password: [input.SAME_AS_EMAIL] })
    await users.team.accept(token, name, await users.hashPassword(password))
    return signInNewUser(deps, request, reply, email, password)
  },
})
