import { type Provider, profileOf } from './registry.ts'
import type { PlatformSettings } from './shared/contract.ts'
import type { AppKind } from './shared/provider.ts'

export interface PlatformApp {
  clientId: string
  clientSecret: string
}

export function realSettings(provider: Provider, kind: AppKind, app: PlatformApp, version?: string): PlatformSettings {
  const { moreHosts: _, version: known, settleMs = 0, ...urls } = profileOf(provider).api
  return { app: kind, ...urls, version: version ?? known, settleMs, ...app }
}

/** The provider's paths on this server. */
function urlsAt(provider: Provider, base: string) {
  const { authorizeUrl, tokenUrl } = profileOf(provider).api
  return {
    apiUrl: base,
    authorizeUrl: base + new URL(authorizeUrl).pathname,
    tokenUrl: base + new URL(tokenUrl).pathname,
  }
}

export function serviceSettings(provider: Provider, serviceUrl: string | null): PlatformSettings {
  const { api, service } = profileOf(provider)
  const { apiUrl, directoryUrl, version, settleMs = 0 } = api
  const base = serviceUrl ?? apiUrl
  const urls = {
    ...urlsAt(provider, base),
    siteUrl: service?.siteUrl ?? base,
    ...(directoryUrl ? { directoryUrl } : {}),
  }
  return { app: 'standard', ...urls, version, settleMs, clientId: '', clientSecret: '' }
}

/** The simulators have the same paths. */
export function sandboxSettings(
  provider: Provider,
  kind: AppKind,
  url: string,
  app = sandboxApp(kind),
): PlatformSettings {
  const { directoryUrl, version } = profileOf(provider).api
  const siteUrl = `${url}/${provider}`
  return {
    app: kind,
    ...urlsAt(provider, siteUrl),
    siteUrl,
    ...(directoryUrl ? { directoryUrl: `${siteUrl}/directory` } : {}),
    version,
    ...app,
  }
}

/** The simulators know it unless they were told another one. */
function sandboxApp(kind: AppKind): PlatformApp {
  return { clientId: kind === 'pages' ? 'sandbox-pages-app' : 'sandbox-app', clientSecret: 'sandbox-secret' }
}

export function hostsOf(settings: PlatformSettings, provider: Provider): string[] {
  return [
    ...new Set([settings.apiUrl, settings.tokenUrl].map((url) => new URL(url).host)),
    ...(profileOf(provider).api.moreHosts ?? []),
  ]
}
