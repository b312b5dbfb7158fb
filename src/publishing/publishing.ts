import { join } from 'node:path'
import { type Connections, createConnections } from '../connections/connections.ts'
import type { Pool } from '../db/database.ts'
import type { Emit } from '../events/emit.ts'
import type { InstallationGuard } from '../installation/guard.ts'
import type { Ids } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import { createSafeFetch, type SafeFetch } from '../lib/net/safe-fetch.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import type { Clock } from '../lib/time/clock.ts'
import { adapters } from '../platforms/adapters.ts'
import { createPlatformHttp } from '../platforms/client.ts'
import type { ClockOffsets } from '../platforms/clock-offset.ts'
import type { Http } from '../platforms/contract.ts'
import type { AppKind } from '../platforms/profile.ts'
import { PROVIDERS, type Provider, profileOf } from '../platforms/registry.ts'
import { hostsOf, type PlatformApp, realSettings, type SettingsFor, sandboxSettings } from '../platforms/settings.ts'
import { type Actions, createActions, resumeHeld } from './actions.ts'
import { createContext } from './engine/context.ts'
import { createEngine, type Engine } from './engine/engine.ts'
import type { EngineHooks, EngineOptions, LateWindowOf } from './engine/options.ts'
import { ENGINE_TIMES } from './engine/policy.ts'
import { withReelLimit } from './media/reel-limit.ts'
import { lookBack } from './pause/look-back.ts'
import type { PauseOptions } from './pause/pause.ts'

export interface PublishingOptions {
  pool: Pool
  clock: Clock
  ids: Ids
  emit: Emit
  log: Log
  box: SecretBox
  dataDir: string
  lateWindowOf: LateWindowOf
  guard: InstallationGuard
  clockOffsets: ClockOffsets
  /** For the proof's negative controls. */
  wrapHttp?: (http: Http) => Http
  apps: Record<Provider, Partial<Record<AppKind, PlatformApp>>>
  apiVersions: Partial<Record<Provider, string>>
  /** Media may be in private networks, with plain http and on any port. */
  allowPrivateNetworks: boolean
  /** Where the simulators are, when Doorpost runs in the sandbox. Then nothing leaves the machine. */
  sandboxUrl: string | null
  hooks?: EngineHooks
}

export interface Publishing {
  connections: Connections
  engine: Engine
  actions: Actions
  pausing: PauseOptions
  /** While publishing is paused: reads the accounts back. */
  lookBack: () => Promise<void>
  http: Http
  safeFetch: SafeFetch
  /** For media URLs: the one fetch that ALLOW_PRIVATE_NETWORKS opens. */
  mediaFetch: SafeFetch
  settingsFor: SettingsFor
}

/** Wires everything that publishes, for the real platforms or for the sandbox. */
export function createPublishing(options: PublishingOptions): Publishing {
  const { pool, clock, ids, emit, log, box, lateWindowOf, sandboxUrl } = options
  const allowedOrigins = sandboxUrl === null ? [] : [sandboxUrl]
  const safeFetch = createSafeFetch({ allowedOrigins })
  const mediaFetch = options.allowPrivateNetworks
    ? createSafeFetch({ allowedOrigins, allowPrivate: true, anyPort: true })
    : safeFetch
  const settingsFor: SettingsFor = (provider, app = 'standard') => {
    if (!profileOf(provider).apps.includes(app)) return null
    return sandboxUrl === null
      ? realSettings(provider, options.apps[provider][app] ?? null, options.apiVersions[provider] ?? null, app)
      : sandboxSettings(provider, sandboxUrl, app)
  }
  const allowedHosts = PROVIDERS.flatMap((provider) => {
    const settings = settingsFor(provider) ?? settingsFor(provider, 'pages')
    return settings === null ? [] : hostsOf(settings, provider)
  })
  const { clockOffsets: offsets, wrapHttp = (same) => same } = options
  const http = wrapHttp(createPlatformHttp(safeFetch, { allowedHosts, now: clock.now, offsets }))
  const connections = createConnections({
    pool,
    clock,
    ids,
    emit,
    log,
    box,
    adapters,
    settingsFor,
    http,
    sandbox: sandboxUrl !== null,
    onUsable: async (tx, account) => {
      const lateWindowMs = await lateWindowOf(tx, account.workspace_id)
      await resumeHeld(tx, emit, account, new Date(clock.now()), lateWindowMs)
    },
  })
  const mediaDir = join(options.dataDir, 'media')
  const engineOptions: EngineOptions = {
    pool,
    clock,
    log,
    emit,
    lateWindowOf,
    guard: options.guard,
    connections,
    adapters: { ...adapters, instagram: withReelLimit(adapters.instagram, mediaFetch) },
    contextFor: (connection) => createContext({ clock, http, mediaFetch, settingsFor, mediaDir }, connection),
    times: { ...ENGINE_TIMES, ...options.hooks?.times },
    ...(options.hooks?.crashPoint ? { crashPoint: options.hooks.crashPoint } : {}),
  }
  return {
    connections,
    engine: createEngine(engineOptions),
    actions: createActions(pool, clock, emit),
    pausing: { pool, emit, lateWindowOf },
    lookBack: () => lookBack(engineOptions),
    http,
    safeFetch,
    mediaFetch,
    settingsFor,
  }
}
