import { MB, type ProviderProfile } from '../profile.ts'
import { threadsText } from './text.ts'

export const threadsProfile = {
  name: 'threads',
  label: 'Threads',
  format: 'thread',
  envPrefix: 'THREADS',
  apps: ['standard'],
  developerSite: 'https://developers.facebook.com',
  api: {
    apiUrl: 'https://graph.threads.net',
    authorizeUrl: 'https://www.threads.net/oauth/authorize',
    tokenUrl: 'https://graph.threads.net/oauth/access_token',
    version: 'v1.0',
    settleMs: 3_000,
    moreHosts: [],
  },
  text: threadsText,
  media: {
    uploaded: false,
    image: { types: ['jpeg', 'png'], bytes: 8 * MB, leastWidth: 320, ratio: [0.1, 10] },
    video: { types: ['mp4', 'mov'], bytes: 1000 * MB, seconds: [0, 300] },
  },
  refusesRepeats: false,
} as const satisfies ProviderProfile
