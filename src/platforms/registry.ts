import type { Adapter, PlatformName, PlatformSettings } from './contract.ts'
import { instagram } from './instagram.ts'
import { linkedin } from './linkedin.ts'
import { threads } from './threads.ts'
import { x } from './x.ts'

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

/** What LinkedIn has to be asked for so that pages can be posted to and read back. */
const LINKEDIN_PAGE_SCOPES = 'openid profile w_member_social r_organization_social w_organization_social'

/** The address of the approval, asking for pages too. */
export function withLinkedInPages(settings: PlatformSettings): PlatformSettings {
  return { ...settings, authorizeUrl: `${settings.authorizeUrl}?scope=${encodeURIComponent(LINKEDIN_PAGE_SCOPES)}` }
}

/** Settings of the real platform, or null when its app is not set up. */
export function realSettings(
  platform: PlatformName,
  app: PlatformApp | null,
  version: string | null,
): PlatformSettings | null {
  if (app === null) return null
  const { apiUrl, authorizeUrl, tokenUrl, version: known } = ENDPOINTS[platform]
  return { apiUrl, authorizeUrl, tokenUrl, version: version ?? known, ...app }
}

/** The same adapters against the simulators at `url`. */
export function sandboxSettings(platform: PlatformName, url: string): PlatformSettings {
  const app = { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' }
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
