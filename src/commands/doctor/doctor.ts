import { reasonOf } from '../../db/connect/failure.ts'
import { openDatabase } from '../../db/open.ts'
import { PROGRAM_VERSION } from '../../lib/version.ts'
import type { Commands } from '../line/command.ts'
import { type Check, type DatabaseCheck, type Finding, fail, type Setup } from './check.ts'
import { checkBackups } from './data/backups.ts'
import { checkConnections, checkDatabaseServer, checkServerSettings } from './data/database.ts'
import { checkInstallation, checkSecretKey } from './data/installation.ts'
import { checkMedia } from './data/media.ts'
import { checkSchema } from './data/schema.ts'
import { checkDataDir } from './machine/data-dir.ts'
import { checkNode } from './machine/node.ts'
import { checkSettings } from './machine/settings.ts'
import { checkOwnZone, checkStoredZones } from './machine/time-zone.ts'
import { checkAddress } from './network/address.ts'
import { checkMail } from './network/mail.ts'
import { checkProxy } from './network/proxy.ts'
import { checkRedis } from './network/redis.ts'
import { checkTls } from './network/tls.ts'

/** What needs settings only. */
const CHECKS: readonly Check[] = [checkAddress, checkProxy, checkTls, checkOwnZone, checkDataDir]
/** What needs the database. */
const SERVER_CHECKS: readonly DatabaseCheck[] = [checkDatabaseServer, checkServerSettings, checkConnections]
/** What needs its tables. */
const TABLE_CHECKS: readonly DatabaseCheck[] = [
  checkSecretKey,
  checkInstallation,
  checkStoredZones,
  checkMedia,
  checkBackups,
]
/** What others run. */
const NEIGHBOUR_CHECKS: readonly Check[] = [checkRedis, checkMail]

const NEEDS_FIXING = 'Something needs fixing: see the lines that start with "fail".'
const WORTH_A_LOOK = 'Doorpost can run. Check the lines that start with "warn".'

export const commands: Commands = {
  '': {
    summary:
      'Check settings, addresses, proxy, certificate, disk, database, pooler, keys, clocks, files, backups, Redis and mail, and show what to fix.',
    async run(context) {
      const findings: Finding[] = []
      for await (const finding of examine(context.env, context.cwd)) {
        findings.push(finding)
        context.print(`${finding.verdict.padEnd(5)}${finding.what.padEnd(11)}${finding.finding}`)
      }
      const failed = findings.some(({ verdict }) => verdict === 'fail')
      const warned = findings.some(({ verdict }) => verdict === 'warn')
      context.print(`\n${failed ? NEEDS_FIXING : warned ? WORTH_A_LOOK : 'Everything is fine.'}`)
      context.result({ ok: !failed, version: PROGRAM_VERSION, findings })
      return failed ? 1 : 0
    },
  },
}

async function* examine(env: Setup['env'], cwd: string): AsyncGenerator<Finding> {
  const now = Date.now()
  yield* checkNode(process.version, now)
  const { config, findings } = checkSettings(env, cwd)
  yield* findings
  if (config === null) return
  const setup = { env, config, now }
  for (const check of CHECKS) yield* await attempt(() => check(setup))
  yield* examineDatabase(setup)
  for (const check of NEIGHBOUR_CHECKS) yield* await attempt(() => check(setup))
}

/** A check that fails itself does not keep the others from being made. */
async function attempt(check: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [
      fail('doctor', `a check could not be made: ${reasonOf(error)}. Fix what else is listed, and run this again.`),
    ]
  }
}

async function* examineDatabase(setup: Setup): AsyncGenerator<Finding> {
  const database = await openDatabase(setup.config, { as: 'command', onError: () => {} }).catch((error: Error) => error)
  if (database instanceof Error) return yield fail('database', database.message)
  try {
    const { pool } = database
    const withDatabase = { ...setup, now: Date.now(), database, pool }
    for (const check of SERVER_CHECKS) yield* await attempt(() => check(withDatabase))
    const { isCurrent, findings } = await checkSchema(withDatabase)
    yield* findings
    if (!isCurrent) return
    // The time of the machine as it is now: opening the database may have taken a while.
    for (const check of TABLE_CHECKS) yield* await attempt(() => check({ ...withDatabase, now: Date.now() }))
  } finally {
    await database.close()
  }
}
