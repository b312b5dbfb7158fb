import { MB, type NamedFile, type ProviderProfile } from '../profile.ts'
import type { Warn } from '../rules.ts'
import { linkedinText } from './text.ts'

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
  text: linkedinText,
  media: {
    uploaded: true,
    image: { types: ['jpeg', 'png', 'gif'], bytes: 100 * MB, pixels: 36_152_320 },
    video: { types: ['mp4'], bytes: 500 * MB, seconds: [3, 1800] },
    checkMix,
  },
  refusesRepeats: true,
} as const satisfies ProviderProfile

function checkMix(files: readonly NamedFile[], warn: Warn): void {
  const videos = files.filter(({ kind }) => kind === 'video').length
  if (videos === 0 || files.length === 1) return
  const actual = videos === files.length ? `${videos} videos` : `${videos} of ${files.length} files are videos`
  const message = `LinkedIn takes either images or one video in a post, but media_urls has ${actual}. Make several posts.`
  warn('professional.mix', 'media_urls', message)
}
