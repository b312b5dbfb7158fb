import type { ProviderProfile } from '../shared/provider.ts'
import { bounded } from './limits.ts'
import { mastodonMedia, mediaRules } from './media.ts'
import { mastodonText, textRules } from './text.ts'

export const mastodonProfile = {
  name: 'mastodon',
  label: 'Mastodon',
  format: 'short',
  rulePrefix: 'mastodon',
  envPrefix: 'MASTODON',
  // Every server gets an app of its own, which Doorpost registers.
  apps: [],
  developerSite: 'https://docs.joinmastodon.org/client/',
  signIn: ['approval', 'access_token'],
  service: { noun: 'server', apps: 'each_server' },
  accessLasts: true,
  api: {
    apiUrl: 'https://mastodon.social',
    authorizeUrl: 'https://mastodon.social/oauth/authorize',
    tokenUrl: 'https://mastodon.social/oauth/token',
    version: 'v1',
  },
  text: mastodonText,
  media: mastodonMedia,
  withLimits(limits) {
    const own = bounded(limits)
    return { text: textRules(own), media: mediaRules(own) }
  },
} as const satisfies ProviderProfile
