import { ApiError } from '../../errors.ts'
import { idOf } from '../../http/params.ts'
import type { Operation } from '../../http/route.ts'
import { DeletedSchema, IdParams, success } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'
import { readMeChange, readPasswordChange } from '../input.ts'
import { MePatchSchema, MeSchema, meExample, PasswordChangeSchema, SessionSchema, sessionExample } from '../schemas.ts'
import { DONE, done } from '../sign-in/routes.ts'
import { attempt, personOf, readInput, take, type VisitDeps, visitorOf } from '../visit.ts'

/** One's own account: for people who are signed in. */

const NO_SESSION = 'You have no session with this id. List them at GET /v1/auth/sessions.'

const me = (description: string) => ({
  description,
  schema: success(S.refTo(MeSchema)),
  example: { success: true, data: meExample },
})

export const getMe: Operation<VisitDeps> = {
  id: 'getMe',
  tag: 'Sign-in',
  summary: 'See who is signed in',
  answers: { 200: me('Who is signed in, and what they may do.') },
  async handle({ users }, request, reply) {
    return reply.send({ success: true, data: await users.me(personOf(request)) })
  },
}

export const updateMe: Operation<VisitDeps> = {
  id: 'updateMe',
  tag: 'Sign-in',
  summary: 'Change one’s name',
  body: { kind: 'json', schema: S.refTo(MePatchSchema), examples: { name: { name: 'Ana Silva' } } },
  answers: { 200: me('As it is now.') },
  errorExamples: { validation_error: { field: 'name', message: 'name is required. Send a non-empty string.' } },
  async handle({ users }, request, reply) {
    const person = personOf(request)
    await users.rename(person.userId, readInput(request, readMeChange))
    return reply.send({ success: true, data: await users.me(person) })
  },
}

export const signOut: Operation<VisitDeps> = {
  id: 'signOut',
  tag: 'Sign-in',
  summary: 'Sign out',
  answers: { 200: done('The session has ended, and `Set-Cookie` removes it.') },
  async handle({ users }, request, reply) {
    const { userId, sessionId } = personOf(request)
    await users.endSession(userId, sessionId)
    return reply.header('set-cookie', users.cookies.removed()).send(DONE)
  },
}

export const signOutEverywhere: Operation<VisitDeps> = {
  id: 'signOutEverywhere',
  tag: 'Sign-in',
  summary: 'Sign out everywhere',
  description: 'Ends all sessions of the person, this one too, and trusts no browser with the second factor any more.',
  answers: { 200: done('All sessions have ended.') },
  async handle({ users }, request, reply) {
    await users.endAllSessions(personOf(request).userId)
    return reply.header('set-cookie', users.cookies.removed()).send(DONE)
  },
}

export const listSessions: Operation<VisitDeps> = {
  id: 'listSessions',
  tag: 'Sign-in',
  summary: 'List one’s sessions',
  description:
    'Newest first. A session ends two weeks after it was last renewed; one that is used is renewed once a day.',
  answers: {
    200: {
      description: 'Where the person is signed in.',
      schema: success(S.array(S.refTo(SessionSchema))),
      example: { success: true, data: [sessionExample] },
    },
  },
  async handle({ users }, request, reply) {
    return reply.send({ success: true, data: await users.listSessions(personOf(request)) })
  },
}

export const deleteSession: Operation<VisitDeps> = {
  id: 'deleteSession',
  tag: 'Sign-in',
  summary: 'End one of one’s sessions',
  description: 'It is refused from the next request on, by every process.',
  params: IdParams,
  answers: {
    200: {
      description: 'The session has ended.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: sessionExample.id, deleted: true } },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NO_SESSION } },
  async handle({ users }, request, reply) {
    const missing = () => new ApiError('not_found', { message: NO_SESSION })
    const id = idOf(request, missing)
    if (!(await users.endSession(personOf(request).userId, id))) throw missing()
    return reply.send({ success: true, data: { id, deleted: true } })
  },
}

export const changePassword: Operation<VisitDeps> = {
  id: 'changePassword',
  tag: 'Sign-in',
  summary: 'Change one’s password',
  description: 'All other sessions end, and this one goes on under a new cookie.',
  body: {
    kind: 'json',
    schema: S.refTo(PasswordChangeSchema),
    examples: {
      change: { current_password: 'a long sentence is a good password', new_password: 'another sentence is as good' },
    },
  },
  answers: { 200: done('The password is changed.') },
  errorExamples: {
    validation_error: {
      field: 'current_password',
      message: 'The password is wrong. Type the one you signed in with.',
    },
  },
  async handle(deps, request, reply) {
    const { users } = deps
    const { userId } = personOf(request)
    const { current_password: current, new_password: next } = readInput(request, readPasswordChange)
    await users.checkPassword(userId, 'new_password', next)
    await attempt(deps, request, reply, `password:${userId}`, async () =>
      take(reply, await users.signIn.changePassword(visitorOf(deps, request), userId, current, next)),
    )
    return reply.send(DONE)
  },
}
