import { transaction } from '../db/database.ts'
import { SetupError } from '../lib/problem.ts'
import { SecretBoxError } from '../lib/secrets/secret-box.ts'
import { formatCount } from '../lib/text/count.ts'
import { checkSecretKey, selectSealedKeyIds, updateKeyId } from '../secrets/fingerprint.ts'
import { loadSecretKeys } from '../secrets/key-file.ts'
import type { Commands } from './line/command.ts'
import { withDatabase } from './line/database.ts'
import { rotateAllIn } from './line/rotate.ts'

export const commands: Commands = {
  rotate: {
    summary: `Encrypt all stored tokens and secrets again with the current SECRET_KEY.

To change the key:
  1. Set SECRET_KEY to the new key (openssl rand -base64 32) and SECRET_KEY_OLD to the previous one, which is the
     content of DATA_DIR/secret-key if none was set. Restart every Doorpost process.
  2. Run this command. It changes everything or nothing, and can run while Doorpost is running.
  3. Remove SECRET_KEY_OLD and restart again.`,
    run: (context) =>
      withDatabase(context, async ({ config, pool }) => {
        await checkSecretKey(pool, config)
        const keys = loadSecretKeys(config)
        const rotated = transaction(pool, (tx) => rotateAllIn(tx, keys))
        const { accounts, webhooks, endpoints, factors } = await rotated.catch((error) => {
          if (!(error instanceof SecretBoxError)) throw error
          throw new SetupError(
            `Nothing was changed. ${error.message} If it was replaced, put it into SECRET_KEY_OLD; if it is lost, ` +
              'disconnect the account and connect it again, set the secret of the webhook again, remove the endpoint and ' +
              'create it again, or turn the second factor off: "users reset --email ADDRESS --second-factor off".',
            { cause: error },
          )
        })
        const what = `${formatCount(accounts, 'account')}, ${formatCount(webhooks, 'webhook')} and ${formatCount(endpoints, 'endpoint')}`
        context.print(`The secrets of ${what} are encrypted with the key ${keys[0]!.id}.`)
        context.result({ key: keys[0]!.id, accounts, webhooks, endpoints, second_factors: factors })
        if (factors > 0) context.print(`The same applies to ${formatCount(factors, 'second factor')}.`)
        if (config.oldSecretKeys.length > 0) context.print('SECRET_KEY_OLD can be removed now. Then restart Doorpost.')
      }),
  },
  adopt: {
    summary: `Use the current SECRET_KEY for this installation, because the previous one is lost.

What the lost key encrypted cannot be read again: connect the accounts again, set the secrets of webhooks again and
create the endpoints again. Everybody has to sign in again. If you still have the key, set SECRET_KEY_OLD
and run "secrets rotate" instead.`,
    run: (context) =>
      withDatabase(context, async ({ config, pool }) => {
        const { id } = loadSecretKeys(config)[0]!
        const lost = (await selectSealedKeyIds(pool)).filter((each) => each !== id)
        await updateKeyId(pool, id)
        context.print(
          `This installation now uses the SECRET_KEY with the fingerprint ${id}. Restart every node with it.`,
        )
        if (lost.length > 0)
          context.print(`Secrets that were encrypted with ${lost.join(', ')} cannot be opened with it.`)
        context.result({ key: id, lost })
      }),
  },
}
