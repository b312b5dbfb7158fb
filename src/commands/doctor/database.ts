import { type DatabaseCheck, type Finding, fail, ok, warn } from './check.ts'
import { findRoom } from './data-dir.ts'

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
  const findings: Finding[] = [ok('database', `PostgreSQL ${version}, ${database.place}`)]
  const ends = ENDS[Math.floor(number / 10_000)]
  if (ends !== undefined && now > Date.parse(ends) + 86_400_000) {
    findings.push(
      warn(
        'database',
        `PostgreSQL ${version} has had no security fixes since ${ends}. Upgrade the server (docs/how-to/operations.md).`,
      ),
    )
  }
  if (database.kind === 'session') findings.push(ok('pooler', 'DATABASE_URL leads to a pooler in session mode'))
  if (database.kind === 'transaction') {
    findings.push(
      ok('pooler', 'DATABASE_URL leads to a pooler in transaction mode; what needs a session uses DATABASE_DIRECT_URL'),
    )
  }
  if (config.databaseUrl !== null) findings.push(...(await checkLocalDisk(pool)))
  return findings
}

/** Only where the server is on this machine, and says where its files are. */
async function checkLocalDisk(pool: Parameters<DatabaseCheck>[0]['pool']): Promise<Finding[]> {
  const { rows } = await pool.query<{ folder: string | null; is_local: boolean }>(
    `select case when pg_has_role(current_user, 'pg_read_all_settings', 'member') then current_setting('data_directory') end as folder,
            inet_server_addr() is null or host(inet_server_addr()) in ('127.0.0.1', '::1') as is_local`,
  )
  const { folder, is_local: isLocal } = rows[0]!
  if (!isLocal || folder === null) return []
  const finding = await findRoom(folder).catch(() => null)
  return finding === null || finding.verdict === 'ok' ? [] : [finding]
}

/** Whether the server lets in as many connections as the pools may open. */
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
  return [
    warn(
      'pool',
      `${finding}. Set POOL_SIZE to ${Math.max(4, limit - OTHER_CONNECTIONS)} or less, or raise max_connections.`,
    ),
  ]
}

/** The shares are rounded up, and there are the pulse, the listener and the lifeline. */
const OTHER_CONNECTIONS = 6

/** An acknowledged contact must survive a power cut; that is the server's to promise. */
export const checkServerSettings: DatabaseCheck = async ({ pool }) => {
  const { findSettingProblems } = await import('../../db/settings-watch.ts')
  const problems = await findSettingProblems(pool)
  if (problems.length === 0) return [ok('durable', 'fsync and full_page_writes are on')]
  return problems.map(({ sentence }) => fail('durable', sentence))
}
