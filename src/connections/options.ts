import type { Pool, Tx } from '../db/database.ts'
import type { Emit } from '../events/emit.ts'
import type { Ids } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Adapter, Http, PlatformSettings } from '../platforms/contract.ts'
import type { Provider } from '../platforms/registry.ts'
import type { SettingsFor } from '../platforms/settings.ts'
import type { ConnectionRow } from './store.ts'

export interface ConnectionsOptions {
  pool: Pool
  clock: Clock
  ids: Ids
  emit: Emit
  log: Log
  box: SecretBox
  adapters: Record<Provider, Adapter>
  settingsFor: SettingsFor
  /** A client that gives tokens to the hosts of these settings only. */
  httpFor: (provider: Provider, settings: PlatformSettings) => Http
  /** For looking up where an account is: reaches any public server, and is given nothing secret. */
  lookUpHttp: Http
  sandbox: boolean
  /** Called in the transaction that makes an account usable again: its held posts continue. */
  onUsable(tx: Tx, account: ConnectionRow): Promise<void>
}
