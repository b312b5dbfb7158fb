import { answerDeleted, readInput } from '../http/input/input.ts'
import { deletedAnswer, listAnswer, operationsOf, recordAnswer } from '../http/route.ts'
import { WITHOUT_MAIL } from '../mail/preferences.ts'
import { meChange, passwordChange } from './input.ts'
import { WRONG_OWN_PASSWORD } from './refusals.ts'
import * as schemas from './schemas.ts'
import { DONE, done } from './sign-in-routes.ts'
import { countAttempt, personOf, type VisitDeps } from './visit.ts'

const operation = operationsOf<VisitDeps>('Sign-in')

/** One's own account: for people who are signed in. */

export const getMe = operation({
  id: 'getMe',
  summary: 'See who is signed in',
  answers: { 200: recordAnswer('Who is signed in, and what they may do.', schemas.me) },
  handle: ({ users }, request) => users.me(personOf(request)),
})

export const updateMe = operation({
  id: 'updateMe',
  idempotent: 'repeatable',
  summary: 'Change one’s name, or the mails that one gets',
  body: {
    schema: meChange.schema,
    examples: { name: { name: 'Ana Silva' }, mail: { lead_mail: 'daily', weekly_mail: true } },
  },
  answers: { 200: recordAnswer('As it is now.', schemas.me) },
  invalid: { lead_mail: WITHOUT_MAIL },
  async handle({ users }, request) {
    const person = personOf(request)
    await users.updateMe(person, readInput(request, meChange.read))
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
  answers: { 200: listAnswer('Where the person is signed in.', schemas.session.schema, schemas.session.example) },
  handle: ({ users }, request) => users.listSessions(personOf(request)),
})

export const deleteSession = operation({
  id: 'deleteSession',
  summary: 'End one of one’s sessions',
  description: 'It is refused from the next request on, by every process.',
  answers: { 200: deletedAnswer('The session has ended.', schemas.session.example) },
  missing: 'You have no session with this id. List them at GET /v1/auth/sessions.',
  handle: ({ users }, request) => answerDeleted(request, (id) => users.endSession(personOf(request).userId, id)),
})

export const changePassword = operation({
  id: 'changePassword',
  summary: 'Change one’s password',
  description: 'All other sessions end, and this one goes on under a new cookie.',
  body: {
    schema: passwordChange.schema,
    examples: {
      change: { current_password: 'a long sentence is a good password', new_password: 'another sentence is as good' },
    },
  },
  answers: { 200: done('The password is changed.') },
  invalid: { current_password: WRONG_OWN_PASSWORD },
  async handle(deps, request, reply) {
    const { users } = deps
    const { userId } = personOf(request)
    const { current_password: current, new_password: next } = readInput(request, passwordChange.read)
    await users.checkPassword(userId, 'new_password', next)
    await countAttempt(deps, request, reply, `password:${userId}`, (visitor) =>
      users.signIn.changePassword(visitor, userId, current, next),
    )
    return DONE
  },
})
