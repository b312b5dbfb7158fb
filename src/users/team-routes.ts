import { personOf } from '../http/call.ts'
import { answerDeleted, idOf, readInput } from '../http/input.ts'
import { deletedAnswer, listAnswer, operationsOf, recordAnswer } from '../http/route.ts'
import { message } from '../messages/message.ts'
import * as schemas from './schemas.ts'
import { removeInvitation, selectMembers } from './store.ts'
import * as team from './team.ts'
import { OPEN_ERRORS, signedInAnswer, signInNewUser, type UserRouteDeps } from './visitor.ts'

const operation = operationsOf<UserRouteDeps>('Team')

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
  handle: ({ users }, request) => selectMembers(users.pool, personOf(request).workspaceId),
})

export const updateMember = operation({
  id: 'updateMember',
  idempotent: 'repeatable',
  summary: 'Change the role of a team member',
  description: 'It counts from the next request on. The last owner stays one.',
  body: { schema: schemas.memberChange.schema, examples: { viewer: { role: 'viewer' } } },
  answers: { 200: recordAnswer('The person as they are now.', schemas.member) },
  missing: team.NO_MEMBER,
  errors: ['forbidden'],
  async handle({ users }, request) {
    const id = idOf(request, 'user_id')
    const { role } = readInput(request, schemas.memberChange.read)
    return team.changeRole(users, personOf(request).workspaceId, id, role)
  },
})

export const deleteMember = operation({
  id: 'deleteMember',
  summary: 'Remove a person from the team',
  description:
    'Their account is deleted and their sessions end at once. What they made stays; their contacts have no owner. The last owner cannot go.',
  answers: { 200: deletedAnswer('They can no longer sign in.', schemas.member.example) },
  missing: team.NO_MEMBER,
  errors: ['forbidden'],
  async handle({ users }, request) {
    const id = idOf(request, 'user_id')
    await team.removeMember(users, personOf(request).workspaceId, id)
    return { id, deleted: true }
  },
})

export const createInvitation = operation({
  id: 'createInvitation',
  idempotent: 'repeatable',
  secret: 'link',
  showsSecret: true,
  summary: 'Invite a person',
  description:
    'The answer shows the link, once: it works once, for a week. Where the installation can send mail it is sent as well; ' +
    '`mail` says whether that went well. A new invitation for the same address takes the place of the one before.',
  body: { schema: schemas.invitation.newSchema, examples: { editor: { email: 'ben@example.com', role: 'editor' } } },
  answers: { 201: recordAnswer('The invitation with its link.', schemas.invitationWithLink) },
  async handle({ users }, request, { language }) {
    const { workspaceId, userId } = personOf(request)
    return team.invite(users, { workspaceId, userId, language, ...readInput(request, schemas.invitation.readNew) })
  },
})

export const listInvitations = operation({
  id: 'listInvitations',
  summary: 'List invitations',
  description: 'Those that still work, newest first. Their links were shown once.',
  answers: { 200: listAnswer('Who is invited.', schemas.invitation.schema, schemas.invitation.example) },
  handle: ({ users }, request) => team.listInvitations(users, personOf(request).workspaceId),
})

export const deleteInvitation = operation({
  id: 'deleteInvitation',
  summary: 'Take an invitation back',
  answers: { 200: deletedAnswer('Its link works no more.', schemas.invitation.example) },
  missing: message('invitation.not_found'),
  handle: ({ users }, request) =>
    answerDeleted(request, (id) => removeInvitation(users.pool, personOf(request).workspaceId, id)),
})

export const openInvitation = operation({
  id: 'openInvitation',
  summary: 'See what a link invites to',
  body: { schema: schemas.invitationToken.schema, examples: { open: { token: 'join_...' } } },
  answers: { 200: recordAnswer('Who invites whom, and to what.', schemas.openInvitation) },
  errors: OPEN_ERRORS,
  async handle(deps, request) {
    const { token } = readInput(request, schemas.invitationToken.read)
    deps.sameOrigin.refuseForeign(request)
    return team.openInvitation(deps.users, token)
  },
})

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  summary: 'Join the team by a link',
  body: {
    schema: schemas.acceptedInvitation.schema,
    examples: { join: { token: 'join_...', name: 'Ben Ode', password: 'a long sentence is a good password' } },
  },
  locate: () => '/v1/me',
  answers: { 201: signedInAnswer('The account is there and signed in.') },
  errors: OPEN_ERRORS,
  async handle(deps, request, reply) {
    const { users } = deps
    const { token, name, password } = readInput(request, schemas.acceptedInvitation.read)
    deps.sameOrigin.refuseForeign(request)
    const { email } = await team.openInvitation(users, token)
    if (schemas.isEmail(password, email)) throw schemas.sameAsEmail('password')
    const passwordHash = await users.hashPassword(password)
    await team.acceptInvitation(users, token, { name, passwordHash, language: reply.language })
    return signInNewUser(deps, [request, reply], email, password)
  },
})
