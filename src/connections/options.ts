import type { Db, Tx } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Emit } from '../events/emit.ts'
import type { Provider } from '../platforms/registry.ts'
import type { Adapter, Http, PlatformSettings } from '../platforms/shared/contract.ts'
import type { AppKind } from '../platforms/shared/provider.ts'
import type { ConnectionRow } from './store.ts'

/** Null if the operator has no such app. `serviceUrl` is the account's server. Inside a transaction, pass it as `db`. */
export type SettingsFor = (
  provider: Provider,
  app?: AppKind,
  serviceUrl?: string | null,
  db?: Db,
) => Promise<PlatformSettings | null>

export interface ConnectionsOptions extends Pick<Parts, 'pool' | 'clock' | 'ids' | 'log' | 'box'> {
  emit: Emit
  adapters: Record<Provider, Adapter>
  settingsFor: SettingsFor
  httpFor: (provider: Provider, settings: PlatformSettings) => Http
  /** May reach any public server; carries no secrets. */
  lookUpHttp: Http
  sandbox: boolean
  /** Called when an account becomes usable, so that its held posts continue. */
  onUsable(tx: Tx, account: ConnectionRow): Promise<void>
}
