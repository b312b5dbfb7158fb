import { loadSecretKeys } from '../connections/secret-file.ts'
import { rotateTokens } from '../connections/tokens.ts'
import { SetupError } from '../lib/problem.ts'
import { createSecretBox, SecretBoxError } from '../lib/secret-box.ts'
import { type Command, withDatabase } from './command.ts'

export const rotateSecretsCommand: Command = {
  summary: `Encrypt all stored tokens again with the current SECRET_KEY.

To change the key:
  1. Set SECRET_KEY to the new key (openssl rand -base64 32) and SECRET_KEY_OLD to the one before, which is the
     content of DATA_DIR/secret-key when none was set. Restart every Doorpost process.
  2. Run this command. It changes everything or nothing, and may run while Doorpost does.
  3. Remove SECRET_KEY_OLD and restart again.`,
  usage: '',
  options: {},
  run: (context) =>
    withDatabase(context, async ({ config, pool }) => {
      const keys = loadSecretKeys(config)
      const count = await rotateTokens(pool, createSecretBox(keys)).catch((error) => {
        if (!(error instanceof SecretBoxError)) throw error
        throw new SetupError(
          `Nothing was changed. ${error.message} If it was replaced, put it into SECRET_KEY_OLD; if it is lost, ` +
            'disconnect the account and connect it again.',
          { cause: error },
        )
      })
      const accounts = count === 1 ? '1 account' : `${count} accounts`
      context.print(`The tokens of ${accounts} are encrypted with the key ${keys[0]!.id}.`)
      if (config.oldSecretKeys.length > 0) context.print('SECRET_KEY_OLD can be removed now. Then restart Doorpost.')
      return 0
    }),
}
