import type { ProviderProfile } from '../shared/provider.ts'
import { linkedinMedia } from './media.ts'
import { linkedinText } from './text.ts'

export const linkedinProfile = {
  name: 'linkedin',
  label: 'LinkedIn',
  format: 'professional',
  rulePrefix: 'professional',
  envPrefix: 'LINKEDIN',
  apps: ['standard', 'pages'],
  developerSite: 'https://www.linkedin.com/developers',
  signIn: ['approval'],
  api: {
    apiUrl: 'https://api.linkedin.com',
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    // A version is supported for about a year: this one until 2027-05-31.
    version: '202607',
    settleMs: 5_000,
    moreHosts: ['www.linkedin.com'],
  },
  text: linkedinText,
  media: linkedinMedia,
  refusesRepeats: true,
} as const satisfies ProviderProfile
