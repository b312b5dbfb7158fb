import { existsSync } from 'node:fs'
import { readMigrations } from '../../db/migrations/files.ts'
import { findMissingRights, findSchemaState, hasSchema, type SchemaState } from '../../db/migrations/migrate.ts'
import { reportInstallation } from '../../installation/report.ts'
import { commandLine } from '../../lib/program.ts'
import { secretKeyProblem } from '../../secrets/fingerprint.ts'
import { keyFileOf } from '../../secrets/key-file.ts'
import { about, type Check, type DatabaseCheck, type Finding, type SetupWithDatabase } from './check.ts'
import { findRoom } from './machine.ts'

const server = about('database')
const durable = about('durable')
const connections = about('pool')
const pooler = about('pooler')
const rights = about('rights')
const schema = about('schema')
const secrets = about('secrets')

/** From https://www.postgresql.org/support/versioning/: the last day with fixes. */
const ENDS: Record<number, string> = {
  14: '2026-11-12',
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
}

/** Version, pooler and the disk under a server on this machine. */
export const checkDatabaseServer: DatabaseCheck = async ({ pool, database, config, now }) => {
  const { rows } = await pool.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const { version, number } = rows[0]!
  const findings: Finding[] = server.ok(`PostgreSQL ${version}, ${database.place}`)
  const ends = ENDS[Math.floor(number / 10_000)]
  if (ends !== undefined && now > Date.parse(ends) + 86_400_000) {
    findings.push(
      ...server.warn(
        `PostgreSQL ${version} has had no security fixes since ${ends}. Upgrade the server (docs/how-to/operations.md).`,
      ),
    )
  }
  if (database.kind === 'session') findings.push(...pooler.ok('DATABASE_URL leads to a pooler in session mode'))
  if (database.kind === 'transaction') {
    findings.push(
      ...pooler.ok('DATABASE_URL leads to a pooler in transaction mode; what needs a session uses DATABASE_DIRECT_URL'),
    )
  }
  if (config.databaseUrl !== null) findings.push(...(await checkLocalDisk(pool)))
  return findings
}

/** Only if the server is on this machine and tells where its files are. */
async function checkLocalDisk(pool: Parameters<DatabaseCheck>[0]['pool']): Promise<Finding[]> {
  const { rows } = await pool.query<{ folder: string | null; is_local: boolean }>(
    `select case when pg_has_role(current_user, 'pg_read_all_settings', 'member') then current_setting('data_directory') end as folder,
            inet_server_addr() is null or host(inet_server_addr()) in ('127.0.0.1', '::1') as is_local`,
  )
  const { folder, is_local: isLocal } = rows[0]!
  if (!isLocal || folder === null) return []
  const findings = await findRoom(folder).catch(() => [])
  return findings.filter(({ verdict }) => verdict !== 'ok')
}

/** Checks that the server allows as many connections as the pools may open. */
export const checkConnections: DatabaseCheck = async ({ pool, config }) => {
  const { rows } = await pool.query<{ most: number; role: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
            (select rolconnlimit from pg_roles where rolname = current_user) as role`,
  )
  const { most, role } = rows[0]!
  const limit = role >= 0 ? Math.min(most, role) : most
  const needed = config.poolSize + OTHER_CONNECTIONS
  if (needed <= limit) return []
  const finding = `one process may open ${needed} connections (POOL_SIZE is ${config.poolSize}), but the server lets in ${limit}: requests would get 503 under load`
  return connections.warn(
    `${finding}. Set POOL_SIZE to ${Math.max(4, limit - OTHER_CONNECTIONS)} or less, or raise max_connections.`,
  )
}

/** For shares that are rounded up, and for the pulse, the listener and the lifeline. */
const OTHER_CONNECTIONS = 6

/** An acknowledged contact must survive a power cut. Whether it does depends on the settings of the server. */
export const checkServerSettings: DatabaseCheck = async ({ pool }) => {
  const { findSettingProblems } = await import('../../db/settings-watch.ts')
  const problems = await findSettingProblems(pool)
  if (problems.length === 0) return durable.ok('fsync and full_page_writes are on')
  return problems.flatMap(({ sentence }) => durable.fail(sentence))
}

/** Checks tables and permissions. Other checks read tables, so they need a current schema. */
export async function checkSchema({ pool }: SetupWithDatabase): Promise<{ isCurrent: boolean; findings: Finding[] }> {
  if (!(await hasSchema(pool))) {
    const empty = schema.hint('empty: the first start creates the tables')
    return { isCurrent: false, findings: [...(await checkRights(pool, true)), ...empty] }
  }
  const state = await findSchemaState(pool, await readMigrations())
  const findings = [...describe(state), ...(await checkRights(pool, state.kind === 'pending'))]
  return { isCurrent: state.kind === 'current', findings }
}

function describe(state: SchemaState): Finding[] {
  if (state.kind === 'current') return schema.ok('up to date')
  if (state.kind === 'unusable') return schema.fail(state.problem)
  return schema.warn(`${state.problem} The next start applies them, or: ${commandLine('migrate')}`)
}

async function checkRights(pool: SetupWithDatabase['pool'], isNeededNow: boolean): Promise<Finding[]> {
  const { role, missing, grants } = await findMissingRights(pool)
  if (missing.length === 0) return rights.ok(`the role ${role} may create tables and schemas`)
  const when = `which the next ${isNeededNow ? 'start' : 'upgrade'} needs`
  const remedy = `As an administrator of the database, run: ${grants.join(' ')}`
  const finding = `the role ${role} may not create ${missing.join(' or ')}, ${when}. ${remedy}`
  return isNeededNow ? rights.fail(finding) : rights.warn(finding)
}

const NO_KEY_YET =
  'there is no SECRET_KEY yet: a first start creates one in DATA_DIR, and further nodes need the same one'

export const checkSecretKey: Check = async ({ tables, config }) => {
  const problem = tables && (await secretKeyProblem(tables, config))
  if (problem !== null) return secrets.fail(problem)
  if (tables !== null) return secrets.ok('SECRET_KEY is the key of this installation')
  const isThere = config.secretKey !== null || existsSync(keyFileOf(config))
  return secrets.ok(isThere ? 'this node has a SECRET_KEY' : NO_KEY_YET)
}

/** Checks whether publishing is paused, and compares the clocks of this machine, the nodes and the platforms. */
export const checkInstallation: DatabaseCheck = ({ pool, tables, now }) => {
  const startedAt = performance.now()
  return reportInstallation(pool, tables !== null, () => now + performance.now() - startedAt)
}
