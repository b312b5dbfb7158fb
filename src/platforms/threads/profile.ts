import type { ProviderProfile } from '../shared/provider.ts'
import { threadsMedia } from './media.ts'
import { threadsText } from './text.ts'

export const threadsProfile = {
  name: 'threads',
  label: 'Threads',
  format: 'thread',
  rulePrefix: 'thread',
  envPrefix: 'THREADS',
  apps: ['standard'],
  developerSite: 'https://developers.facebook.com',
  signIn: ['approval'],
  api: {
    apiUrl: 'https://graph.threads.net',
    authorizeUrl: 'https://www.threads.net/oauth/authorize',
    tokenUrl: 'https://graph.threads.net/oauth/access_token',
    version: 'v1.0',
    settleMs: 3_000,
  },
  text: threadsText,
  media: threadsMedia,
} as const satisfies ProviderProfile
