import { join, resolve } from 'node:path'
import type { Sink } from '../../backup/archive.ts'
import { type BackupFacts, writeBackup } from '../../backup/backup.ts'
import { type BackupOutput, createFileOutput } from '../../backup/file-output.ts'
import type { KeyTexts } from '../../backup/key.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { openDatabase } from '../../db/open.ts'
import { SetupError } from '../../lib/problem.ts'
import { formatCount } from '../../lib/text/count.ts'
import { createDiskStore } from '../../media/stores/disk.ts'
import { FILES_DIR } from '../../media/stores/stores.ts'
import { readKeyTexts } from '../../secrets/key-file.ts'
import type { CommandContext, Commands, Options } from '../line/command.ts'
import { createProgressLine, formatBytes, formatSeconds, untilInterrupted } from '../line/progress.ts'
import { passphraseOption, readPassphrase } from './options.ts'

export const commands: Commands = {
  '': {
    summary: `Write a backup of the whole installation to one file, while it is running.

It has all data as of one moment and the uploaded files. The stored tokens and secrets in it are encrypted; the key that
opens them is in it only with --passphrase-file. With - as FILE it goes to the standard output. See docs/how-to/backup.md.`,
    operand: 'FILE',
    usage: '[--passphrase-file PATH] [--without-files] [--force]',
    options: {
      'passphrase-file': passphraseOption,
      'without-files': { meaning: 'leave uploaded files out' },
      force: { meaning: 'replace FILE if it exists' },
    },
    run: (context, options) =>
      untilInterrupted('Nothing is left of the backup.', (signal) => runBackup(context, options, signal)),
  },
}

async function runBackup(context: CommandContext, options: Options, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  const config = readConfig(context.env, context.cwd)
  const toStdout = options.FILE === '-'
  const path = toStdout ? null : resolve(context.cwd, options.FILE!)
  const passphrase = await readPassphrase(context, options)
  const secret = passphrase === null ? null : { keys: requireKeys(config), passphrase }
  const database = await openDatabase(config, { as: 'command', onError: () => {} })
  let output: BackupOutput | null = null
  const progress = createProgressLine('Backing up', 'rows')
  try {
    output = path === null ? null : await createFileOutput(path, { force: options.force !== undefined })
    const facts = await writeBackup({
      connection: database.connection,
      disk: options['without-files'] ? null : createDiskStore(join(config.dataDir, 'media', FILES_DIR)),
      secret,
      sink: output?.sink ?? writeToStdout,
      onEstimate: progress.expect,
      onProgress: progress.onProgress,
      signal,
    })
    await output?.commit()
    progress.end()
    const print = toStdout ? (line: string) => void process.stderr.write(`${line}\n`) : context.print
    const seconds = (performance.now() - startedAt) / 1000
    report(print, path ?? 'the standard output', facts, seconds)
    if (!toStdout) context.result(toResult(path!, facts))
    return 0
  } catch (error) {
    progress.end()
    await output?.discard()
    throw error
  } finally {
    await database.close()
  }
}

function requireKeys(config: Config): KeyTexts {
  const keys = readKeyTexts(config)
  if (keys !== null) return keys
  throw new SetupError(
    'There is no key to include: SECRET_KEY is not set, and DATA_DIR has no secret-key. Run the command where the server runs, or without --passphrase-file.',
  )
}

function report(print: (line: string) => void, place: string, facts: BackupFacts, seconds: number): void {
  const { header, manifest, rows, bytes } = facts
  const { files, filesInBucket } = manifest
  print(
    `The backup is in ${place}: ${formatBytes(bytes)}, ${formatCount(rows, 'row')} in ${formatCount(header.tables.length, 'table')}, ${formatCount(files.count, 'file')}, in ${formatSeconds(seconds)}.`,
  )
  if (files.missing > 0) {
    print(
      `Warning: ${formatCount(files.missing, 'file')} could not be found in DATA_DIR/media of this node: they were deleted meanwhile, or are on another node.`,
    )
  }
  if (header.files === 'left_out') print('Uploaded files are not in it.')
  if (filesInBucket > 0)
    print(`${formatCount(filesInBucket, 'file')} in the bucket: only referred to, so back the bucket up as well.`)
  if (header.key !== null) print('The key that opens the stored secrets is in it, encrypted with the passphrase.')
  else if (header.keyId !== null) {
    print(
      `The key that opens the stored secrets (${header.keyId}) is not in it. Keep SECRET_KEY or DATA_DIR/secret-key somewhere else, or use --passphrase-file: without the key, all accounts have to be connected again.`,
    )
  }
}

function toResult(file: string, { header, manifest, rows, bytes }: BackupFacts) {
  const { createdAt, installationId, keyId, key } = header
  const { files, filesInBucket } = manifest
  return {
    file,
    bytes,
    rows,
    tables: header.tables.length,
    files: files.count,
    files_missing: files.missing,
    files_in_bucket: filesInBucket,
    created_at: createdAt,
    installation_id: installationId,
    key_id: keyId,
    has_key: key !== null,
  }
}

const writeToStdout: Sink = (bytes) =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) =>
      error ? reject(new SetupError(`The reader of the backup has gone (${error.message}).`)) : resolve(),
    )
  })
