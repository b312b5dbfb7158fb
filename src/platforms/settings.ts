import type { PlatformSettings } from './contract.ts'
import type { AppKind } from './profile.ts'
import { type Provider, profileOf } from './registry.ts'

export interface PlatformApp {
  clientId: string
  clientSecret: string
}

/** Null where the operator has set up no such app. */
export type SettingsFor = (provider: Provider, app?: AppKind) => PlatformSettings | null

export function realSettings(provider: Provider, kind: AppKind, app: PlatformApp, version?: string): PlatformSettings {
  const { moreHosts: _, version: known, settleMs = 0, ...urls } = profileOf(provider).api
  return { app: kind, ...urls, version: version ?? known, settleMs, ...app }
}

/** The same adapters against the simulators at `url`, which have the same paths as the real platforms. */
export function sandboxSettings(provider: Provider, kind: AppKind, url: string): PlatformSettings {
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
