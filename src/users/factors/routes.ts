import { ApiError } from '../../errors.ts'
import { guesserOf } from '../../http/access/rate-limit.ts'
import { idOf } from '../../http/params.ts'
import type { Operation } from '../../http/route.ts'
import { DeletedSchema, IdParams, success } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'
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
  SignedInSchema,
  signedInExample,
  TotpStartSchema,
  totpStartExample,
} from '../schemas.ts'
import { DONE, done, showSignedIn } from '../sign-in/routes.ts'
import { attempt, attemptLink, OPEN_ERRORS, personOf, readInput, take, type VisitDeps, visitorOf } from '../visit.ts'

/** The second factor and passkeys. */

const proof = {
  kind: 'json',
  schema: S.refTo(PasswordProofSchema),
  examples: { password: { password: 'a long sentence is a good password' } },
} as const
const wrongPassword = {
  validation_error: { field: 'password', message: 'The password is wrong. Type the one you signed in with.' },
}

export const startTotp: Operation<VisitDeps> = {
  id: 'startTotp',
  showsSecret: true,
  tag: 'Sign-in',
  summary: 'Begin with an authenticator app',
  description:
    'Show the QR code of `uri` to the app, then send a code of it to `POST /v1/auth/totp/confirm`. Until then nothing changes.',
  body: proof,
  answers: {
    200: {
      description: 'What the app needs, and backup codes to be kept.',
      schema: success(S.refTo(TotpStartSchema)),
      example: { success: true, data: totpStartExample },
    },
  },
  errorExamples: wrongPassword,
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const password = readInput(request, readPasswordProof)
    const { uri, backupCodes } = await attempt(deps, request, reply, `password:${userId}`, async () =>
      take(reply, await deps.users.signIn.startTotp(visitorOf(deps, request), password)),
    )
    return reply.send({ success: true, data: { uri, backup_codes: backupCodes } })
  },
}

export const confirmTotp: Operation<VisitDeps> = {
  id: 'confirmTotp',
  tag: 'Sign-in',
  summary: 'Turn the second factor on',
  description:
    'With a code of the app. From then on one is asked for at each sign-in. The session goes on under a new cookie.',
  body: { kind: 'json', schema: S.refTo(CodeProofSchema), examples: { code: { code: '492039' } } },
  answers: { 200: done('The second factor is on.') },
  errorExamples: {
    validation_error: { field: 'code', message: 'code must be the six digits that the app shows.' },
  },
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const code = readInput(request, readCodeProof)
    await attempt(deps, request, reply, `code:${userId}`, async () =>
      take(reply, await deps.users.signIn.confirmTotp(visitorOf(deps, request), userId, code)),
    )
    return reply.send(DONE)
  },
}

export const stopTotp: Operation<VisitDeps> = {
  id: 'stopTotp',
  tag: 'Sign-in',
  summary: 'Turn the second factor off',
  body: proof,
  answers: { 200: done('The password alone is enough again.') },
  errorExamples: wrongPassword,
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const password = readInput(request, readPasswordProof)
    await attempt(deps, request, reply, `password:${userId}`, async () =>
      take(reply, await deps.users.signIn.stopTotp(visitorOf(deps, request), userId, password)),
    )
    return reply.send(DONE)
  },
}

export const createBackupCodes: Operation<VisitDeps> = {
  id: 'createBackupCodes',
  showsSecret: true,
  tag: 'Sign-in',
  summary: 'Make new backup codes',
  description: 'Those before work no more.',
  body: proof,
  answers: {
    200: {
      description: 'The codes, shown once only.',
      schema: success(S.refTo(BackupCodesSchema)),
      example: { success: true, data: { backup_codes: backupCodesExample } },
    },
  },
  errorExamples: wrongPassword,
  async handle(deps, request, reply) {
    const { userId } = personOf(request)
    const password = readInput(request, readPasswordProof)
    const codes = await attempt(deps, request, reply, `password:${userId}`, async () =>
      take(reply, await deps.users.signIn.newBackupCodes(visitorOf(deps, request), password)),
    )
    return reply.send({ success: true, data: { backup_codes: codes } })
  },
}

// Passkeys -------------------------------------------------------------------------------------------------------------

const options = {
  description: 'Options as WebAuthn has them, as JSON. They hold for five minutes, and once.',
  schema: success(S.refTo(PasskeyOptionsSchema)),
  example: {
    success: true,
    data: { challenge: 'Q2hhbGxlbmdl', rpId: 'doorpost.example.com', userVerification: 'required' },
  },
}
const passkeyAnswer = { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key', response: { clientDataJSON: '...' } }
const WRONG_ANSWER = 'response must be what the browser gave for the passkey, as a JSON object with id and response.'
const NO_PASSKEY = 'You have no passkey with this id. List them at GET /v1/auth/passkeys.'

export const createPasskeyOptions: Operation<VisitDeps> = {
  id: 'createPasskeyOptions',
  tag: 'Sign-in',
  summary: 'Begin to add a passkey',
  description:
    'For `navigator.credentials.create`. The sign-in must be less than a day old. Passkeys need https, or localhost.',
  answers: { 200: options },
  async handle(deps, request, reply) {
    const data = take(reply, await deps.users.signIn.passkeyOptions(visitorOf(deps, request)))
    return reply.send({ success: true, data })
  },
}

export const createPasskey: Operation<VisitDeps> = {
  id: 'createPasskey',
  tag: 'Sign-in',
  summary: 'Add a passkey',
  body: {
    kind: 'json',
    schema: S.refTo(NewPasskeySchema),
    examples: { laptop: { name: 'Laptop', response: passkeyAnswer } },
  },
  answers: {
    201: {
      description: 'The passkey can be signed in with.',
      schema: success(S.refTo(PasskeySchema)),
      example: { success: true, data: passkeyExample },
    },
  },
  errorExamples: { validation_error: { field: 'response', message: WRONG_ANSWER } },
  async handle(deps, request, reply) {
    const { users } = deps
    const { name, response } = readInput(request, readPasskey)
    const id = take(reply, await users.signIn.addPasskey(visitorOf(deps, request), name, response))
    const data = (await users.listPasskeys(personOf(request).userId)).find((passkey) => passkey.id === id)
    return reply.code(201).send({ success: true, data })
  },
}

export const listPasskeys: Operation<VisitDeps> = {
  id: 'listPasskeys',
  tag: 'Sign-in',
  summary: 'List one’s passkeys',
  answers: {
    200: {
      description: 'Newest first.',
      schema: success(S.array(S.refTo(PasskeySchema))),
      example: { success: true, data: [passkeyExample] },
    },
  },
  async handle({ users }, request, reply) {
    return reply.send({ success: true, data: await users.listPasskeys(personOf(request).userId) })
  },
}

export const deletePasskey: Operation<VisitDeps> = {
  id: 'deletePasskey',
  tag: 'Sign-in',
  summary: 'Remove a passkey',
  description: 'Nobody signs in with it any more. Remove it from the device or the password manager as well.',
  params: IdParams,
  answers: {
    200: {
      description: 'The passkey is gone.',
      schema: success(S.refTo(DeletedSchema)),
      example: { success: true, data: { id: passkeyExample.id, deleted: true } },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NO_PASSKEY } },
  async handle({ users }, request, reply) {
    const missing = () => new ApiError('not_found', { message: NO_PASSKEY })
    const id = idOf(request, missing)
    if (!(await users.removePasskey(personOf(request).userId, id))) throw missing()
    return reply.send({ success: true, data: { id, deleted: true } })
  },
}

export const createPasskeySignInOptions: Operation<VisitDeps> = {
  id: 'createPasskeySignInOptions',
  tag: 'Sign-in',
  summary: 'Begin to sign in with a passkey',
  description: 'For `navigator.credentials.get`.',
  answers: { 200: options },
  errors: OPEN_ERRORS,
  async handle(deps, request, reply) {
    deps.sameOrigin.refuseForeign(request)
    // Each is a row in the database, and anybody may ask. Apart from what was wrong: to ask is not.
    await deps.limits.count('failed_auth', guesserOf('passkey_options', request), reply)
    const data = take(reply, await deps.users.signIn.passkeySignInOptions(visitorOf(deps, request)))
    return reply.send({ success: true, data })
  },
}

export const signInWithPasskey: Operation<VisitDeps> = {
  id: 'signInWithPasskey',
  tag: 'Sign-in',
  summary: 'Sign in with a passkey',
  description: 'No second factor is asked for: the device has checked a fingerprint, a face or a PIN.',
  body: {
    kind: 'json',
    schema: S.refTo(PasskeySignInSchema),
    examples: { laptop: { response: passkeyAnswer } },
  },
  answers: {
    200: {
      description: 'Signed in. `Set-Cookie` has the session.',
      schema: success(S.refTo(SignedInSchema)),
      example: { success: true, data: signedInExample },
    },
  },
  errors: ['unauthorized', ...OPEN_ERRORS],
  errorExamples: {
    unauthorized: {
      message: 'This passkey does not fit. Try again or use another one, or sign in with e-mail address and password.',
    },
    validation_error: { field: 'response', message: WRONG_ANSWER },
  },
  async handle(deps, request, reply) {
    const response = readInput(request, readPasskeySignIn)
    const id = await attemptLink(deps, request, async () =>
      take(reply, await deps.users.signIn.withPasskey(visitorOf(deps, request), response)),
    )
    return reply.send(await showSignedIn(deps, id))
  },
}
