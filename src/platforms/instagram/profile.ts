import type { ProviderProfile } from '../shared/provider.ts'
import { instagramMedia } from './media.ts'
import { instagramText } from './text.ts'

export const instagramProfile = {
  name: 'instagram',
  label: 'Instagram',
  format: 'photo',
  rulePrefix: 'photo',
  envPrefix: 'INSTAGRAM',
  apps: ['standard'],
  developerSite: 'https://developers.facebook.com',
  signIn: ['approval'],
  api: {
    apiUrl: 'https://graph.instagram.com',
    authorizeUrl: 'https://www.instagram.com/oauth/authorize',
    tokenUrl: 'https://api.instagram.com/oauth/access_token',
    version: 'v25.0',
  },
  text: instagramText,
  media: instagramMedia,
} as const satisfies ProviderProfile
