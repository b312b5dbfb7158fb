import { blueskyProfile } from './bluesky/profile.ts'
import { instagramProfile } from './instagram/profile.ts'
import { linkedinProfile } from './linkedin/profile.ts'
import { mastodonProfile } from './mastodon/profile.ts'
import { type AppKind, FORMATS, type Format, type ProviderProfile } from './shared/provider.ts'
import { threadsProfile } from './threads/profile.ts'
import { xProfile } from './x/profile.ts'

/** The only list of providers. */
const ALL = [threadsProfile, instagramProfile, linkedinProfile, xProfile, blueskyProfile, mastodonProfile] as const

export type Provider = (typeof ALL)[number]['name']
export type Profile = ProviderProfile & { name: Provider }

export const PROFILES: readonly Profile[] = ALL
export const PROVIDERS: readonly Provider[] = ALL.map(({ name }) => name)

export function profileOf(provider: Provider): Profile {
  return PROFILES.find(({ name }) => name === provider)!
}

/** For posts without an account: the first provider of the format. */
export function profileFor(format: Format): Profile {
  return PROFILES.find((profile) => profile.format === format)!
}

export const ALT_TEXT_MAX = Math.max(...PROFILES.map(({ media }) => media.altText?.max ?? 0))

export interface RuledAccount {
  provider: Provider
  /** The limits of its server; null for the provider's own. */
  limits: Record<string, unknown> | null
}

export interface PostAccount extends RuledAccount {
  id: string
  isActive: boolean
  /** Null if the approval can be renewed. */
  worksUntil: Date | null
}

export function rulesFor(format: Format, account: RuledAccount | null): Profile {
  if (account === null) return profileFor(format)
  const profile = profileOf(account.provider)
  return account.limits === null ? profile : { ...profile, ...profile.withLimits?.(account.limits) }
}

export function byFormat<T>(make: (profile: Profile) => T): Record<Format, T> {
  return Object.fromEntries(FORMATS.map((format) => [format, make(profileFor(format))])) as Record<Format, T>
}

/** LINKEDIN_PAGES */
export function appPrefixOf({ envPrefix }: Profile, app: AppKind): string {
  return app === 'pages' ? `${envPrefix}_PAGES` : envPrefix
}
