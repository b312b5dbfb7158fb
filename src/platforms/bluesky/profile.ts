import type { ProviderProfile } from '../profile.ts'
import { blueskyMedia } from './media.ts'
import { blueskyText } from './text.ts'

export const blueskyProfile = {
  name: 'bluesky',
  label: 'Bluesky',
  format: 'short',
  envPrefix: 'BLUESKY',
  // No app: accounts are connected with an app password.
  apps: [],
  developerSite: 'https://docs.bsky.app',
  signIn: ['app_password'],
  service: { noun: 'PDS', registersApps: false, siteUrl: 'https://bsky.app' },
  api: {
    // Sends what it is asked on to the PDS of the account: https://docs.bsky.app/docs/advanced-guides/api-directory
    apiUrl: 'https://bsky.social',
    authorizeUrl: 'https://bsky.social/oauth/authorize',
    tokenUrl: 'https://bsky.social/oauth/token',
    version: '1',
    moreHosts: [],
  },
  text: blueskyText,
  media: blueskyMedia,
  refusesRepeats: false,
} as const satisfies ProviderProfile
