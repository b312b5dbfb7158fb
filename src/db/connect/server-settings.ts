import { type Db, run, sql } from '../database.ts'

/** A setting of the server that breaks a promise, with its remedy. */
export interface SettingProblem {
  name: string
  /** Why it matters and what to do: two sentences. */
  sentence: string
  /** Nothing can be stored, or not as promised: the process is not ready. Otherwise an operator has to know. */
  stops: boolean
}

interface Rule {
  name: string
  wanted: string
  effect: string
  remedy: string
  stops: boolean
}

const forSystem = (name: string, value: string) =>
  `As an administrator of the database, run: ALTER SYSTEM SET ${name} = ${value}; SELECT pg_reload_conf();`

const RULES: readonly Rule[] = [
  {
    name: 'fsync',
    wanted: 'on',
    effect: 'a power cut can lose acknowledged data and damage the database',
    remedy: forSystem('fsync', 'on'),
    stops: false,
  },
  {
    name: 'full_page_writes',
    wanted: 'on',
    effect: 'a power cut can damage the database',
    remedy: forSystem('full_page_writes', 'on'),
    stops: false,
  },
  {
    name: 'zero_damaged_pages',
    wanted: 'off',
    effect: 'damaged data is silently deleted',
    remedy: forSystem('zero_damaged_pages', 'off'),
    stops: false,
  },
  {
    name: 'server_encoding',
    wanted: 'UTF8',
    effect: 'text in many languages cannot be stored',
    remedy: `Create a database with ENCODING 'UTF8' TEMPLATE template0, and move the data to it.`,
    stops: false,
  },
  {
    name: 'synchronous_commit',
    wanted: 'on',
    effect: 'acknowledged data could be lost',
    remedy: 'Let a connection pooler pass on SET, or use the address of PostgreSQL itself.',
    stops: true,
  },
  {
    name: 'transaction_read_only',
    wanted: 'off',
    effect: 'nothing can be stored',
    remedy:
      'Connect to the primary server; if it is the primary, run: ALTER DATABASE … RESET default_transaction_read_only;',
    stops: true,
  },
  {
    name: 'session_replication_role',
    wanted: 'origin',
    effect: 'triggers do not run, so revoked keys would stay valid and totals would be wrong',
    remedy: 'As an administrator of the database, run: ALTER ROLE … RESET session_replication_role;',
    stops: true,
  },
]

/** By SHOW on this connection: the settings that promises depend on and that are not what they have to be. */
export async function findSettingProblems(db: Db): Promise<SettingProblem[]> {
  const query = sql<{ name: string; value: string | null }>`select name, current_setting(name, true) as value
     from unnest(${RULES.map(({ name }) => name)}::text[]) as name`
  const rows = await run(db, query)
  const found = new Map(rows.map(({ name, value }) => [name, value]))
  return RULES.flatMap(({ name, wanted, effect, remedy, stops }) => {
    const value = found.get(name) ?? wanted
    if (value === wanted) return []
    return [{ name, stops, sentence: `The database server has ${name} = ${value}, so ${effect}. ${remedy}` }]
  })
}
