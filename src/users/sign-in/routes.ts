import { ApiError } from '../../errors.ts'
import { readInput } from '../../http/input.ts'
import { dataAnswer, operationsOf } from '../../http/route.ts'
import { readForgottenPassword, readNewOwner, readPasswordReset, readSecondFactor, readSignIn } from '../input.ts'
import { startAgain, WRONG_PASSWORD } from '../refusals.ts'
import {
  DoneSchema,
  ForgottenPasswordSchema,
  NewOwnerSchema,
  PasswordResetSchema,
  SecondFactorSchema,
  SetupStateSchema,
  SignedInSchema,
  SignInSchema,
  signedInExample,
} from '../schemas.ts'
import { attempt, attemptLink, OPEN_ERRORS, take, type VisitDeps, visitorOf } from '../visit.ts'

const operation = operationsOf<VisitDeps>('Sign-in')

/** The ways in: for people who are not signed in yet. */

export const DONE = { done: true }
export const done = (description: string) => dataAnswer(description, DoneSchema, DONE)
export const signedIn = (description: string) =>
  dataAnswer(`${description} \`Set-Cookie\` has the session.`, SignedInSchema, signedInExample)

const password = 'a long sentence is a good password'
const NO_MAIL =
  'This installation sends no mail. Ask whoever runs it for a link: "npm run -s doorpost -- users reset --email ADDRESS" prints one.'

export const getSetup = operation({
  id: 'getSetup',
  summary: 'See whether the installation is set up',
  answers: { 200: dataAnswer('Whether anybody can sign in.', SetupStateSchema, { needed: true, mail: false }) },
  errors: ['internal_error', 'service_unavailable'],
  handle: async ({ users }) => ({ needed: await users.setup.isNeeded(), mail: users.mailer.isSet }),
})

export const claimSetup = operation({
  id: 'claimSetup',
  summary: 'Become the first owner',
  description:
    'With the link that `npm start` prints while nobody can sign in. It works once, for a day, and the newest one alone; ' +
    '`doorpost users setup-link` prints another.',
  body: {
    schema: NewOwnerSchema,
    examples: { owner: { token: 'setup_...', name: 'Ana Silva', email: 'ana@example.com', password } },
  },
  answers: { 201: signedIn('The owner is there and signed in.') },
  errors: OPEN_ERRORS,
  invalid: { password: 'password must have at least 12 characters. A sentence is easy to remember.' },
  errorExamples: {
    forbidden: 'This installation is set up already. Sign in, or ask an owner of the team for an invitation.',
  },
  async handle(deps, request, reply) {
    const { users } = deps
    const owner = readInput(request, readNewOwner)
    const id = await attemptLink(deps, request, async () => {
      await users.setup.check(owner.token)
      await users.setup.claim(owner, await users.hashPassword(owner.password))
      return take(reply, await users.signIn.withPassword(visitorOf(deps, request), owner.email, owner.password))
    })
    return showSignedIn(deps, id)
  },
})

export const signIn = operation({
  id: 'signIn',
  summary: 'Sign in with e-mail address and password',
  description:
    'The answer and its time are the same whether or not the address has an account. Five attempts a minute for each account ' +
    'from one address; wrong ones also count for the address.',
  body: { schema: SignInSchema, examples: { ana: { email: 'ana@example.com', password } } },
  answers: { 200: signedIn('Signed in, or the second factor is needed.') },
  errors: OPEN_ERRORS,
  invalid: { email: 'email is required. Send a non-empty string.' },
  errorExamples: { unauthorized: WRONG_PASSWORD },
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    const { email, password } = readInput(request, readSignIn)
    const id = await attempt(deps, request, reply, `email:${email}`, async () =>
      take(reply, await deps.users.signIn.withPassword(visitorOf(deps, request), email, password)),
    )
    return showSignedIn(deps, id)
  },
})

export const giveSecondFactor = operation({
  id: 'giveSecondFactor',
  summary: 'Give the second factor',
  description:
    'After `POST /v1/auth/sign-in` said that it is needed. Each code works once. After ten wrong ones in a row the account ' +
    'takes none for a quarter of an hour.',
  body: {
    schema: SecondFactorSchema,
    examples: { app: { code: '492039', trust_device: true }, backup: { backup_code: 'k3T9x-Qe7Lm' } },
  },
  answers: { 200: signedIn('Signed in.') },
  errors: OPEN_ERRORS,
  invalid: { code: 'code must be the six digits that the app shows.' },
  errorExamples: {
    unauthorized: 'This code is wrong, too old, or was used before. Use the one that the app shows now.',
  },
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    const { signIn } = deps.users
    const factor = readInput(request, readSecondFactor)
    const visitor = visitorOf(deps, request)
    const userId = await signIn.waitingUser(visitor)
    if (userId === null) throw startAgain()
    await attempt(deps, request, reply, `code:${userId}`, async () =>
      take(reply, await signIn.withSecondFactor(visitor, userId, factor)),
    )
    return showSignedIn(deps, userId)
  },
})

export const forgotPassword = operation({
  id: 'forgotPassword',
  summary: 'Ask for a link to set a new password',
  description:
    'Sent by mail, where the installation can. The answer is the same whether or not the address has an account; one mail in ' +
    'five minutes at most. Without mail, whoever runs the installation can make a link: `doorpost users reset --email ADDRESS`.',
  body: { schema: ForgottenPasswordSchema, examples: { ana: { email: 'ana@example.com' } } },
  answers: { 200: done('If the address has an account, the mail is on its way.') },
  errors: OPEN_ERRORS,
  invalid: { email: 'email is required. Send a non-empty string.' },
  errorExamples: { forbidden: NO_MAIL },
  async handle(deps, request, reply) {
    const { users, limits, sameOrigin } = deps
    sameOrigin.refuseForeign(request)
    const email = readInput(request, readForgottenPassword)
    // Every one counts: there is nothing to be right or wrong about.
    await limits.count('sign_in', `forgot: ${request.clientBucket}`, reply)
    if (!users.mailer.isSet) throw new ApiError('forbidden', { message: NO_MAIL })
    users.forgotPassword(email)
    return DONE
  },
})

export const resetPassword = operation({
  id: 'resetPassword',
  summary: 'Set a new password by a link',
  description:
    'The link works once, for an hour. All sessions of the person end; sign in with the new password then. The second factor ' +
    'stays as it is.',
  body: { schema: PasswordResetSchema, examples: { reset: { token: 'reset_...', password } } },
  answers: { 200: done('The password is set.') },
  errors: OPEN_ERRORS,
  invalid: { password: 'password must have at least 12 characters. A sentence is easy to remember.' },
  errorExamples: {
    forbidden:
      'This link does not work: it was used, a newer one was made, or it is older than an hour. Ask for a new one.',
  },
  async handle(deps, request) {
    const { token, password } = readInput(request, readPasswordReset)
    await attemptLink(deps, request, () => deps.users.resetPassword(token, password))
    return DONE
  },
})

/** Null for an id: the second factor is still to come. */
export async function showSignedIn({ users }: VisitDeps, id: string | null): Promise<object> {
  const user = id === null ? null : await users.get(id)
  return { second_factor_needed: user === null, user }
}
