import { MB, type ProviderProfile } from '../profile.ts'

export const linkedinProfile = {
  name: 'linkedin',
  label: 'LinkedIn',
  format: 'professional',
  envPrefix: 'LINKEDIN',
  apps: ['standard', 'pages'],
  developerSite: 'https://www.linkedin.com/developers',
  api: {
    apiUrl: 'https://api.linkedin.com',
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    // A version lives about a year: this one until 2027-05-31.
    version: '202605',
    settleMs: 5_000,
    moreHosts: ['www.linkedin.com'],
  },
  text: { max: 3000, counting: 'LinkedIn takes 3,000 characters, hashtags included.' },
  media: {
    uploaded: true,
    image: { types: ['jpeg', 'png', 'gif'], bytes: 100 * MB, pixels: 36_152_320 },
    video: { types: ['mp4'], bytes: 500 * MB, seconds: [3, 1800] },
  },
  refusesRepeats: true,
} as const satisfies ProviderProfile
