import { guesserOf } from '../http/access/rate-limit.ts'
import { personOf, type Reply, type Request } from '../http/call.ts'
import { answerDeleted, readInput } from '../http/input.ts'
import { dataAnswer, deletedAnswer, listAnswer, operationsOf, recordAnswer } from '../http/route.ts'
import { message } from '../messages/message.ts'
import * as schemas from './schemas.ts'
import * as signIn from './sign-in.ts'
import { removeOwn, selectPasskeys } from './store.ts'
import type { Users } from './users.ts'
import {
  countAttempt,
  DONE,
  doneAnswer,
  OPEN_ERRORS,
  showSignedIn,
  signedInAnswer,
  type UserRouteDeps,
  withVisitor,
} from './visitor.ts'

const operation = operationsOf<UserRouteDeps>('Sign-in')

const proof = {
  body: {
    schema: schemas.passwordProof.schema,
    examples: { password: { password: 'a long sentence is a good password' } },
  },
}

function withPassword<T>(
  deps: UserRouteDeps,
  request: Request,
  reply: Reply,
  work: (users: Users, visitor: signIn.Visitor, password: string, userId: string) => Promise<T>,
): Promise<T> {
  const { userId } = personOf(request)
  const { password } = readInput(request, schemas.passwordProof.read)
  return countAttempt(deps, [request, reply], `password:${userId}`, (visitor) =>
    work(deps.users, visitor, password, userId),
  )
}

export const startTotp = operation({
  id: 'startTotp',
  showsSecret: true,
  summary: 'Begin with an authenticator app',
  description:
    'Show the QR code of `uri` to the app, then send a code of it to `POST /v1/auth/totp/confirm`. Until then nothing changes.',
  ...proof,
  answers: { 200: recordAnswer('What the app needs, and backup codes to be kept.', schemas.totpStart) },
  handle: (deps, request, reply) => withPassword(deps, request, reply, signIn.startTotp),
})

export const confirmTotp = operation({
  id: 'confirmTotp',
  summary: 'Turn the second factor on',
  description:
    'With a code of the app. From then on one is asked for at each sign-in. The session goes on under a new cookie.',
  body: { schema: schemas.codeProof.schema, examples: { code: { code: '492039' } } },
  answers: { 200: doneAnswer('The second factor is on.') },
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const { code } = readInput(request, schemas.codeProof.read)
    await countAttempt(deps, [request, reply], `code:${userId}`, (visitor) =>
      signIn.confirmTotp(deps.users, visitor, userId, code),
    )
    return DONE
  },
})

export const stopTotp = operation({
  id: 'stopTotp',
  summary: 'Turn the second factor off',
  ...proof,
  answers: { 200: doneAnswer('The password alone is enough again.') },
  async handle(deps, request, reply) {
    await withPassword(deps, request, reply, signIn.stopTotp)
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
  handle: (deps, request, reply) => withPassword(deps, request, reply, signIn.createBackupCodes),
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
  handle: (deps, request, reply) =>
    withVisitor(deps, request, reply, (visitor) => signIn.createPasskeyOptions(deps.users, visitor)),
})

export const createPasskey = operation({
  id: 'createPasskey',
  summary: 'Add a passkey',
  body: { schema: schemas.newPasskey.schema, examples: { laptop: { name: 'Laptop', response: passkeyAnswer } } },
  answers: { 201: recordAnswer('The passkey can be signed in with.', schemas.passkey) },
  async handle(deps, request, reply) {
    const { name, response } = readInput(request, schemas.newPasskey.read)
    const id = await withVisitor(deps, request, reply, (visitor) =>
      signIn.addPasskey(deps.users, visitor, name, response),
    )
    const passkeys = await selectPasskeys(deps.users.pool, personOf(request).userId)
    return passkeys.find((passkey) => passkey.id === id)!
  },
})

export const listPasskeys = operation({
  id: 'listPasskeys',
  summary: 'List one’s passkeys',
  answers: { 200: listAnswer('Newest first.', schemas.passkey.schema, schemas.passkey.example) },
  handle: ({ users }, request) => selectPasskeys(users.pool, personOf(request).userId),
})

export const deletePasskey = operation({
  id: 'deletePasskey',
  summary: 'Remove a passkey',
  description: 'It no longer signs anyone in. Remove it from the device or the password manager as well.',
  answers: { 200: deletedAnswer('The passkey is gone.', schemas.passkey.example) },
  missing: message('passkey.not_found'),
  handle: ({ users }, request) =>
    answerDeleted(request, (id) => removeOwn(users.pool, 'passkeys', personOf(request).userId, id)),
})

export const createPasskeySignInOptions = operation({
  id: 'createPasskeySignInOptions',
  summary: 'Begin to sign in with a passkey',
  description: 'For `navigator.credentials.get`.',
  answers: { 200: options },
  errors: OPEN_ERRORS,
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    // Each request adds a row, and anyone may send one. Counted apart from failed attempts, because asking is not a
    // failure.
    await deps.limits.count('failed_auth', guesserOf('passkey_options', request), reply)
    return withVisitor(deps, request, reply, (visitor) => signIn.createPasskeySignInOptions(deps.users, visitor))
  },
})

export const signInWithPasskey = operation({
  id: 'signInWithPasskey',
  summary: 'Sign in with a passkey',
  description: 'No second factor is asked for: the device has checked a fingerprint, a face or a PIN.',
  body: { schema: schemas.passkeySignIn.schema, examples: { laptop: { response: passkeyAnswer } } },
  answers: { 200: signedInAnswer('Signed in.') },
  errors: [...OPEN_ERRORS, 'unauthorized'],
  async handle(deps, request, reply) {
    const { response } = readInput(request, schemas.passkeySignIn.read)
    deps.sameOrigin.refuseForeign(request)
    const id = await withVisitor(deps, request, reply, (visitor) =>
      signIn.signInWithPasskey(deps.users, visitor, response),
    )
    return showSignedIn(deps, id)
  },
})
