import type { Ids } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import type { SecretBox, SecretKey } from '../lib/secrets/secret-box.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Pool } from './database.ts'
import type { Listener } from './listener.ts'

/** What features are built with. app/core.ts opens it once; a feature names the parts it uses. */
export interface Parts {
  /** For requests that write. See pools.ts for which pool to use. */
  pool: Pool
  reads: Pool
  jobs: Pool
  clock: Clock
  ids: Ids
  log: Log
  box: SecretBox
  /** Cursors and links that callers keep. */
  tokens: SealedTokens
  /** The keys of the installation, the current one first. */
  loadKeys: () => SecretKey[]
  listener: Listener
  /** The workspace of contacts that come without a key. */
  workspaceId: string
  /** The simulators' base URL; null for the real platforms. */
  sandboxUrl: string | null
  /** Registers what to run when the process stops, while the database is still open. */
  onClose: (close: () => Promise<unknown>) => void
}
