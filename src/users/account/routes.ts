import { idOf, readInput } from '../../http/input.ts'
import { dataAnswer, deletedAnswer, listAnswer, operationsOf } from '../../http/route.ts'
import { readMeChange, readPasswordChange } from '../input.ts'
import { MePatchSchema, MeSchema, meExample, PasswordChangeSchema, SessionSchema, sessionExample } from '../schemas.ts'
import { DONE, done } from '../sign-in/routes.ts'
import { attempt, personOf, take, type VisitDeps, visitorOf } from '../visit.ts'

const operation = operationsOf<VisitDeps>('Sign-in')

/** One's own account: for people who are signed in. */

export const getMe = operation({
  id: 'getMe',
  summary: 'See who is signed in',
  answers: { 200: dataAnswer('Who is signed in, and what they may do.', MeSchema, meExample) },
  handle: ({ users }, request) => users.me(personOf(request)),
})

export const updateMe = operation({
  id: 'updateMe',
  summary: 'Change one’s name',
  body: { schema: MePatchSchema, examples: { name: { name: 'Ana Silva' } } },
  answers: { 200: dataAnswer('As it is now.', MeSchema, meExample) },
  invalid: { name: 'name is required. Send a non-empty string.' },
  async handle({ users }, request) {
    const person = personOf(request)
    await users.rename(person.userId, readInput(request, readMeChange))
    return users.me(person)
  },
})

export const signOut = operation({
  id: 'signOut',
  summary: 'Sign out',
  answers: { 200: done('The session has ended, and `Set-Cookie` removes it.') },
  async handle({ users }, request, reply) {
    const { userId, sessionId } = personOf(request)
    await users.endSession(userId, sessionId)
    reply.header('set-cookie', users.cookies.removed())
    return DONE
  },
})

export const signOutEverywhere = operation({
  id: 'signOutEverywhere',
  summary: 'Sign out everywhere',
  description: 'Ends all sessions of the person, this one too, and trusts no browser with the second factor any more.',
  answers: { 200: done('All sessions have ended.') },
  async handle({ users }, request, reply) {
    await users.endAllSessions(personOf(request).userId)
    reply.header('set-cookie', users.cookies.removed())
    return DONE
  },
})

export const listSessions = operation({
  id: 'listSessions',
  summary: 'List one’s sessions',
  description:
    'Newest first. A session ends two weeks after it was last renewed; one that is used is renewed once a day.',
  answers: { 200: listAnswer('Where the person is signed in.', SessionSchema, sessionExample) },
  handle: ({ users }, request) => users.listSessions(personOf(request)),
})

export const deleteSession = operation({
  id: 'deleteSession',
  summary: 'End one of one’s sessions',
  description: 'It is refused from the next request on, by every process.',
  answers: { 200: deletedAnswer('The session has ended.', sessionExample) },
  missing: 'You have no session with this id. List them at GET /v1/auth/sessions.',
  async handle({ users }, request) {
    const id = idOf(request)
    return (await users.endSession(personOf(request).userId, id)) ? { id, deleted: true } : null
  },
})

export const changePassword = operation({
  id: 'changePassword',
  summary: 'Change one’s password',
  description: 'All other sessions end, and this one goes on under a new cookie.',
  body: {
    schema: PasswordChangeSchema,
    examples: {
      change: { current_password: 'a long sentence is a good password', new_password: 'another sentence is as good' },
    },
  },
  answers: { 200: done('The password is changed.') },
  invalid: { current_password: 'The password is wrong. Type the one you signed in with.' },
  async handle(deps, request, reply) {
    const { users } = deps
    const { userId } = personOf(request)
    const { current_password: current, new_password: next } = readInput(request, readPasswordChange)
    await users.checkPassword(userId, 'new_password', next)
    await attempt(deps, request, reply, `password:${userId}`, async () =>
      take(reply, await users.signIn.changePassword(visitorOf(deps, request), userId, current, next)),
    )
    return DONE
  },
})
