import type { ProviderProfile } from '../shared/provider.ts'
import { xMedia } from './media.ts'
import { xText } from './text.ts'

export const xProfile = {
  name: 'x',
  label: 'X',
  format: 'short',
  rulePrefix: 'short',
  envPrefix: 'X',
  apps: ['standard'],
  developerSite: 'https://console.x.com',
  signIn: ['approval'],
  api: {
    apiUrl: 'https://api.x.com',
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    version: '2',
  },
  text: xText,
  media: xMedia,
  refusesRepeats: true,
} as const satisfies ProviderProfile
