import type pg from 'pg'
import type { TableShape } from './format.ts'

/** The tables that a backup leaves out, each with its reason. It includes all others, also tables added later. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migrations: 'the restore applies the migrations itself',
  unfinished_restore: 'marks a restore that is under way',
  sessions: 'everybody signs in again: whoever finds a backup must not be signed in by it',
  push_subscriptions: 'belong to sessions: browsers are switched on again after the sign-in',
  push_notices: 'what waits for these browsers',
  push_feed: 'starts again with the first of these browsers',
  verifications: 'links and codes that are valid for minutes',
  used_codes: 'codes of second factors that are valid for a minute',
  second_factor_guesses: 'counts wrong guesses of the last minutes',
  connect_requests: 'approvals that somebody is in the middle of, valid for minutes',
  removals: 'waits seconds for an undo, which may have come after the backup: what a backup has stays',
  job_workers: 'processes that are running',
  used_proofs: 'proofs of work that are valid for minutes; the table itself does not survive a crash',
  visitor_salts: 'forgotten after a day so that visitors cannot be recognised, and a backup would keep them',
  visitor_marks: 'means nothing without the salts',
  backup_rehearsals: 'says which backups of this installation were tried, which a restored one does not have',
  search_blocks: 'a worker writes it anew from the contacts',
  search_changes: 'what search_blocks does not know yet',
  form_file_room: 'counts what clients send in a day, and files that are arriving',
  publishing_uptime: 'says when this installation published, which a restored one did not',
  backup_runs: 'says when this installation was backed up, which a restored one was not',
}

type Client = Pick<pg.ClientBase, 'query'>

const OWN_TABLE = `class.relnamespace = current_schema()::regnamespace and class.relkind in ('r', 'p')
                     and not class.relispartition
                     and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')`

/**
 * Every Doorpost table in this database, whatever its version, with the columns that store values (generated columns
 * are left out).
 */
export async function selectTables(client: Client): Promise<Array<TableShape & { estimate: number }>> {
  const { rows } = await client.query(
    `select class.relname as name, greatest(class.reltuples, 0)::float8 as estimate,
            array_agg(attribute.attname::text order by attribute.attnum) as columns
       from pg_class class
       join pg_attribute attribute on attribute.attrelid = class.oid
      where ${OWN_TABLE} and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
      group by class.oid order by class.relname`,
  )
  return rows
}

export function isInBackup({ name }: { name: string }): boolean {
  return !Object.hasOwn(LEFT_OUT, name)
}

/** Leaves out the job queue's sequences, which are in their own schema. */
export async function selectSequences(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `select relname as name from pg_class
      where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`,
  )
  return rows.map(({ name }) => name)
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function columnList(columns: readonly string[]): string {
  return columns.map(quoteName).join(', ')
}
