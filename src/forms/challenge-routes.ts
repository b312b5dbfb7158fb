import { dataAnswer, operationsOf } from '../http/route.ts'
import * as S from '../lib/schema.ts'
import { NO_SUCH_FORM } from './form-cache.ts'
import type { Forms } from './forms.ts'
import { FormParams } from './schemas.ts'
import { openFormOf } from './submission-routes.ts'

const operation = operationsOf<{ forms: Forms }>('Forms')

const ChallengeSchema = S.output('FormChallenge', {
  token: S.string('Send it as `dp_token` with the form, not sooner than after 3 seconds and within a day.'),
  challenge: S.object(
    { parameters: S.object({}), signature: S.string() },
    'Of ALTCHA, version 2. Send its solution as `dp_proof`: the JSON of `{challenge, solution}` in Base64. It counts once, within two hours.',
  ),
})

const challengeExample = {
  token: 'n7Kc0w1X2v9Zq3Jm5Tb8Ry4Ua6Ge1Lp0Sd2Fh7Ki9Oj3Nx5Cv8Bm1Qw4Er6Ty',
  challenge: {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      cost: 1000,
      data: { at: 1_794_735_000_000, form: 'k3XqP0aZ7mWc9LrT2bVd1s0Q' },
      keyLength: 32,
      keyPrefix: '5d1f0c2e7a9b4863f1e0d2c3b4a59687',
      keySignature: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      nonce: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
      salt: '00112233445566778899aabbccddeeff',
    },
    signature: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  },
}

export const getChallenge = operation({
  id: 'getFormChallenge',
  summary: 'Get a token and a challenge for a form',
  description:
    'What the script on a page asks for before somebody sends the form. Both tell people from programs: see docs/how-to/spam.md.',
  params: FormParams,
  answers: { 200: dataAnswer('For one page.', ChallengeSchema, challengeExample) },
  missing: NO_SUCH_FORM,
  errors: ['forbidden'],
  async handle({ forms }, request, reply) {
    const { publicId } = await openFormOf({ forms }, request)
    const data = await forms.protection.challenge(publicId)
    return reply.header('cache-control', 'no-store').send({ success: true, data })
  },
})
