import { guesserOf } from '../http/access/rate-limit.ts'
import type { Reply, Request } from '../http/call.ts'
import { answerDeleted, readInput } from '../http/input/input.ts'
import { dataAnswer, deletedAnswer, listAnswer, operationsOf, recordAnswer } from '../http/route.ts'
import { codeProof, NOT_SIX_DIGITS, newPasskey, passkeySignIn, passwordProof, WRONG_RESPONSE } from './input.ts'
import { WRONG_OWN_PASSWORD, WRONG_PASSKEY } from './refusals.ts'
import * as schemas from './schemas.ts'
import { DONE, done, showSignedIn, signedIn } from './sign-in-routes.ts'
import type { Visitor } from './sign-in.ts'
import { countAttempt, OPEN_ERRORS, personOf, type VisitDeps, withVisitor } from './visit.ts'

const operation = operationsOf<VisitDeps>('Sign-in')

/** The second factor and passkeys. */

/** For operations that ask for the password again. */
const proof = {
  body: {
    schema: passwordProof.schema,
    examples: { password: { password: 'a long sentence is a good password' } },
  },
  invalid: { password: WRONG_OWN_PASSWORD },
}

function provePassword<T>(
  deps: VisitDeps,
  request: Request,
  reply: Reply,
  work: (visitor: Visitor, password: string, userId: string) => Promise<T>,
): Promise<T> {
  const { userId } = personOf(request)
  const { password } = readInput(request, passwordProof.read)
  return countAttempt(deps, request, reply, `password:${userId}`, (visitor) => work(visitor, password, userId))
}

export const startTotp = operation({
  id: 'startTotp',
  showsSecret: true,
  summary: 'Begin with an authenticator app',
  description:
    'Show the QR code of `uri` to the app, then send a code of it to `POST /v1/auth/totp/confirm`. Until then nothing changes.',
  ...proof,
  answers: { 200: recordAnswer('What the app needs, and backup codes to be kept.', schemas.totpStart) },
  handle: (deps, request, reply) => provePassword(deps, request, reply, deps.users.signIn.startTotp),
})

export const confirmTotp = operation({
  id: 'confirmTotp',
  summary: 'Turn the second factor on',
  description:
    'With a code of the app. From then on one is asked for at each sign-in. The session goes on under a new cookie.',
  body: { schema: codeProof.schema, examples: { code: { code: '492039' } } },
  answers: { 200: done('The second factor is on.') },
  invalid: { code: NOT_SIX_DIGITS },
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const { code } = readInput(request, codeProof.read)
    await countAttempt(deps, request, reply, `code:${userId}`, (visitor) =>
      deps.users.signIn.confirmTotp(visitor, userId, code),
    )
    return DONE
  },
})

export const stopTotp = operation({
  id: 'stopTotp',
  summary: 'Turn the second factor off',
  ...proof,
  answers: { 200: done('The password alone is enough again.') },
  async handle(deps, request, reply) {
    await provePassword(deps, request, reply, deps.users.signIn.stopTotp)
    return DONE
  },
})

export const createBackupCodes = operation({
  id: 'createBackupCodes',
  showsSecret: true,
  summary: 'Make new backup codes',
  description: 'Those before work no more.',
  ...proof,
  answers: { 200: recordAnswer('The codes, shown once only.', schemas.backupCodes) },
  handle: (deps, request, reply) => provePassword(deps, request, reply, deps.users.signIn.newBackupCodes),
})

// Passkeys -------------------------------------------------------------------------------------------------------------

const options = dataAnswer(
  'Options as WebAuthn has them, as JSON. They hold for five minutes, and once.',
  schemas.PasskeyOptionsSchema,
  { challenge: 'Q2hhbGxlbmdl', rpId: 'doorpost.example.com', userVerification: 'required' },
)
const passkeyAnswer = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key', response: { clientDataJSON: '...' } }

export const createPasskeyOptions = operation({
  id: 'createPasskeyOptions',
  summary: 'Begin to add a passkey',
  description:
    'For `navigator.credentials.create`. The sign-in must be less than a day old. Passkeys need https, or localhost.',
  answers: { 200: options },
  handle: (deps, request, reply) => withVisitor(deps, request, reply, deps.users.signIn.passkeyOptions),
})

export const createPasskey = operation({
  id: 'createPasskey',
  summary: 'Add a passkey',
  body: { schema: newPasskey.schema, examples: { laptop: { name: 'Laptop', response: passkeyAnswer } } },
  answers: { 201: recordAnswer('The passkey can be signed in with.', schemas.passkey) },
  invalid: { response: WRONG_RESPONSE },
  async handle(deps, request, reply) {
    const { users } = deps
    const { name, response } = readInput(request, newPasskey.read)
    const id = await withVisitor(deps, request, reply, (visitor) => users.signIn.addPasskey(visitor, name, response))
    return (await users.listPasskeys(personOf(request).userId)).find((passkey) => passkey.id === id)!
  },
})

export const listPasskeys = operation({
  id: 'listPasskeys',
  summary: 'List one’s passkeys',
  answers: { 200: listAnswer('Newest first.', schemas.passkey.schema, schemas.passkey.example) },
  handle: ({ users }, request) => users.listPasskeys(personOf(request).userId),
})

export const deletePasskey = operation({
  id: 'deletePasskey',
  summary: 'Remove a passkey',
  description: 'Nobody signs in with it any more. Remove it from the device or the password manager as well.',
  answers: { 200: deletedAnswer('The passkey is gone.', schemas.passkey.example) },
  missing: 'You have no passkey with this id. List them at GET /v1/auth/passkeys.',
  handle: ({ users }, request) => answerDeleted(request, (id) => users.removePasskey(personOf(request).userId, id)),
})

export const createPasskeySignInOptions = operation({
  id: 'createPasskeySignInOptions',
  summary: 'Begin to sign in with a passkey',
  description: 'For `navigator.credentials.get`.',
  answers: { 200: options },
  errors: OPEN_ERRORS,
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    // Each request adds a row, and anybody may send one. Counted apart from failed attempts: asking is not a failure.
    await deps.limits.count('failed_auth', guesserOf('passkey_options', request), reply)
    return withVisitor(deps, request, reply, deps.users.signIn.passkeySignInOptions)
  },
})

export const signInWithPasskey = operation({
  id: 'signInWithPasskey',
  summary: 'Sign in with a passkey',
  description: 'No second factor is asked for: the device has checked a fingerprint, a face or a PIN.',
  body: { schema: passkeySignIn.schema, examples: { laptop: { response: passkeyAnswer } } },
  answers: { 200: signedIn('Signed in.') },
  errors: OPEN_ERRORS,
  invalid: { response: WRONG_RESPONSE },
  errorExamples: { unauthorized: WRONG_PASSKEY },
  async handle(deps, request, reply) {
    const { response } = readInput(request, passkeySignIn.read)
    deps.sameOrigin.refuseForeign(request)
    const { signIn } = deps.users
    const id = await withVisitor(deps, request, reply, (visitor) => signIn.withPasskey(visitor, response))
    return showSignedIn(deps, id)
  },
})
