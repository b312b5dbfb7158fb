import type { Config } from '../../config/config.ts'
import type { Pool } from '../../db/database.ts'
import type { OpenDatabase } from '../../db/open.ts'

// Every check of `doctor` says what is wrong, why that matters and what to do.

/** A hint is advice about a setting that works. A warning is about one that will cause surprise. */
type Verdict = 'ok' | 'hint' | 'warn' | 'fail'

export interface Finding {
  verdict: Verdict
  what: string
  finding: string
}

export interface Setup {
  env: Record<string, string | undefined>
  config: Config
  now: number
  /** The database, if it has the tables of this version. Checks that read no table run without it, too. */
  tables: Pool | null
}

export interface SetupWithDatabase extends Setup {
  database: OpenDatabase
  pool: Pool
}

export type Check = (setup: Setup) => Promise<Finding[]> | Finding[]
export type DatabaseCheck = (setup: SetupWithDatabase) => Promise<Finding[]>

/** Makes findings, each as a list of one. `what` is a single word for the first column. */
export function about(what: string) {
  const find =
    (verdict: Verdict) =>
    (finding: string): Finding[] => [{ verdict, what, finding }]
  return { ok: find('ok'), hint: find('hint'), warn: find('warn'), fail: find('fail') }
}
