import { transaction } from '../db/database.ts'
import { personOf } from '../http/call.ts'
import { answerDeleted, readInput } from '../http/input.ts'
import { deletedAnswer, listAnswer, operationsOf, recordAnswer } from '../http/route.ts'
import { message } from '../messages/message.ts'
import * as schemas from './schemas.ts'
import { changePassword as change } from './sign-in.ts'
import { removeOwn, removeSessionsAndDevices } from './store.ts'
import * as users from './users.ts'
import { countAttempt, DONE, doneAnswer, type UserRouteDeps } from './visitor.ts'

const operation = operationsOf<UserRouteDeps>('Sign-in')

export const getMe = operation({
  id: 'getMe',
  summary: 'See who is signed in',
  answers: { 200: recordAnswer('Who is signed in, and what they may do.', schemas.me) },
  handle: (deps, request) => users.showMe(deps.users, personOf(request)),
})

export const updateMe = operation({
  id: 'updateMe',
  idempotent: 'repeatable',
  summary: 'Change one’s name, language and times, or the mails that one gets',
  body: {
    schema: schemas.me.changeSchema,
    examples: {
      name: { name: 'Ana Silva' },
      mail: { lead_mail: 'daily', weekly_mail: true },
      language: { language: 'de', time_zone: 'Europe/Berlin', time_format: '24h' },
    },
  },
  answers: { 200: recordAnswer('As it is now.', schemas.me) },
  async handle(deps, request) {
    const person = personOf(request)
    await users.updateMe(deps.users, person, readInput(request, schemas.me.readChange))
    return users.showMe(deps.users, person)
  },
})

export const signOut = operation({
  id: 'signOut',
  summary: 'Sign out',
  answers: { 200: doneAnswer('The session has ended, and `Set-Cookie` removes it.') },
  async handle({ users }, request, reply) {
    const { userId, sessionId } = personOf(request)
    await removeOwn(users.pool, 'sessions', userId, sessionId)
    reply.header('set-cookie', users.cookies.removed())
    return DONE
  },
})

export const signOutEverywhere = operation({
  id: 'signOutEverywhere',
  summary: 'Sign out everywhere',
  description: 'Ends all sessions of the person, this one too, and trusts no browser with the second factor any more.',
  answers: { 200: doneAnswer('All sessions have ended.') },
  async handle({ users }, request, reply) {
    await transaction(users.pool, (tx) => removeSessionsAndDevices(tx, personOf(request).userId))
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
  handle: (deps, request) => users.listSessions(deps.users, personOf(request)),
})

export const deleteSession = operation({
  id: 'deleteSession',
  summary: 'End one of one’s sessions',
  description: 'It is refused from the next request on, by every process.',
  answers: { 200: deletedAnswer('The session has ended.', schemas.session.example) },
  missing: message('session.not_found'),
  handle: ({ users }, request) =>
    answerDeleted(request, (id) => removeOwn(users.pool, 'sessions', personOf(request).userId, id)),
})

export const changePassword = operation({
  id: 'changePassword',
  summary: 'Change one’s password',
  description: 'All other sessions end, and this one goes on under a new cookie.',
  body: {
    schema: schemas.passwordChange.schema,
    examples: {
      change: { current_password: 'a long sentence is a good password', new_password: 'another sentence is as good' },
    },
  },
  answers: { 200: doneAnswer('The password is changed.') },
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const sent = readInput(request, schemas.passwordChange.read)
    await users.refuseEmailAsPassword(deps.users, userId, 'new_password', sent.new_password)
    await countAttempt(deps, [request, reply], `password:${userId}`, (visitor) =>
      change(deps.users, visitor, userId, sent),
    )
    return DONE
  },
})
