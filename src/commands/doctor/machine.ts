import { constants } from 'node:fs'
import { access, realpath, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Config, readConfig } from '../../config/config.ts'
import { doubtfulSettings, misspeltSettings } from '../../config/doubts.ts'
import { SetupError } from '../../lib/problem.ts'
import { keyFileOf } from '../../secrets/key-file.ts'
import { about, type Check, type Finding } from './check.ts'

const disk = about('disk')
const nodeVersion = about('node')
const secrets = about('secrets')
const settings = about('settings')
const timeZone = about('time zone')

const OLDEST = 22
/** From https://github.com/nodejs/release: the last day with fixes. */
const ENDS: Record<number, string> = { 22: '2027-04-30', 24: '2028-04-30', 26: '2029-04-30' }
const WANTED = 'Install a current version from https://nodejs.org'

/** Uses no settings, because they may be what is wrong. */
export function checkNode(version: string, now: number): Finding[] {
  const major = Number.parseInt(version.replace(/^v/, ''), 10)
  if (major < OLDEST)
    return nodeVersion.fail(`Node ${version} is too old: Doorpost needs ${OLDEST} or later. ${WANTED}.`)
  const ends = ENDS[major]
  if (ends !== undefined && now > Date.parse(ends)) {
    return nodeVersion.warn(`Node ${version} has had no security fixes since ${ends}. ${WANTED}.`)
  }
  if (major % 2 === 1 && major < 27) {
    return nodeVersion.warn(`Node ${version} is not a version with long-term support. ${WANTED}.`)
  }
  return nodeVersion.ok(version)
}

/** `config` is null if a setting is wrong. */
export function checkSettings(env: Record<string, string | undefined>, cwd: string) {
  let config: Config | null = null
  const findings: Finding[] = []
  try {
    config = readConfig(env, cwd)
    findings.push(...settings.ok(`role ${config.role}, ${config.host}:${config.port}, log level ${config.logLevel}`))
    const doubts = [...misspeltSettings(env), ...doubtfulSettings(config)]
    findings.push(...doubts.flatMap((doubt) => settings.warn(doubt)))
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    findings.push(...error.message.split('\n').flatMap((line) => settings.fail(line)))
  }
  return { config, findings }
}

/** TZ decides how the log shows times. Node silently treats an unknown name as UTC. */
export const checkOwnZone: Check = ({ env }) => {
  const zone = env.TZ?.trim().replace(/^:/, '')
  if (!zone || isKnown(zone)) return []
  return timeZone.warn(
    `TZ is ${zone}, which is not a time zone, so times in the log are in UTC. Set it to a name such as Europe/Lisbon.`,
  )
}

/** Calendars, reports and weekly mails use the time zones of workspaces, in the program and in the database. */
export const checkStoredZones: Check = async ({ tables }) => {
  if (tables === null) return []
  const { rows } = await tables.query<{ zone: string; is_known: boolean }>(
    `select zone, exists (select from pg_timezone_names known where known.name = zone) as is_known
       from (select distinct time_zone as zone from workspaces) as used`,
  )
  return rows.flatMap(({ zone, is_known: isInDatabase }) => {
    if (FIXED.test(zone)) return timeZone.warn(withoutSummer(zone))
    if (isKnown(zone) && isInDatabase) return []
    const who = isKnown(zone) ? 'PostgreSQL' : 'Node'
    return timeZone.warn(
      `the time zone ${zone} of a workspace is unknown to ${who}, whose data may be old: its days and hours would be wrong. Update tzdata on that machine, or choose another time zone in the settings.`,
    )
  })
}

/** Zones that are offsets from UTC by another name. */
const FIXED = /^(?:EST|MST|HST|(?:Etc\/)?GMT[+-]\d+)$/

const withoutSummer = (zone: string) =>
  `the time zone ${zone} of a workspace has no summer time, so half of the year its hours may differ from the clock on the wall. Choose a place, such as America/New_York, in the settings.`

function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const WARN_BYTES = 2 * 1024 ** 3
const FAIL_BYTES = 200 * 1024 ** 2
const WARN_FILES = 100_000
const FAIL_FILES = 5_000

/** Checks space and permissions of DATA_DIR, which holds secrets, files and the embedded database. */
export const checkDataDir: Check = async ({ config }) => {
  const { dataDir } = config
  // The first start creates a missing folder; this check does not.
  const there = await findExisting(dataDir)
  try {
    if (!(await stat(there)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
    await access(there, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const remedy = 'Run this as the account that runs Doorpost, give that account the folder (chown), or set DATA_DIR.'
    return disk.fail(`${dataDir} cannot be used (${code}). ${remedy}`)
  }
  const database = await realpath(join(dataDir, 'postgres')).catch(() => there)
  const places = config.databaseUrl === null ? [there, database] : [there]
  const rooms = (await Promise.all([...new Set(places)].map(findRoom))).flat()
  // Folders on the same disk share one finding.
  const [first, second] = rooms
  const shown = second === undefined || second.finding.startsWith(first!.finding.split(' at ')[0]!) ? [first!] : rooms
  return [...shown, ...(await checkSecrets(config))]
}

/** The folder itself, or the nearest parent that exists. */
export async function findExisting(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    if ((await stat(at).catch(() => null)) !== null || dirname(at) === at) return at
  }
}

export async function findRoom(folder: string): Promise<Finding[]> {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  const room = `${(free / 1024 ** 3).toFixed(1)} GiB free at ${folder}`
  const remedy = 'When the disk is full, nothing can be stored. Free some space, or move DATA_DIR to a larger disk.'
  if (free < FAIL_BYTES) return disk.fail(`${room}. ${remedy}`)
  if (free < WARN_BYTES) return disk.warn(`${room}. ${remedy}`)
  // Some file systems have no fixed number of inodes and report 0.
  if (files > 0 && ffree < WARN_FILES) {
    const verdict = ffree < FAIL_FILES ? disk.fail : disk.warn
    return verdict(`${room}, but only ${ffree} more files can be created (inodes). Delete small files there.`)
  }
  return disk.ok(room)
}

async function checkSecrets(config: Parameters<Check>[0]['config']): Promise<Finding[]> {
  if (config.secretKey !== null) return []
  const file = keyFileOf(config)
  const found = await stat(file).catch(() => null)
  if (found === null || (found.mode & 0o077) === 0 || process.platform === 'win32') return []
  const mode = (found.mode & 0o777).toString(8)
  return secrets.fail(`other accounts can read the secret key (${file} has mode ${mode}). Run: chmod 600 ${file}`)
}
