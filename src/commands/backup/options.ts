import { resolve } from 'node:path'
import { checkPassphrase, readPassphraseFile } from '../../backup/key.ts'
import type { CommandContext, Options } from '../line/command.ts'

export const passphraseOption = {
  value: 'PATH',
  meaning: 'file with the passphrase that encrypts the key of the installation (SECRET_KEY); - reads it from stdin',
}

/** The passphrase is not an argument, because every user of the machine can see those. */
export async function readPassphrase(context: CommandContext, options: Options): Promise<string | null> {
  const path = options['passphrase-file']
  if (path === undefined) return null
  if (path === '-') return checkPassphrase(await context.input(), 'the standard input')
  return readPassphraseFile(resolve(context.cwd, path))
}
