import { ApiError } from '../errors.ts'
import type { Reply, Request } from '../http/call.ts'
import { readInput } from '../http/input/input.ts'
import { dataAnswer, operationsOf, recordAnswer } from '../http/route.ts'
import { commandLine, commandStart } from '../lib/program.ts'
import * as input from './input.ts'
import { START_AGAIN, unauthorized, WRONG_CODE, WRONG_PASSWORD } from './refusals.ts'
import { DoneSchema, SignedInSchema, setupState, signedInExample } from './schemas.ts'
import { WRONG_RESET } from './users.ts'
import { countAttempt, OPEN_ERRORS, type VisitDeps, withVisitor } from './visit.ts'
import { SET_UP_ALREADY } from './setup.ts'

const operation = operationsOf<VisitDeps>('Sign-in')
/** The ways in: for people who are not signed in yet. */
const wayIn = operationsOf<VisitDeps>('Sign-in', { errors: OPEN_ERRORS })

export const DONE = { done: true }
export const done = (description: string) => dataAnswer(description, DoneSchema, DONE)
export const signedIn = (description: string) =>
  dataAnswer(`${description} \`Set-Cookie\` has the session.`, SignedInSchema, signedInExample)

const password = 'a long sentence is a good password'
const NO_MAIL = `This installation sends no mail. Ask whoever runs it for a link: "${commandLine('users reset --email ADDRESS')}" prints one.`

export const getSetup = operation({
  id: 'getSetup',
  summary: 'See whether the installation is set up',
  answers: { 200: recordAnswer('Whether anybody can sign in.', setupState) },
  errors: ['internal_error', 'service_unavailable'],
  handle: async ({ users }) => ({
    needed: await users.setup.isNeeded(),
    mail: users.mailer.isSet,
    command: commandStart(),
  }),
})

export const claimSetup = wayIn({
  id: 'claimSetup',
  summary: 'Become the first owner',
  description:
    'With the link that the server prints at its start while nobody can sign in. It works once, for a day, and the newest one alone; ' +
    '`doorpost users setup-link` prints another.',
  body: {
    schema: input.newOwner.schema,
    examples: { owner: { token: 'setup_...', name: 'Ana Silva', email: 'ana@example.com', password } },
  },
  answers: { 201: signedIn('The owner is there and signed in.') },
  invalid: { password: input.SHORT_PASSWORD },
  errorExamples: { forbidden: SET_UP_ALREADY },
  async handle(deps, request, reply) {
    const { users } = deps
    const owner = readInput(request, input.newOwner.read)
    deps.sameOrigin.refuseForeign(request)
    await users.setup.check(owner.token)
    await users.setup.claim(owner, await users.hashPassword(owner.password))
    return signInNewUser(deps, request, reply, owner.email, owner.password)
  },
})

export const signIn = wayIn({
  id: 'signIn',
  summary: 'Sign in with e-mail address and password',
  description:
    'The answer and its time are the same whether or not the address has an account. Five attempts a minute for each account ' +
    'from one address; wrong ones also count for the address.',
  body: { schema: input.signInBody.schema, examples: { ana: { email: 'ana@example.com', password } } },
  answers: { 200: signedIn('Signed in, or the second factor is needed.') },
  invalid: { email: 'email is required. Send a non-empty string.' },
  errorExamples: { unauthorized: WRONG_PASSWORD },
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    const { email, password } = readInput(request, input.signInBody.read)
    const id = await countAttempt(deps, request, reply, `email:${email}`, (visitor) =>
      deps.users.signIn.withPassword(visitor, email, password),
    )
    return showSignedIn(deps, id)
  },
})

export const giveSecondFactor = wayIn({
  id: 'giveSecondFactor',
  summary: 'Give the second factor',
  description:
    'After `POST /v1/auth/sign-in` said that it is needed. Each code works once. After ten wrong ones in a row the account ' +
    'takes none for a quarter of an hour.',
  body: {
    schema: input.secondFactor.schema,
    examples: { app: { code: '492039', trust_device: true }, backup: { backup_code: 'k3T9x-Qe7Lm' } },
  },
  answers: { 200: signedIn('Signed in.') },
  invalid: { code: input.NOT_SIX_DIGITS },
  errorExamples: { unauthorized: WRONG_CODE },
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    const { signIn } = deps.users
    const factor = readInput(request, input.secondFactor.read)
    const userId = await signIn.waitingUser(request.headers.cookie)
    if (userId === null) throw unauthorized(START_AGAIN)
    await countAttempt(deps, request, reply, `code:${userId}`, (visitor) =>
      signIn.withSecondFactor(visitor, userId, factor),
    )
    return showSignedIn(deps, userId)
  },
})

export const forgotPassword = wayIn({
  id: 'forgotPassword',
  summary: 'Ask for a link to set a new password',
  description:
    'Sent by mail, where the installation can. The answer is the same whether or not the address has an account; one mail in ' +
    'five minutes at most. Without mail, whoever runs the installation can make a link: `doorpost users reset --email ADDRESS`.',
  body: { schema: input.forgottenPassword.schema, examples: { ana: { email: 'ana@example.com' } } },
  answers: { 200: done('If the address has an account, the mail is on its way.') },
  invalid: { email: 'email is required. Send a non-empty string.' },
  errorExamples: { forbidden: NO_MAIL },
  async handle(deps, request, reply) {
    const { users, limits, sameOrigin } = deps
    sameOrigin.refuseForeign(request)
    const { email } = readInput(request, input.forgottenPassword.read)
    // Every request counts: it cannot be right or wrong.
    await limits.count('sign_in', `forgot: ${request.clientBucket}`, reply)
    if (!users.mailer.isSet) throw new ApiError('forbidden', { message: NO_MAIL })
    users.forgotPassword(email)
    return DONE
  },
})

export const resetPassword = wayIn({
  id: 'resetPassword',
  summary: 'Set a new password by a link',
  description:
    'The link works once, for an hour. All sessions of the person end; sign in with the new password then. The second factor ' +
    'stays as it is.',
  body: { schema: input.passwordReset.schema, examples: { reset: { token: 'reset_...', password } } },
  answers: { 200: done('The password is set.') },
  invalid: { password: input.SHORT_PASSWORD },
  errorExamples: { forbidden: WRONG_RESET },
  async handle(deps, request) {
    const { token, password } = readInput(request, input.passwordReset.read)
    deps.sameOrigin.refuseForeign(request)
    await deps.users.resetPassword(token, password)
    return DONE
  },
})

/** Signs in somebody who just used a link to get an account. Its token is too long to guess: no attempt is counted. */
export async function signInNewUser(deps: VisitDeps, request: Request, reply: Reply, email: string, password: string) {
  const { signIn } = deps.users
  const id = await withVisitor(deps, request, reply, (visitor) => signIn.withPassword(visitor, email, password))
  return showSignedIn(deps, id)
}

/** Null for an id: the second factor is still to come. */
export async function showSignedIn({ users }: VisitDeps, id: string | null): Promise<object> {
  const user = id === null ? null : await users.get(id)
  return { second_factor_needed: user === null, user }
}
