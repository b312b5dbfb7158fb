import { ApiError } from '../errors.ts'
import { readInput } from '../http/input.ts'
import { operationsOf, recordAnswer } from '../http/route.ts'
import { commandLine, commandStart } from '../lib/program.ts'
import { message } from '../messages/message.ts'
import { checkSetupToken, claimSetup as claim } from './links.ts'
import { START_AGAIN, unauthorized } from './refusals.ts'
import * as schemas from './schemas.ts'
import { findWaitingUser, signInWithPassword, signInWithSecondFactor } from './sign-in.ts'
import { hasUsers } from './store.ts'
import * as users from './users.ts'
import {
  countAttempt,
  DONE,
  doneAnswer,
  OPEN_ERRORS,
  showSignedIn,
  signedInAnswer,
  signInNewUser,
  type UserRouteDeps,
} from './visitor.ts'

const operation = operationsOf<UserRouteDeps>('Sign-in')
const openOperation = operationsOf<UserRouteDeps>('Sign-in', { errors: OPEN_ERRORS })

const password = 'a long sentence is a good password'
const NO_MAIL = message('reset.no_mail', { command: commandLine('users reset --email ADDRESS') })

export const getSetup = operation({
  id: 'getSetup',
  summary: 'See whether the installation is set up',
  answers: { 200: recordAnswer('Whether set-up is still needed.', schemas.setupState) },
  errors: ['internal_error', 'service_unavailable'],
  handle: async ({ users: { pool, mailer } }) => ({
    needed: !(await hasUsers(pool)),
    mail: mailer.isSet,
    command: commandStart(),
  }),
})

export const claimSetup = openOperation({
  id: 'claimSetup',
  summary: 'Become the first owner',
  description:
    'With the link that the server prints at its start until the first owner exists. It works once, for a day, and the newest one alone; ' +
    '`doorpost users setup-link` prints another.',
  body: {
    schema: schemas.newOwner.schema,
    examples: {
      owner: { token: 'setup_...', name: 'Ana Silva', email: 'ana@example.com', password, time_zone: 'Europe/Lisbon' },
    },
  },
  locate: () => '/v1/me',
  answers: { 201: signedInAnswer('The owner is there and signed in.') },
  errors: ['forbidden'],
  async handle(deps, request, reply) {
    const owner = readInput(request, schemas.newOwner.read)
    deps.sameOrigin.refuseForeign(request)
    const { pool, clock, hashPassword } = deps.users
    // Checked before the password is hashed: strangers must not cost computing time.
    await checkSetupToken(pool, owner.token, clock.now())
    await claim(deps.users, owner, { passwordHash: await hashPassword(owner.password), language: reply.language })
    return signInNewUser(deps, [request, reply], owner.email, owner.password)
  },
})

export const signIn = openOperation({
  id: 'signIn',
  summary: 'Sign in with e-mail address and password',
  description:
    'The answer and its time are the same whether or not the address has an account. Five attempts a minute for each account ' +
    'from one address; wrong ones also count for the address.',
  body: { schema: schemas.signInBody.schema, examples: { ana: { email: 'ana@example.com', password } } },
  answers: { 200: signedInAnswer('Signed in, or the second factor is needed.') },
  errors: ['unauthorized'],
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    const { email, password } = readInput(request, schemas.signInBody.read)
    const id = await countAttempt(deps, [request, reply], `email:${email}`, (visitor) =>
      signInWithPassword(deps.users, visitor, email, password),
    )
    return showSignedIn(deps, id)
  },
})

export const giveSecondFactor = openOperation({
  id: 'giveSecondFactor',
  summary: 'Give the second factor',
  description:
    'After `POST /v1/auth/sign-in` said that it is needed. Each code works once. After ten wrong ones in a row the account ' +
    'takes none for a quarter of an hour.',
  body: {
    schema: schemas.secondFactor.schema,
    examples: { app: { code: '492039', trust_device: true }, backup: { backup_code: 'k3T9x-Qe7Lm' } },
  },
  answers: { 200: signedInAnswer('Signed in.') },
  errors: ['unauthorized'],
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    const factor = readInput(request, schemas.secondFactor.read)
    const userId = await findWaitingUser(deps.users, request.headers.cookie)
    if (userId === null) throw unauthorized(START_AGAIN)
    await countAttempt(deps, [request, reply], `code:${userId}`, (visitor) =>
      signInWithSecondFactor(deps.users, visitor, userId, factor),
    )
    return showSignedIn(deps, userId)
  },
})

export const forgotPassword = openOperation({
  id: 'forgotPassword',
  summary: 'Ask for a link to set a new password',
  description:
    'Sent by mail, where the installation can. The answer is the same whether or not the address has an account; one mail in ' +
    'five minutes at most. Without mail, the operator of the installation can create a link: `doorpost users reset --email ADDRESS`.',
  body: { schema: schemas.forgottenPassword.schema, examples: { ana: { email: 'ana@example.com' } } },
  answers: { 200: doneAnswer('If the address has an account, the mail is on its way.') },
  errors: ['forbidden'],
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    const { email } = readInput(request, schemas.forgottenPassword.read)
    // Every request counts, because none can be right or wrong.
    await deps.limits.count('sign_in', `forgot: ${request.clientBucket}`, reply)
    if (!deps.users.mailer.isSet) throw new ApiError('forbidden', { message: NO_MAIL })
    users.forgotPassword(deps.users, email)
    return DONE
  },
})

export const resetPassword = openOperation({
  id: 'resetPassword',
  summary: 'Set a new password by a link',
  description:
    'The link works once, for an hour. All sessions of the person end; sign in with the new password then. The second factor ' +
    'stays as it is.',
  body: { schema: schemas.passwordReset.schema, examples: { reset: { token: 'reset_...', password } } },
  answers: { 200: doneAnswer('The password is set.') },
  errors: ['forbidden'],
  async handle(deps, request) {
    const { token, password } = readInput(request, schemas.passwordReset.read)
    deps.sameOrigin.refuseForeign(request)
    await users.resetPassword(deps.users, token, password)
    return DONE
  },
})
