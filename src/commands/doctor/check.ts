import type { Config } from '../../config/config.ts'
import type { Pool } from '../../db/database.ts'
import type { OpenDatabase } from '../../db/open.ts'

// Each check of `doctor` is a file of its own, which says what it looked at: what is wrong, why that matters and what to do.

/** A hint is advice about a choice that is fine as it is; a warning is something that will surprise. */
type Verdict = 'ok' | 'hint' | 'warn' | 'fail'

export interface Finding {
  verdict: Verdict
  /** One word: the first column. */
  what: string
  finding: string
}

export interface Setup {
  env: Record<string, string | undefined>
  config: Config
  /** Of this machine, in milliseconds. */
  now: number
  /** The database, if it has the tables of this version. Checks that read none of them are made without it, too. */
  tables: Pool | null
}

export interface SetupWithDatabase extends Setup {
  database: OpenDatabase
  pool: Pool
}

export type Check = (setup: Setup) => Promise<Finding[]> | Finding[]
export type DatabaseCheck = (setup: SetupWithDatabase) => Promise<Finding[]>

export const ok = (what: string, finding: string): Finding => ({ verdict: 'ok', what, finding })
export const hint = (what: string, finding: string): Finding => ({ verdict: 'hint', what, finding })
export const warn = (what: string, finding: string): Finding => ({ verdict: 'warn', what, finding })
export const fail = (what: string, finding: string): Finding => ({ verdict: 'fail', what, finding })
