import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openBackupFile } from '../../backup/archive.ts'
import { type CheckedBackup, checkBackup, countAllRows, type Header } from '../../backup/format.ts'
import { openKey } from '../../backup/key.ts'
import { migrationsOf, type RestoreFacts, restoreBackup } from '../../backup/restore.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { readMigrations } from '../../db/migrations/files.ts'
import { openDatabase } from '../../db/open.ts'
import { SetupError } from '../../lib/problem.ts'
import { commandLine } from '../../lib/program.ts'
import { deriveKey } from '../../lib/secrets/secret-box.ts'
import { formatCount } from '../../lib/text/count.ts'
import { readKeyTexts, writeKeyFile } from '../../secrets/key-file.ts'
import type { CommandContext, Commands, Options } from '../line/command.ts'
import { createProgressLine, formatSeconds, untilInterrupted } from '../line/progress.ts'
import { passphraseOption, readPassphrase } from './options.ts'

const UNTOUCHED = 'If the restore had begun, the database says that it is unfinished: run the command again.'

export const commands: Commands = {
  '': {
    summary: `Restore a backup into an empty database, embedded or your own, of any version of PostgreSQL from 14 on.

The file is checked before anything is changed. Publishing is paused afterwards until a person has looked; events and
mails that waited when the backup was made are not sent, unless --moved says that nobody else can have sent them.`,
    operand: 'FILE',
    usage: '[--passphrase-file PATH] [--without-key] [--without-files] [--moved]',
    options: {
      'passphrase-file': passphraseOption,
      'without-key': { meaning: 'do not restore the key, although the backup has it' },
      'without-files': { meaning: 'do not restore uploaded files' },
      moved: { meaning: 'the original was stopped before the backup and stays stopped: what waited is sent' },
    },
    run: (context, options) => untilInterrupted(UNTOUCHED, (signal) => runRestore(context, options, signal)),
  },
}

async function runRestore(context: CommandContext, options: Options, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  const config = readConfig(context.env, context.cwd)
  const path = resolve(context.cwd, options.FILE!)
  const file = await openBackupFile(path)
  try {
    const backup = await checkFile(path, file, signal)
    const migrations = await readMigrations()
    migrationsOf(backup.header, migrations)
    const key = await chooseKey(backup.header, config, options, await readPassphrase(context, options))
    const database = await openDatabase(config, { as: 'maker', onError: () => {} })
    const progress = createProgressLine('Restoring', 'rows')
    progress.expect(countAllRows(backup.manifest))
    try {
      const facts = await restoreBackup({
        file,
        backup,
        connection: database.connection,
        place: database.place,
        migrations,
        mediaDir: options['without-files'] ? null : join(config.dataDir, 'media'),
        moved: options.moved !== undefined,
        onTaken: () => {
          if (key.write !== null) writeKeyFile(config, key.write)
        },
        onStep: context.print,
        onProgress: progress.onProgress,
        signal,
      })
      progress.end()
      report(context, backup, facts, database.place, (performance.now() - startedAt) / 1000)
      context.print(key.message)
      return 0
    } finally {
      progress.end()
      await database.close()
    }
  } finally {
    await file.close()
  }
}

/** Reads the whole backup once, so that a damaged one is refused before anything changes. */
export async function checkFile(path: string, file: Awaited<ReturnType<typeof openBackupFile>>, signal: AbortSignal) {
  const progress = createProgressLine('Checking', 'bytes')
  progress.expect((await stat(path)).size)
  try {
    return await checkBackup(file, (bytes) => {
      signal.throwIfAborted()
      progress.onProgress({ what: 'the file', rows: 0, bytes })
    })
  } finally {
    progress.end()
  }
}

interface KeyChoice {
  /** For DATA_DIR/secret-key. Null if there is nothing to write. */
  write: string | null
  message: string
}

async function chooseKey(
  { keyId, key }: Header,
  config: Config,
  options: Options,
  passphrase: string | null,
): Promise<KeyChoice> {
  if (keyId === null) return { write: null, message: 'The backup has no stored secrets.' }
  const own = readKeyTexts(config)
  const opens = own !== null && [own.current, ...own.old].some((text) => deriveKey(text).id === keyId)
  if (opens) return { write: null, message: 'The key of this node opens the stored secrets.' }
  if (key === null || options['without-key']) {
    return {
      write: null,
      message: `The stored secrets need the key ${keyId}, which this node does not have. Set SECRET_KEY to it, or put it into DATA_DIR/secret-key, before you start Doorpost. If it is lost: ${commandLine('secrets adopt')}, then connect all accounts again.`,
    }
  }
  if (passphrase === null) {
    throw new SetupError(
      'The backup has the key of the installation, encrypted. Nothing was changed. Give its passphrase with --passphrase-file, or use --without-key to restore without the key.',
    )
  }
  const { current, old } = await openKey(key, passphrase)
  const text = [current, ...old].find((each) => deriveKey(each).id === keyId) ?? current
  if (own !== null) {
    throw new SetupError(
      `This node has another key (${deriveKey(own.current).id}) than the backup (${keyId}). Nothing was changed. Remove SECRET_KEY from the settings, or use a DATA_DIR without secret-key, or use --without-key.`,
    )
  }
  return { write: text, message: `The key of the installation is in ${join(config.dataDir, 'secret-key')}.` }
}

function report(context: CommandContext, backup: CheckedBackup, facts: RestoreFacts, place: string, seconds: number) {
  const { header, manifest } = backup
  const rows = countAllRows(manifest)
  const { applied, files, isPaused, stopped } = facts
  context.result({
    created_at: header.createdAt,
    rows,
    files,
    migrations: applied.map(({ version, name }) => ({ version, name })),
    publishing_paused: isPaused,
    deliveries_cancelled: stopped.deliveries,
    events_not_sent: stopped.events,
    mails_dropped: stopped.mails,
  })
  const { print } = context
  print(
    `The backup of ${header.createdAt} is restored into ${place}: ${formatCount(rows, 'row')} and ${formatCount(files, 'file')}, in ${formatSeconds(seconds)}.`,
  )
  if (applied.length > 0)
    print(`Applied ${formatCount(applied.length, 'migration')}: the backup was made by Doorpost ${header.program}.`)
  if (manifest.files.missing > 0)
    print(`Missing since the backup was made: ${formatCount(manifest.files.missing, 'file')}.`)
  if (header.files === 'left_out') print('The backup has no uploaded files.')
  if (isPaused)
    print(`Publishing is paused. Start Doorpost, check the accounts, then run: ${commandLine('publishing resume')}`)
  const recover = commandLine(`events endpoints recover --id ID --since ${stopped.since?.toISOString()}`)
  if (stopped.deliveries > 0) {
    print(
      `Cancelled ${formatCount(stopped.deliveries, 'event')} that waited for an endpoint, because it may have received them since. To send them: ${recover}`,
    )
  }
  if (stopped.events > 0) {
    print(
      `Left in the feed, and not sent to endpoints: ${formatCount(stopped.events, 'event')} under way, which endpoints may have received since. To send them: ${recover}`,
    )
  }
  if (stopped.mails > 0)
    print(`Dropped ${formatCount(stopped.mails, 'mail')} that waited, because they may have been sent since.`)
  print('Everybody signs in again.')
}
