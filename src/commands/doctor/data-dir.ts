import { constants } from 'node:fs'
import { access, realpath, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keyFileOf } from '../../secrets/key-file.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

const WARN_BYTES = 2 * 1024 ** 3
const FAIL_BYTES = 200 * 1024 ** 2
const WARN_FILES = 100_000
const FAIL_FILES = 5_000

/** Room and rights of DATA_DIR, which holds secrets, files and the embedded database. */
export const checkDataDir: Check = async ({ config }) => {
  const { dataDir } = config
  // A folder that is missing is created by the first start, not by whoever asks about one.
  const there = await findExisting(dataDir)
  try {
    if (!(await stat(there)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
    await access(there, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const remedy = 'Run this as the account that runs Doorpost, give that account the folder (chown), or set DATA_DIR.'
    return [fail('disk', `${dataDir} cannot be used (${code}). ${remedy}`)]
  }
  const database = await realpath(join(dataDir, 'postgres')).catch(() => there)
  const places = config.databaseUrl === null ? [there, database] : [there]
  const rooms = await Promise.all([...new Set(places)].map(findRoom))
  // Two folders on one disk are one finding.
  const [first, second] = rooms
  const shown = second === undefined || second.finding.startsWith(first!.finding.split(' at ')[0]!) ? [first!] : rooms
  return [...shown, ...(await checkSecrets(config))]
}

/** The folder itself, or the nearest one above it that is there. */
export async function findExisting(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    if ((await stat(at).catch(() => null)) !== null || dirname(at) === at) return at
  }
}

export async function findRoom(folder: string): Promise<Finding> {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  const room = `${(free / 1024 ** 3).toFixed(1)} GiB free at ${folder}`
  const remedy = 'When the disk is full, nothing can be stored. Free some space, or move DATA_DIR to a larger disk.'
  if (free < FAIL_BYTES) return fail('disk', `${room}. ${remedy}`)
  if (free < WARN_BYTES) return warn('disk', `${room}. ${remedy}`)
  // Some file systems have no fixed number of files, and say 0.
  if (files > 0 && ffree < WARN_FILES) {
    const verdict = ffree < FAIL_FILES ? fail : warn
    return verdict('disk', `${room}, but only ${ffree} more files can be created (inodes). Delete small files there.`)
  }
  return ok('disk', room)
}

async function checkSecrets(config: Parameters<Check>[0]['config']): Promise<Finding[]> {
  if (config.secretKey !== null) return []
  const file = keyFileOf(config)
  const found = await stat(file).catch(() => null)
  if (found === null || (found.mode & 0o077) === 0 || process.platform === 'win32') return []
  const mode = (found.mode & 0o777).toString(8)
  return [fail('secrets', `other accounts can read the secret key (${file} has mode ${mode}). Run: chmod 600 ${file}`)]
}
