import { ApiError } from '../../errors.ts'
import type { Operation } from '../../http/route.ts'
import { success } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'
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
import { attempt, attemptLink, OPEN_ERRORS, readInput, take, type VisitDeps, visitorOf } from '../visit.ts'

/** The ways in: for people who are not signed in yet. */

const signedIn = (description: string) => ({
  description: `${description} \`Set-Cookie\` has the session.`,
  schema: success(S.refTo(SignedInSchema)),
  example: { success: true, data: signedInExample },
})
export const done = (description: string) => ({
  description,
  schema: success(S.refTo(DoneSchema)),
  example: { success: true, data: { done: true } },
})
export const DONE = { success: true, data: { done: true } } as const

const password = 'a long sentence is a good password'
const NO_MAIL =
  'This installation sends no mail. Ask whoever runs it for a link: "npm run -s doorpost -- users reset --email ADDRESS" prints one.'

export const getSetup: Operation<VisitDeps> = {
  id: 'getSetup',
  tag: 'Sign-in',
  summary: 'See whether the installation is set up',
  answers: {
    200: {
      description: 'Whether anybody can sign in.',
      schema: success(S.refTo(SetupStateSchema)),
      example: { success: true, data: { needed: true, mail: false } },
    },
  },
  errors: ['internal_error', 'service_unavailable'],
  async handle({ users }, _request, reply) {
    return reply.send({ success: true, data: { needed: await users.setup.isNeeded(), mail: users.mailer.isSet } })
  },
}

export const claimSetup: Operation<VisitDeps> = {
  id: 'claimSetup',
  tag: 'Sign-in',
  summary: 'Become the first owner',
  description:
    'With the link that `npm start` prints while nobody can sign in. It works once, for a day, and the newest one alone; ' +
    '`doorpost users setup-link` prints another.',
  body: {
    kind: 'json',
    schema: S.refTo(NewOwnerSchema),
    examples: { owner: { token: 'setup_...', name: 'Ana Silva', email: 'ana@example.com', password } },
  },
  answers: { 201: signedIn('The owner is there and signed in.') },
  errors: OPEN_ERRORS,
  errorExamples: {
    validation_error: {
      field: 'password',
      message: 'password must have at least 12 characters. A sentence is easy to remember.',
    },
    forbidden: {
      message: 'This installation is set up already. Sign in, or ask an owner of the team for an invitation.',
    },
  },
  async handle(deps, request, reply) {
    const { users } = deps
    const owner = readInput(request, readNewOwner)
    const id = await attemptLink(deps, request, async () => {
      await users.setup.check(owner.token)
      await users.setup.claim(owner, await users.hashPassword(owner.password))
      return take(reply, await users.signIn.withPassword(visitorOf(deps, request), owner.email, owner.password))
    })
    return reply.code(201).send(await showSignedIn(deps, id))
  },
}

export const signIn: Operation<VisitDeps> = {
  id: 'signIn',
  tag: 'Sign-in',
  summary: 'Sign in with e-mail address and password',
  description:
    'The answer and its time are the same whether or not the address has an account. Five attempts a minute for each account ' +
    'from one address; wrong ones also count for the address.',
  body: {
    kind: 'json',
    schema: S.refTo(SignInSchema),
    examples: { ana: { email: 'ana@example.com', password } },
  },
  answers: { 200: signedIn('Signed in, or the second factor is needed.') },
  errors: ['unauthorized', ...OPEN_ERRORS],
  errorExamples: {
    unauthorized: { message: WRONG_PASSWORD },
    validation_error: { field: 'email', message: 'email is required. Send a non-empty string.' },
  },
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    const { email, password } = readInput(request, readSignIn)
    const id = await attempt(deps, request, reply, `email:${email}`, async () =>
      take(reply, await deps.users.signIn.withPassword(visitorOf(deps, request), email, password)),
    )
    return reply.send(await showSignedIn(deps, id))
  },
}

export const giveSecondFactor: Operation<VisitDeps> = {
  id: 'giveSecondFactor',
  tag: 'Sign-in',
  summary: 'Give the second factor',
  description:
    'After `POST /v1/auth/sign-in` said that it is needed. Each code works once. After ten wrong ones in a row the account ' +
    'takes none for a quarter of an hour.',
  body: {
    kind: 'json',
    schema: S.refTo(SecondFactorSchema),
    examples: { app: { code: '492039', trust_device: true }, backup: { backup_code: 'k3T9x-Qe7Lm' } },
  },
  answers: { 200: signedIn('Signed in.') },
  errors: ['unauthorized', ...OPEN_ERRORS],
  errorExamples: {
    unauthorized: {
      message: 'This code is wrong, too old, or was used before. Use the one that the app shows now.',
    },
    validation_error: { field: 'code', message: 'code must be the six digits that the app shows.' },
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
    return reply.send(await showSignedIn(deps, userId))
  },
}

export const forgotPassword: Operation<VisitDeps> = {
  id: 'forgotPassword',
  tag: 'Sign-in',
  summary: 'Ask for a link to set a new password',
  description:
    'Sent by mail, where the installation can. The answer is the same whether or not the address has an account; one mail in ' +
    'five minutes at most. Without mail, whoever runs the installation can make a link: `doorpost users reset --email ADDRESS`.',
  body: {
    kind: 'json',
    schema: S.refTo(ForgottenPasswordSchema),
    examples: { ana: { email: 'ana@example.com' } },
  },
  answers: { 200: done('If the address has an account, the mail is on its way.') },
  errors: OPEN_ERRORS,
  errorExamples: {
    validation_error: { field: 'email', message: 'email is required. Send a non-empty string.' },
    forbidden: { message: NO_MAIL },
  },
  async handle(deps, request, reply) {
    const { users, limits, sameOrigin } = deps
    sameOrigin.refuseForeign(request)
    const email = readInput(request, readForgottenPassword)
    // Every one counts: there is nothing to be right or wrong about.
    await limits.count('sign_in', `forgot: ${request.clientBucket}`, reply)
    if (!users.mailer.isSet) {
      throw new ApiError('forbidden', { message: NO_MAIL })
    }
    users.forgotPassword(email)
    return reply.send(DONE)
  },
}

export const resetPassword: Operation<VisitDeps> = {
  id: 'resetPassword',
  tag: 'Sign-in',
  summary: 'Set a new password by a link',
  description:
    'The link works once, for an hour. All sessions of the person end; sign in with the new password then. The second factor ' +
    'stays as it is.',
  body: {
    kind: 'json',
    schema: S.refTo(PasswordResetSchema),
    examples: { reset: { token: 'reset_...', password } },
  },
  answers: { 200: done('The password is set.') },
  errors: OPEN_ERRORS,
  errorExamples: {
    validation_error: {
      field: 'password',
      message: 'password must have at least 12 characters. A sentence is easy to remember.',
    },
    forbidden: {
      message:
        'This link does not work: it was used, a newer one was made, or it is older than an hour. Ask for a new one.',
    },
  },
  async handle(deps, request, reply) {
    const { token, password } = readInput(request, readPasswordReset)
    await attemptLink(deps, request, () => deps.users.resetPassword(token, password))
    return reply.send(DONE)
  },
}

/** Null for an id: the second factor is still to come. */
export async function showSignedIn({ users }: VisitDeps, id: string | null): Promise<object> {
  const user = id === null ? null : await users.get(id)
  return { success: true, data: { second_factor_needed: user === null, user } }
}
