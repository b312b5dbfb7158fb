import { join } from 'node:path'
import { createConnections } from '../connections/connections.ts'
import type { ConnectionsOptions } from '../connections/options.ts'
import { createSafeFetch } from '../lib/net/safe-fetch.ts'
import { createMediaReader, type MediaReaderOptions } from '../media/reader.ts'
import { adapters } from '../platforms/adapters.ts'
import { createPlatformHttp } from '../platforms/client.ts'
import type { ClockOffsets } from '../platforms/clock-offset.ts'
import type { Http } from '../platforms/contract.ts'
import type { AppKind } from '../platforms/profile.ts'
import { PROVIDERS, type Provider, profileOf } from '../platforms/registry.ts'
import { hostsOf, type PlatformApp, realSettings, type SettingsFor, sandboxSettings } from '../platforms/settings.ts'
import { createActions, resumeHeld } from './actions.ts'
import { createContext } from './engine/context.ts'
import { createEngine } from './engine/engine.ts'
import type { EngineHooks, EngineOptions } from './engine/options.ts'
import { ENGINE_TIMES } from './engine/policy.ts'
import { withReelLimit } from './media/reel-limit.ts'
import { lookBack } from './pause/look-back.ts'

export interface PublishingOptions
  extends Pick<ConnectionsOptions, 'pool' | 'clock' | 'ids' | 'emit' | 'log' | 'box'>,
    Pick<EngineOptions, 'lateWindowOf' | 'guard'> {
  dataDir: string
  library: MediaReaderOptions['library']
  baseUrl: string
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

export type Publishing = ReturnType<typeof createPublishing>

/** Wires everything that publishes, for the real platforms or for the sandbox. */
export function createPublishing(options: PublishingOptions) {
  const { pool, clock, emit, lateWindowOf, sandboxUrl } = options
  const allowedOrigins = sandboxUrl === null ? [] : [sandboxUrl]
  const safeFetch = createSafeFetch({ allowedOrigins })
  // For media URLs: the one fetch that ALLOW_PRIVATE_NETWORKS opens.
  const mediaFetch = options.allowPrivateNetworks
    ? createSafeFetch({ allowedOrigins, allowPrivate: true, anyPort: true })
    : safeFetch
  const settingsFor: SettingsFor = (provider, app = 'standard') => {
    if (!profileOf(provider).apps.includes(app)) return null
    if (sandboxUrl !== null) return sandboxSettings(provider, app, sandboxUrl)
    const keys = options.apps[provider][app]
    return keys === undefined ? null : realSettings(provider, app, keys, options.apiVersions[provider])
  }
  const allowedHosts = PROVIDERS.flatMap((provider) => {
    const settings = settingsFor(provider) ?? settingsFor(provider, 'pages')
    return settings === null ? [] : hostsOf(settings, provider)
  })
  const { clockOffsets: offsets, wrapHttp = (same) => same } = options
  const http = wrapHttp(createPlatformHttp(safeFetch, { allowedHosts, now: clock.now, offsets }))
  const connections = createConnections({
    ...options,
    adapters,
    settingsFor,
    http,
    sandbox: sandboxUrl !== null,
    onUsable: async (tx, account) => {
      const lateWindowMs = await lateWindowOf(tx, account.workspace_id)
      await resumeHeld(tx, emit, account, new Date(clock.now()), lateWindowMs)
    },
  })
  const { library, baseUrl } = options
  const media = createMediaReader({ library, mediaFetch, baseUrl, dir: join(options.dataDir, 'media') })
  const engineOptions: EngineOptions = {
    ...options,
    ...options.hooks,
    connections,
    adapters: { ...adapters, instagram: withReelLimit(adapters.instagram, media) },
    contextFor: (connection) => createContext({ clock, http, mediaFetch, media, settingsFor }, connection),
    times: { ...ENGINE_TIMES, ...options.hooks?.times },
  }
  return {
    connections,
    engine: createEngine(engineOptions),
    actions: createActions(pool, clock, emit),
    pausing: { pool, emit, lateWindowOf },
    /** While publishing is paused: reads the accounts back. */
    lookBack: () => lookBack(engineOptions),
    http,
    safeFetch,
    mediaFetch,
    media,
    settingsFor,
  }
}
