import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { DamagedBackup, openBackupFile } from '../../backup/archive.ts'
import { countAllRows, type Header, JOBS } from '../../backup/format.ts'
import { openKey } from '../../backup/key.ts'
import { restoreBackup } from '../../backup/restore.ts'
import { insertRehearsal } from '../../backup/schedule-store.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { transaction } from '../../db/database.ts'
import { readMigrations } from '../../db/migrations/files.ts'
import { openDatabase } from '../../db/open.ts'
import { createIds } from '../../lib/ids.ts'
import { deriveKey } from '../../lib/secrets/secret-box.ts'
import { formatCount } from '../../lib/text/count.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { readKeyTexts, type SecretSettings } from '../../secrets/key-file.ts'
import type { CommandContext, Commands, Options } from '../line/command.ts'
import { createProgressLine, formatBytes, formatSeconds, untilInterrupted } from '../line/progress.ts'
import { passphraseOption, readPassphrase } from './options.ts'
import { proveApi, proveCounts, provePosts, proveSecrets } from './rehearse-checks.ts'
import { checkFile } from './restore.ts'
import { withScratch } from './scratch.ts'

export const commands: Commands = {
  '': {
    summary: `Prove that a backup is good: restore it into a temporary database, look through it, and remove it again.

It needs about as much free space as the database has. Nothing of it is sent anywhere. The exit code is 0 if everything
was right.`,
    operand: 'FILE',
    usage: '[--passphrase-file PATH] [--on-server] [--in FOLDER]',
    options: {
      'passphrase-file': passphraseOption,
      'on-server': { meaning: 'use a temporary database on the server of DATABASE_URL, instead of an embedded one' },
      in: { value: 'FOLDER', meaning: `where temporary files go; defaults to ${tmpdir()}` },
    },
    run: (context, options) =>
      untilInterrupted('The temporary database was removed.', (signal) => runRehearsal(context, options, signal)),
  },
}

async function runRehearsal(context: CommandContext, options: Options, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  const config = readConfig(context.env, context.cwd)
  const path = resolve(context.cwd, options.FILE!)
  const passphrase = await readPassphrase(context, options)
  const proved: string[] = []
  const prove = (line: string) => {
    proved.push(line)
    context.print(`ok  ${line}`)
  }
  const file = await openBackupFile(path)
  let known: Header | null = null
  const note = (problem: string | null) => noteRehearsal(config, { path, header: known, problem })
  try {
    const backup = await checkFile(path, file, signal)
    const { header, manifest } = backup
    known = header
    const { size } = await file.stat()
    prove(`The file is whole: ${formatBytes(size)}, made at ${header.createdAt} by Doorpost ${header.program}.`)
    const folder = resolve(context.cwd, options.in ?? tmpdir())
    await withScratch(config, { folder, onServer: options['on-server'] !== undefined }, async (scratch) => {
      const progress = createProgressLine('Restoring', 'rows')
      const { applied, files } = await restoreBackup({
        file,
        backup,
        connection: scratch.database.connection,
        place: scratch.database.place,
        migrations: await readMigrations(),
        mediaDir: join(scratch.config.dataDir, 'media'),
        moved: true,
        onStep: () => {},
        onProgress: progress.onProgress,
        signal,
      }).finally(progress.end)
      const rows = countAllRows(manifest)
      const jobs = manifest.tables[JOBS]?.rows ?? 0
      prove(
        `All ${header.tables.length} tables were restored with the rows and checksums of the backup: ${rows} rows, ${jobs} of them jobs.`,
      )
      prove('All foreign keys and unique indexes hold.')
      prove(
        applied.length === 0
          ? 'The schema is that of this version.'
          : `It can be migrated: applied ${formatCount(applied.length, 'migration')}.`,
      )
      prove(`Restored ${formatCount(files, 'file')}.`)
      const secret = await chooseSecret(header, config, passphrase)
      const place = { ...scratch, config: { ...scratch.config, ...secret?.settings } }
      prove(await proveCounts(place))
      prove(await provePosts(place))
      prove(await proveSecrets(place, header, secret?.origin ?? null))
      for (const line of await proveApi(place, header.keyId === null || secret !== null)) prove(line)
    })
  } catch (error) {
    if (error instanceof DamagedBackup) await note(error.message)
    throw error
  } finally {
    await file.close()
  }
  const isNoted = await note(null)
  context.result({ file: path, good: true, proved })
  context.print(`The backup is good. It took ${formatSeconds((performance.now() - startedAt) / 1000)}.`)
  if (isNoted) context.print('The dashboard shows it under Settings, Backups.')
  return 0
}

/** The key in the backup, opened with the passphrase; otherwise the key of this node, if it fits. */
async function chooseSecret(header: Header, own: SecretSettings, passphrase: string | null) {
  const texts = header.key !== null && passphrase !== null ? await openKey(header.key, passphrase) : readKeyTexts(own)
  if (texts === null || header.keyId === null) return null
  const all = [texts.current, ...texts.old]
  if (!all.some((text) => deriveKey(text).id === header.keyId)) return null
  const settings = { secretKey: texts.current, oldSecretKeys: [...texts.old] }
  return { settings, origin: passphrase === null ? 'of this node' : 'in the backup' }
}

interface Outcome {
  path: string
  /** Null if not even that could be read. */
  header: Header | null
  problem: string | null
}

/**
 * Records the result in the installation that the backup came from. Returns false if it is not here: a backup may
 * be rehearsed anywhere, and the result counts whether or not it is recorded.
 */
async function noteRehearsal(config: Config, { path, header, problem }: Outcome): Promise<boolean> {
  const outcome = {
    id: createIds(systemClock().now).next().id,
    file: basename(path),
    made_at: header && new Date(header.createdAt),
    problem,
    installationId: header?.installationId ?? null,
  }
  try {
    const database = await openDatabase(config, { as: 'command', onError: () => {} })
    try {
      return await transaction(database.jobs, (tx) => insertRehearsal(tx, outcome))
    } finally {
      await database.close()
    }
  } catch {
    return false
  }
}
