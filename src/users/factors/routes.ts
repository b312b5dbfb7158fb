import { guesserOf } from '../../http/access/rate-limit.ts'
import { idOf, readInput } from '../../http/input.ts'
import { dataAnswer, deletedAnswer, listAnswer, operationsOf } from '../../http/route.ts'
import { readCodeProof, readPasskey, readPasskeySignIn, readPasswordProof } from '../input.ts'
import {
  BackupCodesSchema,
  backupCodesExample,
  CodeProofSchema,
  NewPasskeySchema,
  PasskeyOptionsSchema,
  PasskeySchema,
  PasskeySignInSchema,
  PasswordProofSchema,
  passkeyExample,
  TotpStartSchema,
  totpStartExample,
} from '../schemas.ts'
import { DONE, done, showSignedIn, signedIn } from '../sign-in/routes.ts'
import { attempt, attemptLink, OPEN_ERRORS, personOf, take, type VisitDeps, visitorOf } from '../visit.ts'

const operation = operationsOf<VisitDeps>('Sign-in')

/** The second factor and passkeys. */

const proof = {
  schema: PasswordProofSchema,
  examples: { password: { password: 'a long sentence is a good password' } },
}
const wrongPassword = { password: 'The password is wrong. Type the one you signed in with.' }

export const startTotp = operation({
  id: 'startTotp',
  showsSecret: true,
  summary: 'Begin with an authenticator app',
  description:
    'Show the QR code of `uri` to the app, then send a code of it to `POST /v1/auth/totp/confirm`. Until then nothing changes.',
  body: proof,
  answers: { 200: dataAnswer('What the app needs, and backup codes to be kept.', TotpStartSchema, totpStartExample) },
  invalid: wrongPassword,
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const password = readInput(request, readPasswordProof)
    const { uri, backupCodes } = await attempt(deps, request, reply, `password:${userId}`, async () =>
      take(reply, await deps.users.signIn.startTotp(visitorOf(deps, request), password)),
    )
    return { uri, backup_codes: backupCodes }
  },
})

export const confirmTotp = operation({
  id: 'confirmTotp',
  summary: 'Turn the second factor on',
  description:
    'With a code of the app. From then on one is asked for at each sign-in. The session goes on under a new cookie.',
  body: { schema: CodeProofSchema, examples: { code: { code: '492039' } } },
  answers: { 200: done('The second factor is on.') },
  invalid: { code: 'code must be the six digits that the app shows.' },
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const code = readInput(request, readCodeProof)
    await attempt(deps, request, reply, `code:${userId}`, async () =>
      take(reply, await deps.users.signIn.confirmTotp(visitorOf(deps, request), userId, code)),
    )
    return DONE
  },
})

export const stopTotp = operation({
  id: 'stopTotp',
  summary: 'Turn the second factor off',
  body: proof,
  answers: { 200: done('The password alone is enough again.') },
  invalid: wrongPassword,
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const password = readInput(request, readPasswordProof)
    await attempt(deps, request, reply, `password:${userId}`, async () =>
      take(reply, await deps.users.signIn.stopTotp(visitorOf(deps, request), userId, password)),
    )
    return DONE
  },
})

export const createBackupCodes = operation({
  id: 'createBackupCodes',
  showsSecret: true,
  summary: 'Make new backup codes',
  description: 'Those before work no more.',
  body: proof,
  answers: { 200: dataAnswer('The codes, shown once only.', BackupCodesSchema, { backup_codes: backupCodesExample }) },
  invalid: wrongPassword,
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const password = readInput(request, readPasswordProof)
    const codes = await attempt(deps, request, reply, `password:${userId}`, async () =>
      take(reply, await deps.users.signIn.newBackupCodes(visitorOf(deps, request), password)),
    )
    return { backup_codes: codes }
  },
})

// Passkeys -------------------------------------------------------------------------------------------------------------

const options = dataAnswer(
  'Options as WebAuthn has them, as JSON. They hold for five minutes, and once.',
  PasskeyOptionsSchema,
  { challenge: 'Q2hhbGxlbmdl', rpId: 'doorpost.example.com', userVerification: 'required' },
)
const passkeyAnswer = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key', response: { clientDataJSON: '...' } }
const WRONG_ANSWER = 'response must be what the browser gave for the passkey, as a JSON object with id and response.'

export const createPasskeyOptions = operation({
  id: 'createPasskeyOptions',
  summary: 'Begin to add a passkey',
  description:
    'For `navigator.credentials.create`. The sign-in must be less than a day old. Passkeys need https, or localhost.',
  answers: { 200: options },
  handle: async (deps, request, reply) => take(reply, await deps.users.signIn.passkeyOptions(visitorOf(deps, request))),
})

export const createPasskey = operation({
  id: 'createPasskey',
  summary: 'Add a passkey',
  body: { schema: NewPasskeySchema, examples: { laptop: { name: 'Laptop', response: passkeyAnswer } } },
  answers: { 201: dataAnswer('The passkey can be signed in with.', PasskeySchema, passkeyExample) },
  invalid: { response: WRONG_ANSWER },
  async handle(deps, request, reply) {
    const { users } = deps
    const { name, response } = readInput(request, readPasskey)
    const id = take(reply, await users.signIn.addPasskey(visitorOf(deps, request), name, response))
    return (await users.listPasskeys(personOf(request).userId)).find((passkey) => passkey.id === id)!
  },
})

export const listPasskeys = operation({
  id: 'listPasskeys',
  summary: 'List one’s passkeys',
  answers: { 200: listAnswer('Newest first.', PasskeySchema, passkeyExample) },
  handle: ({ users }, request) => users.listPasskeys(personOf(request).userId),
})

export const deletePasskey = operation({
  id: 'deletePasskey',
  summary: 'Remove a passkey',
  description: 'Nobody signs in with it any more. Remove it from the device or the password manager as well.',
  answers: { 200: deletedAnswer('The passkey is gone.', passkeyExample) },
  missing: 'You have no passkey with this id. List them at GET /v1/auth/passkeys.',
  async handle({ users }, request) {
    const id = idOf(request)
    return (await users.removePasskey(personOf(request).userId, id)) ? { id, deleted: true } : null
  },
})

export const createPasskeySignInOptions = operation({
  id: 'createPasskeySignInOptions',
  summary: 'Begin to sign in with a passkey',
  description: 'For `navigator.credentials.get`.',
  answers: { 200: options },
  errors: OPEN_ERRORS,
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    // Each is a row in the database, and anybody may ask. Apart from what was wrong: to ask is not.
    await deps.limits.count('failed_auth', guesserOf('passkey_options', request), reply)
    return take(reply, await deps.users.signIn.passkeySignInOptions(visitorOf(deps, request)))
  },
})

export const signInWithPasskey = operation({
  id: 'signInWithPasskey',
  summary: 'Sign in with a passkey',
  description: 'No second factor is asked for: the device has checked a fingerprint, a face or a PIN.',
  body: { schema: PasskeySignInSchema, examples: { laptop: { response: passkeyAnswer } } },
  answers: { 200: signedIn('Signed in.') },
  errors: OPEN_ERRORS,
  invalid: { response: WRONG_ANSWER },
  errorExamples: {
    unauthorized:
      'This passkey does not fit. Try again or use another one, or sign in with e-mail address and password.',
  },
  async handle(deps, request, reply) {
    const response = readInput(request, readPasskeySignIn)
    const id = await attemptLink(deps, request, async () =>
      take(reply, await deps.users.signIn.withPasskey(visitorOf(deps, request), response)),
    )
    return showSignedIn(deps, id)
  },
})
