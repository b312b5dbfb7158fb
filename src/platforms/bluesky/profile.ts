import type { ProviderProfile } from '../shared/provider.ts'
import { blueskyMedia } from './media.ts'
import { blueskyText } from './text.ts'

export const blueskyProfile = {
  name: 'bluesky',
  label: 'Bluesky',
  format: 'short',
  rulePrefix: 'bluesky',
  envPrefix: 'BLUESKY',
  // Doorpost describes itself.
  apps: [],
  developerSite: 'https://docs.bsky.app',
  signIn: ['approval', 'app_password'],
  service: { noun: 'pds', apps: 'all_servers', asksHandle: true, siteUrl: 'https://bsky.app' },
  api: {
    // Forwards to the PDS: https://docs.bsky.app/docs/advanced-guides/api-directory
    apiUrl: 'https://bsky.social',
    authorizeUrl: 'https://bsky.social/oauth/authorize',
    tokenUrl: 'https://bsky.social/oauth/token',
    directoryUrl: 'https://plc.directory',
    version: '1',
  },
  text: blueskyText,
  media: blueskyMedia,
} as const satisfies ProviderProfile
