import { MB, type ProviderProfile } from '../profile.ts'
import { instagramText } from './text.ts'

export const instagramProfile = {
  name: 'instagram',
  label: 'Instagram',
  format: 'photo',
  envPrefix: 'INSTAGRAM',
  apps: ['standard'],
  developerSite: 'https://developers.facebook.com',
  api: {
    apiUrl: 'https://graph.instagram.com',
    authorizeUrl: 'https://www.instagram.com/oauth/authorize',
    tokenUrl: 'https://api.instagram.com/oauth/access_token',
    version: 'v25.0',
    moreHosts: [],
  },
  text: instagramText,
  media: {
    uploaded: false,
    image: { types: ['jpeg'], bytes: 8 * 1024 ** 2, leastWidth: 320, ratio: [0.8, 1.91] },
    video: { types: ['mp4', 'mov'], bytes: 300 * MB, seconds: [3, 900] },
  },
  refusesRepeats: false,
} as const satisfies ProviderProfile
