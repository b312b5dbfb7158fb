import { ApiError, validationError } from '../../errors.ts'
import { idOf } from '../../http/params.ts'
import type { Operation } from '../../http/route.ts'
import { DeletedSchema, IdParams, success, Uuid } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'
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
  SignedInSchema,
  signedInExample,
} from '../schemas.ts'
import { showSignedIn } from '../sign-in/routes.ts'
import { attemptLink, OPEN_ERRORS, personOf, readInput, take, type VisitDeps, visitorOf } from '../visit.ts'

const NO_MEMBER = 'There is nobody with this id in the team. List them at GET /v1/team.'
const NO_INVITATION = 'There is no invitation with this id. List them at GET /v1/team/invitations.'
const LAST_OWNER = 'This is the last owner of the team. Make somebody else an owner first.'
const UserParams = S.object({ user_id: Uuid })

export const listTeam: Operation<VisitDeps> = {
  id: 'listTeam',
  tag: 'Team',
  summary: 'List the people of the team',
  answers: {
    200: {
      description: 'Everybody who can sign in, in the order they joined.',
      schema: success(S.array(S.refTo(MemberSchema))),
      example: { success: true, data: [memberExample] },
    },
  },
  async handle({ users }, request, reply) {
    return reply.send({ success: true, data: await users.team.list(personOf(request).workspaceId) })
  },
}

export const updateMember: Operation<VisitDeps> = {
  id: 'updateMember',
  tag: 'Team',
  summary: 'Change the role of somebody',
  description: 'It counts from the next request on. The last owner stays one.',
  params: UserParams,
  body: { kind: 'json', schema: S.refTo(MemberPatchSchema), examples: { viewer: { role: 'viewer' } } },
  answers: {
    200: {
      description: 'The person as they are now.',
      schema: success(S.refTo(MemberSchema)),
      example: { success: true, data: memberExample },
    },
  },
  errors: ['not_found'],
  errorExamples: {
    not_found: { message: NO_MEMBER },
    forbidden: { message: LAST_OWNER },
    validation_error: { field: 'role', message: 'role must be one of owner, editor, viewer.' },
  },
  async handle({ users }, request, reply) {
    const id = idOf(request, noMember, 'user_id')
    const role = readInput(request, readMemberChange)
    return reply.send({ success: true, data: await users.team.changeRole(personOf(request).workspaceId, id, role) })
  },
}

export const deleteMember: Operation<VisitDeps> = {
  id: 'deleteMember',
  tag: 'Team',
  summary: 'Remove somebody from the team',
  description:
    'Their account is deleted and their sessions end at once. What they made stays. The last owner cannot go.',
  params: UserParams,
  answers: {
    200: {
      description: 'They can no longer sign in.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: memberExample.id, deleted: true } },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NO_MEMBER }, forbidden: { message: LAST_OWNER } },
  async handle({ users }, request, reply) {
    const id = idOf(request, noMember, 'user_id')
    await users.team.remove(personOf(request).workspaceId, id)
    return reply.send({ success: true, data: { id, deleted: true } })
  },
}

export const createInvitation: Operation<VisitDeps> = {
  id: 'createInvitation',
  showsSecret: true,
  tag: 'Team',
  summary: 'Invite somebody',
  description:
    'The answer shows the link, once: it works once, for a week. Where the installation can send mail it is sent as well; ' +
    '`mail` says whether that went well. A new invitation for the same address takes the place of the one before.',
  body: {
    kind: 'json',
    schema: S.refTo(NewInvitationSchema),
    examples: { editor: { email: 'ben@example.com', role: 'editor' } },
  },
  answers: {
    201: {
      description: 'The invitation with its link.',
      schema: success(S.refTo(InvitationWithLinkSchema)),
      example: { success: true, data: invitationWithLinkExample },
    },
  },
  errorExamples: {
    validation_error: {
      field: 'email',
      message: 'Somebody with this address is in the team already. Change their role instead.',
    },
  },
  async handle({ users }, request, reply) {
    const { email, role } = readInput(request, readInvitation)
    const { workspaceId, userId } = personOf(request)
    const data = await users.team.invite({ workspaceId, userId }, email, role)
    return reply.code(201).send({ success: true, data })
  },
}

export const listInvitations: Operation<VisitDeps> = {
  id: 'listInvitations',
  tag: 'Team',
  summary: 'List invitations',
  description: 'Those that still work, newest first. Their links were shown once.',
  answers: {
    200: {
      description: 'Who is invited.',
      schema: success(S.array(S.refTo(InvitationSchema))),
      example: { success: true, data: [invitationExample] },
    },
  },
  async handle({ users }, request, reply) {
    return reply.send({ success: true, data: await users.team.invitations(personOf(request).workspaceId) })
  },
}

export const deleteInvitation: Operation<VisitDeps> = {
  id: 'deleteInvitation',
  tag: 'Team',
  summary: 'Take an invitation back',
  params: IdParams,
  answers: {
    200: {
      description: 'Its link works no more.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: invitationExample.id, deleted: true } },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NO_INVITATION } },
  async handle({ users }, request, reply) {
    const missing = () => new ApiError('not_found', { message: NO_INVITATION })
    const id = idOf(request, missing)
    if (!(await users.team.takeBack(personOf(request).workspaceId, id))) throw missing()
    return reply.send({ success: true, data: { id, deleted: true } })
  },
}

const wrongInvitation = {
  forbidden: {
    message:
      'This invitation does not work: it was used or taken back, or is older than a week. Ask an owner of the team for a new one.',
  },
}

export const openInvitation: Operation<VisitDeps> = {
  id: 'openInvitation',
  tag: 'Team',
  summary: 'See what a link invites to',
  body: { kind: 'json', schema: S.refTo(InvitationTokenSchema), examples: { open: { token: 'join_...' } } },
  answers: {
    200: {
      description: 'Who invites whom, and to what.',
      schema: success(S.refTo(OpenInvitationSchema)),
      example: { success: true, data: openInvitationExample },
    },
  },
  errors: OPEN_ERRORS,
  errorExamples: {
    ...wrongInvitation,
    validation_error: { field: 'token', message: 'token is required. Send a non-empty string.' },
  },
  async handle(deps, request, reply) {
    const token = readInput(request, readInvitationToken)
    const data = await attemptLink(deps, request, () => deps.users.team.open(token))
    return reply.send({ success: true, data })
  },
}

export const acceptInvitation: Operation<VisitDeps> = {
  id: 'acceptInvitation',
  tag: 'Team',
  summary: 'Join the team by a link',
  body: {
    kind: 'json',
    schema: S.refTo(AcceptedInvitationSchema),
    examples: { join: { token: 'join_...', name: 'Ben Ode', password: 'a long sentence is a good password' } },
  },
  answers: {
    201: {
      description: 'The account is there and signed in. `Set-Cookie` has the session.',
      schema: success(S.refTo(SignedInSchema)),
      example: { success: true, data: signedInExample },
    },
  },
  errors: OPEN_ERRORS,
  errorExamples: {
    ...wrongInvitation,
    validation_error: {
      field: 'password',
      message: 'password must have at least 12 characters. A sentence is easy to remember.',
    },
  },
  async handle(deps, request, reply) {
    const { users } = deps
    const { token, name, password } = readInput(request, readAcceptance)
    const id = await attemptLink(deps, request, async () => {
      const { email } = await users.team.open(token)
      if (isEmail(password, email)) throw validationError({ password: [SAME_AS_EMAIL] })
      await users.team.accept(token, name, await users.hashPassword(password))
      return take(reply, await users.signIn.withPassword(visitorOf(deps, request), email, password))
    })
    return reply.code(201).send(await showSignedIn(deps, id))
  },
}

function noMember(): ApiError {
  return new ApiError('not_found', { message: NO_MEMBER })
}
