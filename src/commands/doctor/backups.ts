import { randomBytes } from 'node:crypto'
import { realpath, stat, statfs, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPassphraseFile } from '../../backup/key.ts'
import * as store from '../../backup/schedule-store.ts'
import { SetupError } from '../../lib/problem.ts'
import { commandLine } from '../../lib/program.ts'
import { HOUR_MS, MINUTE_MS, spanOf } from '../../lib/time/span.ts'
import { findStoreProblem } from '../../media/diagnose.ts'
import { createS3Store } from '../../media/stores/s3.ts'
import { about, type Check, type Finding } from './check.ts'
import { findExisting } from './machine.ts'

const { fail, hint, ok, warn } = about('backups')

type Config = Parameters<Check>[0]['config']

/** How many backups of the last one's size have to fit. */
const ROOM_FAIL = 2
const ROOM_WARN = 5
const MIB = 1024 ** 2

/** Checks that backups are made, are recent, and have room. */
export const checkBackups: Check = async ({ config, tables, now }) => {
  const { schedule, folder, bucket, passphraseFile } = config.backup
  if (config.sandbox) return []
  const last = tables && (await store.findNewestStored(tables))
  const findings = checkRuns(schedule, last, tables && (await store.findLastRuns(tables)), now)
  const tried = tables && (await store.findLastRehearsal(tables))
  if (tried !== null && tried.problem !== null) findings.push(...fail(`${tried.file} did not pass: ${tried.problem}`))
  if (schedule === null && last === null) return findings
  if (passphraseFile !== null) findings.push(...checkPassphrase(passphraseFile))
  if (bucket !== null) return [...findings, ...(await checkBucket(config, bucket))]
  const place = last?.place === folder ? last : null
  return [...findings, ...(await checkFolder(config, folder, place))]
}

function checkRuns(
  schedule: Config['backup']['schedule'],
  last: store.StoredBackup | null,
  runs: store.LastRuns | null,
  now: number,
): Finding[] {
  const age = last && now - last.finished_at.getTime()
  const made = age === null ? 'none was made yet' : `the last one was made ${spanOf(Math.max(0, age))} ago`
  if (runs?.failure) {
    const { at, reason } = runs.failure
    const rest = 'Then make one in the dashboard (Settings, Backups), or wait for the next one of the schedule.'
    return fail(`the last backup failed at ${at.toISOString()}; ${made}. ${reason} ${rest}`)
  }
  if (schedule === null) {
    const remedy = `Set BACKUP_SCHEDULE=03:00 to have one made every night, or run "${commandLine('backup FILE')}" regularly.`
    return hint(`none are scheduled, and ${made}. ${remedy}`)
  }
  if (age !== null && age > 2 * schedule.everyMinutes * MINUTE_MS + HOUR_MS) {
    const every = spanOf(schedule.everyMinutes * MINUTE_MS)
    const remedy = 'Check that a process with ROLE all or worker is running with BACKUP_SCHEDULE, and its log.'
    return fail(`one is due every ${every}, but ${made}. ${remedy}`)
  }
  if (last === null) return ok(`scheduled; ${made}. The dashboard makes one at once: Settings, Backups.`)
  return ok(`scheduled; ${made} (${last.file})`)
}

function checkPassphrase(path: string): Finding[] {
  try {
    readPassphraseFile(path)
    return []
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    return fail(`${error.message} Without it no backup is made. Correct BACKUP_PASSPHRASE_FILE.`)
  }
}

async function checkBucket({ media: { s3 } }: Config, bucket: string): Promise<Finding[]> {
  const problem = s3 && (await findStoreProblem(createS3Store({ ...s3, bucket }, Date.now)))
  if (problem === null) return ok(`they go to the bucket ${bucket}`)
  const remedy = 'Check BACKUP_BUCKET, S3_ENDPOINT and its companions, and what the key may do.'
  return fail(`backups cannot be stored in the bucket ${bucket}. ${problem} ${remedy}`)
}

async function checkFolder(config: Config, folder: string, last: store.StoredBackup | null): Promise<Finding[]> {
  // The first backup creates the folder, under the account that makes backups. Here only the place for it is checked.
  const there = await findExisting(folder)
  const code = await tryToWrite(there)
  if (code !== null) {
    const remedy = 'Give the account that runs Doorpost that folder (chown), or set BACKUP_DIR to another one.'
    return fail(`${folder} cannot be written (${code}). ${remedy}`)
  }
  const findings = await findRoomForBackups(there, last?.bytes ?? 0)
  if (last !== null && there === folder && (await stat(join(folder, last.file)).catch(() => null)) === null) {
    const remedy = 'Put it back, or make another one: Settings, Backups.'
    findings.push(...fail(`the newest backup, ${last.file}, is no longer in ${folder}. ${remedy}`))
  }
  if (config.databaseUrl === null && (await isOnDiskOf(there, config.dataDir))) {
    const risk = `they are on the same disk as the data (${folder}). If that disk breaks, both are gone.`
    findings.push(...hint(`${risk} Set BACKUP_DIR to a folder on another disk, or BACKUP_BUCKET.`))
  }
  return findings
}

/** Returns null if writing works. Also detects a disk that is mounted read-only, which permissions do not show. */
async function tryToWrite(folder: string): Promise<string | null> {
  const path = join(folder, `.doorpost-check-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(path, 'doorpost', { flag: 'wx', mode: 0o600 })
    await unlink(path)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

export async function findRoomForBackups(folder: string, bytes: number): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= ROOM_WARN * bytes && free > 0) return []
  const room = `${(free / MIB).toFixed(0)} MiB are free at ${folder}, and the last backup has ${(bytes / MIB).toFixed(0)} MiB`
  const remedy = 'Free some space, lower BACKUP_KEEP_DAILY or BACKUP_KEEP_WEEKLY, or set BACKUP_DIR to a larger disk.'
  return (free < ROOM_FAIL * bytes || free === 0 ? fail : warn)(`${room}. ${remedy}`)
}

async function isOnDiskOf(folder: string, dataDir: string): Promise<boolean> {
  const database = await realpath(join(dataDir, 'postgres')).catch(() => dataDir)
  const [one, other] = await Promise.all([folder, database].map((path) => stat(path).catch(() => null)))
  return one != null && one.dev === other?.dev
}
