import { createSafeFetch } from '../lib/net/safe-fetch.ts'
import { createPlatformHttp } from '../platforms/calls/client.ts'
import type { ClockOffsets } from '../platforms/calls/clock-offset.ts'
import type { Http, PlatformSettings } from '../platforms/contract.ts'
import type { AppKind } from '../platforms/profile.ts'
import { PROVIDERS, type Provider, profileOf } from '../platforms/registry.ts'
import {
  hostsOf,
  type PlatformApp,
  realSettings,
  type SettingsFor,
  sandboxSettings,
  serviceSettings,
} from '../platforms/settings.ts'

export interface PlatformAccessOptions {
  apps: Record<Provider, Partial<Record<AppKind, PlatformApp>>>
  apiVersions: Partial<Record<Provider, string>>
  /** Media, and the servers that accounts are on, may be in private networks, with plain http and on any port. */
  allowPrivateNetworks: boolean
  /** Where the simulators are, when Doorpost runs in the sandbox. Then nothing leaves the machine. */
  sandboxUrl: string | null
  /** Our time, which the platforms' is compared with. */
  now: () => number
  clockOffsets?: ClockOffsets
  /** For the proof's negative controls. */
  wrapHttp?: ((http: Http) => Http) | undefined
}

const LOOK_UP_BYTES_MAX = 262_144

/** An HTTP client that gives tokens to the hosts of these settings only. */
export type HttpFor = (provider: Provider, settings: PlatformSettings) => Http

/** How Doorpost reaches the platforms: the real ones, or the sandbox. */
export function createPlatformAccess(options: PlatformAccessOptions) {
  const { sandboxUrl, allowPrivateNetworks, now, clockOffsets, wrapHttp = (same) => same } = options
  const allowedOrigins = sandboxUrl === null ? [] : [sandboxUrl]
  const safeFetch = createSafeFetch({ allowedOrigins })
  // For addresses that people give us: the fetch that ALLOW_PRIVATE_NETWORKS opens.
  const mediaFetch = allowPrivateNetworks
    ? createSafeFetch({ allowedOrigins, allowPrivate: true, anyPort: true })
    : safeFetch
  const settingsFor: SettingsFor = (provider, app = 'standard', serviceUrl = null) => {
    const { apps, service } = profileOf(provider)
    if (service ? app !== 'standard' : !apps.includes(app)) return null
    if (sandboxUrl !== null) return sandboxSettings(provider, app, sandboxUrl)
    if (service) return serviceSettings(provider, serviceUrl)
    const keys = options.apps[provider][app]
    return keys === undefined ? null : realSettings(provider, app, keys, options.apiVersions[provider])
  }
  const allowedHosts = PROVIDERS.filter((provider) => sandboxUrl !== null || !profileOf(provider).service).flatMap(
    (provider) => {
      const settings = settingsFor(provider) ?? settingsFor(provider, 'pages')
      return settings === null ? [] : hostsOf(settings, provider)
    },
  )
  const offsets = clockOffsets === undefined ? {} : { offsets: clockOffsets }
  const http = wrapHttp(createPlatformHttp(safeFetch, { allowedHosts, now, ...offsets }))
  const httpFor: HttpFor = (provider, settings) => {
    if (sandboxUrl !== null || !profileOf(provider).service) return http
    // Its clock is not asked: anybody may run such a server, and the guard of this installation believes the platforms' time.
    const hosts = hostsOf(settings, provider)
    return wrapHttp(createPlatformHttp(mediaFetch, { allowedHosts: hosts, httpsOnly: !allowPrivateNetworks, now }))
  }
  // In the sandbox nothing leaves the machine, whatever an account names as its server.
  const lookUpHttp: Http =
    sandboxUrl !== null
      ? http
      : createPlatformHttp(mediaFetch, {
          allowedHosts: 'any',
          httpsOnly: !allowPrivateNetworks,
          maxBytes: LOOK_UP_BYTES_MAX,
          now,
        })
  return { safeFetch, mediaFetch, settingsFor, http, httpFor, lookUpHttp }
}
