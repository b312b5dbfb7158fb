import { type Provider, profileOf } from './registry.ts'
import type { PlatformSettings } from './shared/contract.ts'
import type { AppKind } from './shared/provider.ts'

export interface PlatformApp {
  clientId: string
  clientSecret: string
}

/** Null when the operator has no such app. `serviceUrl` is the account's server. */
export type SettingsFor = (provider: Provider, app?: AppKind, serviceUrl?: string | null) => PlatformSettings | null

export function realSettings(provider: Provider, kind: AppKind, app: PlatformApp, version?: string): PlatformSettings {
  const { moreHosts: _, version: known, settleMs = 0, ...urls } = profileOf(provider).api
  return { app: kind, ...urls, version: version ?? known, settleMs, ...app }
}

/** The provider's paths on this server. */
export function serviceSettings(provider: Provider, serviceUrl: string | null): PlatformSettings {
  const { api, service } = profileOf(provider)
  const { apiUrl, authorizeUrl, tokenUrl, directoryUrl, version, settleMs = 0 } = api
  const base = serviceUrl ?? apiUrl
  const onServer = (url: string) => base + new URL(url).pathname
  const urls = {
    apiUrl: base,
    authorizeUrl: onServer(authorizeUrl),
    tokenUrl: onServer(tokenUrl),
    siteUrl: service?.siteUrl ?? base,
    ...(directoryUrl ? { directoryUrl } : {}),
  }
  return { app: 'standard', ...urls, version, settleMs, clientId: '', clientSecret: '' }
}

/** The simulators have the same paths. */
export function sandboxSettings(provider: Provider, kind: AppKind, url: string): PlatformSettings {
  const { api } = profileOf(provider)
  const apiUrl = `${url}/${provider}`
  return {
    app: kind,
    apiUrl,
    authorizeUrl: `${apiUrl}${new URL(api.authorizeUrl).pathname}`,
    tokenUrl: `${apiUrl}${new URL(api.tokenUrl).pathname}`,
    siteUrl: apiUrl,
    ...(api.directoryUrl ? { directoryUrl: `${apiUrl}/directory` } : {}),
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
