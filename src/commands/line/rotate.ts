import { rotateTokensIn } from '../../connections/tokens.ts'
import type { Tx } from '../../db/database.ts'
import { rotateEndpointSecretsIn } from '../../events/endpoints.ts'
import { createSecretBox, type SecretKey } from '../../lib/secrets/secret-box.ts'
import { rotatePushIn } from '../../push/keys.ts'
import { rotateSecondFactorsIn } from '../../users/secrets.ts'
import { rotateSourceSecretsIn } from '../../webhooks/source-secrets.ts'

/** Opens every stored secret and seals it with the first key, in one transaction. */
export async function rotateAllIn(tx: Tx, keys: readonly SecretKey[]) {
  const box = createSecretBox(keys)
  return {
    accounts: await rotateTokensIn(tx, box),
    webhooks: await rotateSourceSecretsIn(tx, box),
    endpoints: await rotateEndpointSecretsIn(tx, box),
    factors: await rotateSecondFactorsIn(tx, keys),
    browsers: await rotatePushIn(tx, box),
  }
}
