import { mkdir, statfs } from 'node:fs/promises'
import {
  type Config,
  doubtfulSettings,
  misspeltSettings,
  readConfig,
  UNREACHABLE_HTTPS,
  unreachableHttps,
} from '../config.ts'
import type { Pool } from '../db/database.ts'
import { readMigrations } from '../db/migrations/files.ts'
import { schemaProblem } from '../db/migrations/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { reportInstallation } from '../installation/report.ts'
import { SetupError } from '../lib/problem.ts'
import { secretKeyProblem } from '../secrets/fingerprint.ts'
import { PROGRAM_VERSION } from '../version.ts'
import type { Command, CommandContext } from './command.ts'

type Verdict = 'ok' | 'warn' | 'fail'
type Report = (verdict: Verdict, what: string, finding: string) => void

const NODE_WANTED = 24
const DISK_WARN_BYTES = 2 * 1024 ** 3
const DISK_FAIL_BYTES = 200 * 1024 ** 2

const NEEDS_FIXING = 'Something needs fixing: see the lines that start with "fail".'
const WORTH_A_LOOK = 'It works; the lines that start with "warn" are worth a look.'

export const doctor: Command = {
  summary: 'Check settings, versions, disk, database, keys and Redis, and say what to fix.',
  usage: '',
  options: {},
  async run(context) {
    const findings: Array<{ verdict: Verdict; what: string; finding: string }> = []
    const report: Report = (verdict, what, finding) => {
      findings.push({ verdict, what, finding })
      context.print(`${verdict.padEnd(5)}${what.padEnd(11)}${finding}`)
    }
    checkNode(report)
    const config = checkSettings(context, report)
    if (config) {
      checkAddress(config, report)
      if (config.databaseUrl === null) await checkDisk(config, report)
      await checkDatabase(config, report)
      await checkRedis(config, report)
    }
    const failed = findings.some(({ verdict }) => verdict === 'fail')
    const warned = findings.some(({ verdict }) => verdict === 'warn')
    context.print(`\n${failed ? NEEDS_FIXING : warned ? WORTH_A_LOOK : 'All is well.'}`)
    context.result({ ok: !failed, version: PROGRAM_VERSION, findings })
    return failed ? 1 : 0
  },
}

function checkNode(report: Report): void {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= NODE_WANTED) report('ok', 'node', process.version)
  else report('fail', 'node', `${process.version}: use npm's scripts, which bring Node ${NODE_WANTED} along`)
}

function checkSettings(context: CommandContext, report: Report): Config | null {
  try {
    const config = readConfig(context.env, context.cwd)
    report('ok', 'settings', `role ${config.role}, ${config.host}:${config.port}, log level ${config.logLevel}`)
    for (const sentence of misspeltSettings(context.env)) report('warn', 'settings', sentence)
    for (const sentence of doubtfulSettings(config)) report('warn', 'settings', sentence)
    return config
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    for (const line of error.message.split('\n')) report('fail', 'settings', line)
    return null
  }
}

function checkAddress(config: Config, report: Report): void {
  if (!config.httpsOnly) {
    const open = config.host !== '127.0.0.1' && config.host !== 'localhost' && config.host !== '::1'
    if (open)
      report('warn', 'address', `${config.baseUrl} is plain http and open to the network: keys travel unencrypted`)
    else report('ok', 'address', config.baseUrl)
  } else if (unreachableHttps(config)) {
    report('fail', 'address', UNREACHABLE_HTTPS)
  } else {
    report('ok', 'address', `${config.baseUrl}, ${config.tls ? 'own certificate' : 'behind a trusted proxy'}`)
  }
}

async function checkDisk(config: Config, report: Report): Promise<void> {
  try {
    await mkdir(config.dataDir, { recursive: true })
    const { bavail, bsize } = await statfs(config.dataDir)
    const free = bavail * bsize
    const text = `${(free / 1024 ** 3).toFixed(1)} GiB free at ${config.dataDir}`
    report(free < DISK_FAIL_BYTES ? 'fail' : free < DISK_WARN_BYTES ? 'warn' : 'ok', 'disk', text)
  } catch (error) {
    report('fail', 'disk', `${config.dataDir} cannot be used (${(error as NodeJS.ErrnoException).code})`)
  }
}

async function checkDatabase(config: Config, report: Report): Promise<void> {
  let database: Awaited<ReturnType<typeof openDatabase>>
  try {
    database = await openDatabase(config, { as: 'command', onError: () => {} })
  } catch (error) {
    report('fail', 'database', (error as Error).message)
    return
  }
  try {
    const version = await database.pool.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    report('ok', 'database', `PostgreSQL ${version.rows[0]!.version}, ${database.place}`)
    await checkDurability(database.pool, report)
    const found = await database.pool.query<{ there: boolean }>(
      `select to_regclass('schema_migrations') is not null as there`,
    )
    if (!found.rows[0]!.there) {
      await checkRights(database.pool, true, report)
      report('warn', 'schema', 'empty: the first start fills it')
      return
    }
    const problem = await schemaProblem(database.pool, await readMigrations())
    if (problem === null) report('ok', 'schema', 'up to date')
    else report(problem.includes('not been applied') ? 'warn' : 'fail', 'schema', problem)
    await checkRights(database.pool, problem !== null, report)
    if (problem !== null) return
    await checkKey(database.pool, config, report)
    const lines = await reportInstallation(database.pool, Date.now)
    for (const { verdict, what, finding } of lines) report(verdict, what, finding)
  } finally {
    await database.close()
  }
}

/** Migrations create tables, and the job queue a schema of its own. */
async function checkRights(pool: Pool, isNeededNow: boolean, report: Report): Promise<void> {
  const { rows } = await pool.query<{ role: string; name: string; tables: boolean; schemas: boolean }>(
    `select current_user as role, current_database() as name,
            has_schema_privilege(current_user, current_schema(), 'create') as tables,
            has_database_privilege(current_user, current_database(), 'create') as schemas`,
  )
  const { role, name, tables, schemas } = rows[0]!
  const grants = [
    ...(tables ? [] : [`grant create on schema public to "${role}";`]),
    ...(schemas ? [] : [`grant create on database "${name}" to "${role}";`]),
  ]
  if (grants.length === 0) report('ok', 'rights', `the role ${role} may create tables and schemas`)
  else {
    const when = isNeededNow ? 'which the next start needs' : 'which the next upgrade needs'
    report(
      isNeededNow ? 'fail' : 'warn',
      'rights',
      `the role ${role} may not create tables, ${when}. As an administrator of the database, run: ${grants.join(' ')}`,
    )
  }
}

async function checkKey(pool: Pool, config: Config, report: Report): Promise<void> {
  const problem = await secretKeyProblem(pool, config)
  if (problem === null) report('ok', 'secrets', 'SECRET_KEY is the one that this installation uses')
  else report('fail', 'secrets', problem)
}

const REDIS_TIMEOUT_MS = 2_000

async function checkRedis({ redisUrl }: Config, report: Report): Promise<void> {
  if (redisUrl === null) return
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: REDIS_TIMEOUT_MS,
    commandTimeout: REDIS_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason = ''
  redis.on('error', (error: NodeJS.ErrnoException) => {
    reason ||= error.code ?? error.message
  })
  try {
    await redis.connect()
    await redis.ping()
    report('ok', 'redis', 'answers; rate limits are shared')
  } catch (error) {
    const why = reason || (error as Error).message
    report(
      'fail',
      'redis',
      `REDIS_URL does not answer (${why}), so each node counts rate limits for itself. Start Redis, or correct the URL.`,
    )
  } finally {
    redis.disconnect()
  }
}

/** An acknowledged contact must survive a power cut; that is the server's to promise. */
async function checkDurability(pool: { query: (text: string) => Promise<{ rows: unknown[] }> }, report: Report) {
  const result = await pool.query(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as fpw`,
  )
  const { fsync, fpw } = result.rows[0] as { fsync: string; fpw: string }
  if (fsync === 'on' && fpw === 'on') report('ok', 'durable', 'fsync and full_page_writes are on')
  else
    report('fail', 'durable', `fsync is ${fsync}, full_page_writes is ${fpw}: a power cut can lose acknowledged data`)
}
