import type pg from 'pg'
import { asServerError, errorCode } from './errors.ts'

/** A connection to one of our servers; its locks end with it. */
export interface Attached {
  client: pg.Client
  pid: number
  socketDir: string
  isOpen: boolean
}

/**
 * Two advisory locks in the database `postgres` say who uses the server. The owner holds OWNER. Command-line users
 * share USERS; a process that holds it exclusively may stop the server, because then nobody else can have started to
 * use it. Closed connections release their locks, so a killed process leaves nothing to clean up.
 */
const LOCK_CLASS = 1_685_024_626 // "door"
export const OWNER = 1
export const USERS = 2

/** The process that started the server may have been killed before this, or be doing it now. */
export async function createDatabase({ client }: Attached): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = 'doorpost'")
  if (rowCount !== 0) return
  await client.query('create database doorpost').catch((error: unknown) => {
    const code = errorCode(error) ?? ''
    if (code.startsWith('53') || code.startsWith('58')) throw asServerError('cannot create the database', error)
    if (code !== '42P04' && code !== '23505') throw error // Anything but "exists".
  })
}

type LockFunction = 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared' | 'pg_advisory_unlock_shared'

export async function lock({ client }: Attached, call: LockFunction, key: number): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean }>(`select ${call}($1, $2) as done`, [LOCK_CLASS, key])
  return rows[0]?.done === true
}

/** The names of the other holders of a lock. */
export async function holders({ client }: Attached, key: number): Promise<string[]> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = $1::oid and l.objid = $2::oid and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database()) and a.pid <> pg_backend_pid()
      order by a.backend_start`,
    [LOCK_CLASS, key],
  )
  return rows.map((row) => row.application_name)
}

/**
 * Returns false if another process has begun to stop the server: it checks OWNER while holding USERS, and we do the
 * reverse.
 */
export async function becomeOwner(server: Attached): Promise<boolean> {
  if (!(await lock(server, 'pg_try_advisory_lock', OWNER))) return false
  if (!(await becomeUser(server))) return false
  return lock(server, 'pg_advisory_unlock_shared', USERS)
}

export async function becomeUser(server: Attached): Promise<boolean> {
  return lock(server, 'pg_try_advisory_lock_shared', USERS)
}
