import { mkdir, statfs } from 'node:fs/promises'
import { type Config, readConfig } from '../config.ts'
import { readMigrations, schemaProblem } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { reportInstallation } from '../installation/report.ts'
import { SetupError } from '../lib/problem.ts'
import type { Command, CommandContext } from './command.ts'

type Verdict = 'ok' | 'warn' | 'fail'
type Report = (verdict: Verdict, what: string, finding: string) => void

const NODE_WANTED = 24
const DISK_WARN_BYTES = 2 * 1024 ** 3
const DISK_FAIL_BYTES = 200 * 1024 ** 2

export const doctor: Command = {
  summary: 'Check settings, versions, disk and database, and say what to fix.',
  usage: '',
  options: {},
  async run(context) {
    let failed = false
    const report: Report = (verdict, what, finding) => {
      failed ||= verdict === 'fail'
      context.print(`${verdict.padEnd(5)}${what.padEnd(11)}${finding}`)
    }
    checkNode(report)
    const config = checkSettings(context, report)
    if (config) {
      checkAddress(config, report)
      if (config.databaseUrl === null) await checkDisk(config, report)
      await checkDatabase(config, report)
    }
    context.print(failed ? '\nSomething needs fixing: see the lines that start with "fail".' : '\nAll is well.')
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
  } else if (config.tls === null && config.trustedProxies.length === 0) {
    report(
      'fail',
      'address',
      'BASE_URL is https, but there is neither TLS_CERT_FILE nor TRUST_PROXY: all requests are refused',
    )
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
      report('warn', 'schema', 'empty: the first start fills it')
      return
    }
    const problem = await schemaProblem(database.pool, await readMigrations())
    if (problem === null) {
      report('ok', 'schema', 'up to date')
      const lines = await reportInstallation(database.pool, Date.now)
      for (const { verdict, what, finding } of lines) report(verdict, what, finding)
    } else report(problem.includes('not been applied') ? 'warn' : 'fail', 'schema', problem)
  } finally {
    await database.close()
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
