import type { PlatformSettings } from './contract.ts'
import type { AppKind } from './profile.ts'
import { type Provider, profileOf } from './registry.ts'

export interface PlatformApp {
  clientId: string
  clientSecret: string
}

/** Null where the operator has set up no such app. */
export type SettingsFor = (provider: Provider, app?: AppKind) => PlatformSettings | null

/** Settings of the real platform, or null when its app is not set up. */
export function realSettings(
  provider: Provider,
  app: PlatformApp | null,
  version: string | null,
  kind: AppKind = 'standard',
): PlatformSettings | null {
  if (app === null) return null
  const { apiUrl, authorizeUrl, tokenUrl, version: known, settleMs = 0 } = profileOf(provider).api
  return { app: kind, apiUrl, authorizeUrl, tokenUrl, version: version ?? known, settleMs, ...app }
}

/** The same adapters against the simulators at `url`, which have the same paths as the real platforms. */
export function sandboxSettings(provider: Provider, url: string, kind: AppKind = 'standard'): PlatformSettings {
  const { api } = profileOf(provider)
  const apiUrl = `${url}/${provider}`
  return {
    app: kind,
    apiUrl,
    authorizeUrl: `${apiUrl}${new URL(api.authorizeUrl).pathname}`,
    tokenUrl: `${apiUrl}${new URL(api.tokenUrl).pathname}`,
    version: api.version,
    clientId: kind === 'pages' ? 'sandbox-pages-app' : 'sandbox-app',
    clientSecret: 'sandbox-secret',
  }
}

export function hostsOf(settings: PlatformSettings, provider: Provider): string[] {
  return [
    ...new Set([settings.apiUrl, settings.tokenUrl].map((url) => new URL(url).host)),
    ...profileOf(provider).api.moreHosts,
  ]
}
