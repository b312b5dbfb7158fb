import { MB, type ProviderProfile } from '../profile.ts'

export const xProfile = {
  name: 'x',
  label: 'X',
  format: 'short',
  envPrefix: 'X',
  apps: ['standard'],
  developerSite: 'https://developer.x.com',
  api: {
    apiUrl: 'https://api.x.com',
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    version: '2',
    moreHosts: [],
  },
  text: {
    max: 280,
    counting: 'X takes 280. A link counts 23; emoji and Chinese, Japanese or Korean letters count 2.',
  },
  media: {
    uploaded: true,
    image: { types: ['jpeg', 'png', 'gif', 'webp'], bytes: 5 * MB, gifBytes: 15 * MB },
    video: { types: ['mp4', 'mov'], bytes: 512 * MB, seconds: [0.5, 140] },
  },
  refusesRepeats: true,
} as const satisfies ProviderProfile
