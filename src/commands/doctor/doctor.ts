import { reasonOf } from '../../db/connect/failure.ts'
import type { Pool } from '../../db/database.ts'
import { NoDatabaseYet } from '../../db/embedded/errors.ts'
import { openDatabase } from '../../db/open.ts'
import { PROGRAM_VERSION } from '../../lib/version.ts'
import type { Commands } from '../line/command.ts'
import { checkBackups } from './backups.ts'
import { about, type Check, type DatabaseCheck, type Finding, type Setup, type SetupWithDatabase } from './check.ts'
import {
  checkConnections,
  checkDatabaseServer,
  checkInstallation,
  checkSchema,
  checkSecretKey,
  checkServerSettings,
} from './database.ts'
import { checkDataDir, checkNode, checkOwnZone, checkSettings, checkStoredZones } from './machine.ts'
import { checkMedia } from './media.ts'
import { checkAddress, checkMail, checkProxy, checkRedis } from './network.ts'
import { checkTls } from './tls.ts'

/** These need only settings. */
const CHECKS: readonly Check[] = [checkAddress, checkProxy, checkTls, checkOwnZone, checkDataDir]
/** These need the database. */
const SERVER_CHECKS: readonly DatabaseCheck[] = [checkDatabaseServer, checkServerSettings, checkConnections]
/** These say more if the database has tables. */
const DATA_CHECKS: readonly Check[] = [checkSecretKey, checkStoredZones, checkMedia, checkBackups]
/** These ask other services. */
const NEIGHBOUR_CHECKS: readonly Check[] = [checkRedis, checkMail]

/** The worst finding decides. */
const SUMMARIES = {
  fail: 'Something needs fixing: see the lines that start with "fail".',
  warn: 'Doorpost can run. Check the lines that start with "warn".',
  hint: 'Nothing is wrong. The lines that start with "hint" say what you could still do.',
  ok: 'Everything is fine.',
} as const

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
      const worst = (['fail', 'warn', 'hint'] as const).find((each) => findings.some(({ verdict }) => verdict === each))
      context.print(`\n${SUMMARIES[worst ?? 'ok']}`)
      context.result({ ok: worst !== 'fail', version: PROGRAM_VERSION, findings })
      return worst === 'fail' ? 1 : 0
    },
  },
}

async function* examine(env: Setup['env'], cwd: string): AsyncGenerator<Finding> {
  const now = Date.now()
  yield* checkNode(process.version, now)
  const { config, findings } = checkSettings(env, cwd)
  yield* findings
  if (config === null) return
  const setup = { env, config, now, tables: null }
  for (const check of CHECKS) yield* await attempt(() => check(setup))
  yield* examineData(setup)
  for (const check of NEIGHBOUR_CHECKS) yield* await attempt(() => check(setup))
}

/** If a check throws, the others still run. */
async function attempt(check: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return about('doctor').fail(
      `a check could not be made: ${reasonOf(error)}. Fix what else is listed, and run this again.`,
    )
  }
}

/** Runs the checks of the database and its files, as far as there is a database with tables. */
async function* examineData(setup: Setup): AsyncGenerator<Finding> {
  const database = await openDatabase(setup.config, { as: 'command', onError: () => {} }).catch((error: Error) => error)
  try {
    let { tables } = setup
    if (database instanceof NoDatabaseYet) yield* about('database').hint(database.message)
    else if (database instanceof Error) yield* about('database').fail(database.message)
    else tables = yield* examineDatabase({ ...setup, database, pool: database.pool })
    for (const check of DATA_CHECKS) yield* await attempt(() => check({ ...setup, now: Date.now(), tables }))
  } finally {
    if (!(database instanceof Error)) await database.close()
  }
}

/** Returns the database if it has the tables of this version. */
async function* examineDatabase(setup: SetupWithDatabase): AsyncGenerator<Finding, Pool | null> {
  for (const check of SERVER_CHECKS) yield* await attempt(() => check(setup))
  const { isCurrent, findings } = await checkSchema(setup)
  yield* findings
  const tables = isCurrent ? setup.pool : null
  // Reads the clock again, because opening the database may have taken a while.
  yield* await attempt(() => checkInstallation({ ...setup, now: Date.now(), tables }))
  return tables
}
