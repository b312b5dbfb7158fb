import type pg from 'pg'
import { SetupError } from '../../lib/problem.ts'
import { commandLine } from '../../lib/program.ts'

// A restore takes many transactions. As long as this table is there, the database is a part of an installation, and
// nothing but the restore may use it.

type Client = Pick<pg.ClientBase, 'query'>

export async function hasUnfinishedRestore(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('unfinished_restore') is not null as found`)
  return rows[0].found
}

export async function markUnfinishedRestore(client: Client): Promise<void> {
  await client.query('create table unfinished_restore (started_at timestamptz not null default now())')
}

export async function clearUnfinishedRestore(client: { query(config: pg.QueryConfig): Promise<unknown> }) {
  await client.query({ text: 'drop table unfinished_restore' })
}

export async function refuseUnfinishedRestore(client: Client): Promise<void> {
  if (!(await hasUnfinishedRestore(client))) return
  throw new SetupError(
    'The restore of a backup into this database was interrupted, so a part of the data is missing. Run the restore again: ' +
      `${commandLine('restore FILE')}. It starts from the beginning.`,
  )
}
