import type { Ids } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Pool } from './database.ts'

/** What most features are made with. deps.ts creates it once; a feature names what it takes of it. */
export interface Parts {
  /** Of requests that write. See pools/pools.ts for which pool to use. */
  pool: Pool
  reads: Pool
  jobs: Pool
  clock: Clock
  ids: Ids
  log: Log
  box: SecretBox
}
