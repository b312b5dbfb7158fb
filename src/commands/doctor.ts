import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, doubtfulSettings, misspeltSettings, readConfig, unreachableHttps } from '../config.ts'
import { hasAccountOf } from '../connections/store.ts'
import type { Pool } from '../db/database.ts'
import { readMigrations } from '../db/migrations/files.ts'
import { findSchemaState } from '../db/migrations/migrate.ts'
import { findMissingRights } from '../db/migrations/rights.ts'
import { openDatabase } from '../db/open.ts'
import { reportInstallation } from '../installation/report.ts'
import { createLog } from '../lib/log/log.ts'
import { createSafeFetch } from '../lib/net/safe-fetch.ts'
import { SetupError } from '../lib/problem.ts'
import { createMailer } from '../mail/mailer.ts'
import { findFetchProblem, findStoreProblem } from '../media/diagnose.ts'
import { CONTENT_TYPES } from '../media/facts/file-type.ts'
import type { TakenType } from '../media/facts/soundness.ts'
import { findNewest } from '../media/library/store.ts'
import { FILES_PATH } from '../media/own-url.ts'
import { fetchProblem } from '../media/reach.ts'
import { createS3Store } from '../media/store/s3.ts'
import { PROFILES } from '../platforms/registry.ts'
import { secretKeyProblem } from '../secrets/fingerprint.ts'
import { PROGRAM_VERSION } from '../version.ts'
import type { CommandContext, Commands } from './command.ts'

type Verdict = 'ok' | 'warn' | 'fail'
type Report = (verdict: Verdict, what: string, finding: string) => void

const NODE_WANTED = 24
const DISK_WARN_BYTES = 2 * 1024 ** 3
const DISK_FAIL_BYTES = 200 * 1024 ** 2

const NEEDS_FIXING = 'Something needs fixing: see the lines that start with "fail".'
const WORTH_A_LOOK = 'Doorpost can run. Check the lines that start with "warn".'

export const commands: Commands = {
  '': {
    summary: 'Check settings, versions, disk, database, keys, files, Redis and the mail server, and show what to fix.',
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
        await checkMailServer(config, report)
      }
      const failed = findings.some(({ verdict }) => verdict === 'fail')
      const warned = findings.some(({ verdict }) => verdict === 'warn')
      context.print(`\n${failed ? NEEDS_FIXING : warned ? WORTH_A_LOOK : 'Everything is fine.'}`)
      context.result({ ok: !failed, version: PROGRAM_VERSION, findings })
      return failed ? 1 : 0
    },
  },
}

function checkNode(report: Report): void {
  const isNew = Number.parseInt(process.versions.node, 10) >= NODE_WANTED
  const help = isNew ? '' : `: use the npm scripts, which run Node ${NODE_WANTED}`
  report(isNew ? 'ok' : 'fail', 'node', process.version + help)
}

function checkSettings(context: CommandContext, report: Report): Config | null {
  try {
    const config = readConfig(context.env, context.cwd)
    report('ok', 'settings', `role ${config.role}, ${config.host}:${config.port}, log level ${config.logLevel}`)
    const doubts = [...misspeltSettings(context.env), ...doubtfulSettings(config)]
    for (const doubt of doubts) report('warn', 'settings', doubt)
    return config
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    for (const line of error.message.split('\n')) report('fail', 'settings', line)
    return null
  }
}

function checkAddress(config: Config, report: Report): void {
  const { httpsOnly, baseUrl, host, tls } = config
  const [problem] = unreachableHttps(config)
  if (problem !== undefined) report('fail', 'address', problem)
  else if (httpsOnly) report('ok', 'address', `${baseUrl}, ${tls ? 'own certificate' : 'behind a trusted proxy'}`)
  else if (['127.0.0.1', 'localhost', '::1'].includes(host)) report('ok', 'address', baseUrl)
  else report('warn', 'address', `${baseUrl} is plain http and reachable from the network: keys are sent unencrypted`)
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
  const database = await openDatabase(config, { as: 'command', onError: () => {} }).catch((error) => {
    report('fail', 'database', error.message)
    return null
  })
  if (database === null) return
  const { pool, place } = database
  try {
    const { rows } = await pool.query(
      `select current_setting('server_version') as version, to_regclass('schema_migrations') is not null as has_schema`,
    )
    const { version, has_schema: hasSchema } = rows[0] as { version: string; has_schema: boolean }
    report('ok', 'database', `PostgreSQL ${version}, ${place}`)
    await checkDurability(pool, report)
    if (!hasSchema) {
      await checkRights(pool, true, report)
      report('warn', 'schema', 'empty: the first start creates the tables')
      return
    }
    const schema = await findSchemaState(pool, await readMigrations())
    if (schema.kind === 'current') report('ok', 'schema', 'up to date')
    else report(schema.kind === 'pending' ? 'warn' : 'fail', 'schema', schema.problem)
    await checkRights(pool, schema.kind === 'pending', report)
    if (schema.kind !== 'current') return
    const keyProblem = await secretKeyProblem(pool, config)
    const keyFinding = keyProblem ?? 'SECRET_KEY is the key of this installation'
    report(keyProblem === null ? 'ok' : 'fail', 'secrets', keyFinding)
    const lines = await reportInstallation(pool, Date.now)
    for (const { verdict, what, finding } of lines) report(verdict, what, finding)
    await checkMedia(config, pool, report)
  } finally {
    await database.close()
  }
}

async function checkMedia(config: Config, pool: Pool, report: Report): Promise<void> {
  const { baseUrl, sandbox, dataDir } = config
  const { s3 } = config.media
  if (s3 === null) report('ok', 'media', `uploaded files are in ${join(dataDir, 'media')}`)
  else {
    const where = `the bucket ${s3.bucket} at ${s3.endpoint}`
    const problem = await findStoreProblem(createS3Store(s3, Date.now))
    if (problem !== null) {
      const remedy = 'Check S3_ENDPOINT and its companions, and what the key may do.'
      return report('fail', 'media', `files cannot be stored in ${where}. ${problem} ${remedy}`)
    }
    report('ok', 'media', `uploaded files are in ${where}`)
  }
  const unfetchable = fetchProblem({ baseUrl, s3Endpoint: s3?.endpoint ?? null, isSandbox: sandbox })
  // Nobody is held up by it before there is an account that fetches.
  if (unfetchable !== null) {
    const fetching = PROFILES.filter(({ media }) => !media.uploaded).map(({ name }) => name)
    return report((await hasAccountOf(pool, fetching)) ? 'warn' : 'ok', 'media', unfetchable)
  }
  if (s3 !== null || sandbox) return
  const newest = await findNewest(pool)
  const known = newest && { file: newest.file, contentType: CONTENT_TYPES[newest.type as TakenType] }
  const seen = await findFetchProblem(createSafeFetch({ anyPort: true }), baseUrl, known)
  report(seen === null ? 'ok' : 'warn', 'media', seen ?? `files can be fetched at ${baseUrl}${FILES_PATH}`)
}

async function checkRights(pool: Pool, isNeededNow: boolean, report: Report): Promise<void> {
  const { role, missing, grants } = await findMissingRights(pool)
  if (missing.length === 0) return report('ok', 'rights', `the role ${role} may create tables and schemas`)
  const when = `which the next ${isNeededNow ? 'start' : 'upgrade'} needs`
  const remedy = `As an administrator of the database, run: ${grants.join(' ')}`
  const what = missing.join(' or ')
  report(isNeededNow ? 'fail' : 'warn', 'rights', `the role ${role} may not create ${what}, ${when}. ${remedy}`)
}

/** Connects and signs in; no mail is sent. */
async function checkMailServer({ mail }: Config, report: Report): Promise<void> {
  if (mail.smtpUrl === null) return report('ok', 'mail', 'SMTP_URL is not set: no mail is sent')
  const problem = await createMailer({ ...mail, log: createLog('silent', { write() {} }) }).verify()
  report(problem === null ? 'ok' : 'fail', 'mail', problem ?? `the mail server takes mail from ${mail.from}`)
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
    report('ok', 'redis', 'responds; rate limits are shared')
  } catch (error) {
    const why = reason || (error as Error).message
    const remedy = 'so each node counts rate limits separately. Start Redis, or correct the URL.'
    report('fail', 'redis', `Redis at REDIS_URL does not respond (${why}), ${remedy}`)
  } finally {
    redis.disconnect()
  }
}

/** An acknowledged contact must survive a power cut; that is the server's to promise. */
async function checkDurability(pool: Pool, report: Report): Promise<void> {
  const { rows } = await pool.query<{ fsync: string; fpw: string }>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as fpw`,
  )
  const { fsync, fpw } = rows[0]!
  if (fsync === 'on' && fpw === 'on') report('ok', 'durable', 'fsync and full_page_writes are on')
  else
    report('fail', 'durable', `fsync is ${fsync}, full_page_writes is ${fpw}: a power cut can lose acknowledged data`)
}
