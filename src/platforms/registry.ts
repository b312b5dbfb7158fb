import type { Adapter, AppKind, PlatformName, PlatformSettings } from './contract.ts'
import { instagram } from './instagram/adapter.ts'
import { linkedin } from './linkedin/adapter.ts'
import { threads } from './threads/adapter.ts'
import { x } from './x/adapter.ts'

export const adapters: Record<PlatformName, Adapter> = {
  thread: threads,
  photo: instagram,
  professional: linkedin,
  short: x,
}

export interface Endpoint {
  /** What settings of the platform begin with: THREADS_CLIENT_ID. */
  prefix: string
  apiUrl: string
  authorizeUrl: string
  tokenUrl: string
  version: string
  /** The platform has announced that the version ends then; null where it has not. */
  sunset: string | null
  /** See PlatformSettings. The simulators do not need it. */
  settleMs?: number
  /** Further hosts that are given tokens or files. */
  moreHosts: string[]
}

/** Where the platforms are, and which version of their API we speak. One place to look when one of them changes. */
export const ENDPOINTS: Record<PlatformName, Endpoint> = {
  thread: {
    prefix: 'THREADS',
    apiUrl: 'https://graph.threads.net',
    authorizeUrl: 'https://www.threads.net/oauth/authorize',
    tokenUrl: 'https://graph.threads.net/oauth/access_token',
    version: 'v1.0',
    sunset: null,
    settleMs: 3_000,
    moreHosts: [],
  },
  photo: {
    prefix: 'INSTAGRAM',
    apiUrl: 'https://graph.instagram.com',
    authorizeUrl: 'https://www.instagram.com/oauth/authorize',
    tokenUrl: 'https://api.instagram.com/oauth/access_token',
    version: 'v25.0',
    sunset: null,
    moreHosts: [],
  },
  professional: {
    prefix: 'LINKEDIN',
    apiUrl: 'https://api.linkedin.com',
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    version: '202605',
    // A version lives about a year.
    sunset: '2027-05-31',
    settleMs: 5_000,
    moreHosts: ['www.linkedin.com'],
  },
  short: {
    prefix: 'X',
    apiUrl: 'https://api.x.com',
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    version: '2',
    sunset: null,
    moreHosts: [],
  },
}

export interface PlatformApp {
  clientId: string
  clientSecret: string
}

/** What the settings of an app begin with: LINKEDIN_PAGES_CLIENT_ID. */
export function appPrefixOf(platform: PlatformName, app: AppKind): string {
  const { prefix } = ENDPOINTS[platform]
  return app === 'pages' ? `${prefix}_PAGES` : prefix
}

/** Settings of the real platform, or null when its app is not set up. */
export function realSettings(
  platform: PlatformName,
  app: PlatformApp | null,
  version: string | null,
  kind: AppKind = 'standard',
): PlatformSettings | null {
  if (app === null) return null
  const { apiUrl, authorizeUrl, tokenUrl, version: known, settleMs = 0 } = ENDPOINTS[platform]
  return { app: kind, apiUrl, authorizeUrl, tokenUrl, version: version ?? known, settleMs, ...app }
}

/** The same adapters against the simulators at `url`. */
export function sandboxSettings(platform: PlatformName, url: string, kind: AppKind = 'standard'): PlatformSettings {
  const clientId = kind === 'pages' ? 'sandbox-pages-app' : 'sandbox-app'
  const app = { app: kind, clientId, clientSecret: 'sandbox-secret' }
  const { version } = ENDPOINTS[platform]
  switch (platform) {
    case 'thread':
      return at(`${url}/threads`, '/oauth/authorize', '/oauth/access_token')
    case 'photo':
      return at(`${url}/instagram`, '/oauth/authorize', '/oauth/access_token')
    case 'professional':
      return at(`${url}/linkedin`, '/oauth/v2/authorization', '/oauth/v2/accessToken')
    case 'short':
      return at(`${url}/x`, '/i/oauth2/authorize', '/2/oauth2/token')
  }

  function at(apiUrl: string, authorize: string, token: string): PlatformSettings {
    return { apiUrl, authorizeUrl: `${apiUrl}${authorize}`, tokenUrl: `${apiUrl}${token}`, version, ...app }
  }
}

export function hostsOf(settings: PlatformSettings, platform: PlatformName): string[] {
  return [
    ...new Set([settings.apiUrl, settings.tokenUrl].map((url) => new URL(url).host)),
    ...ENDPOINTS[platform].moreHosts,
  ]
}
