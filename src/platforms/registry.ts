import { blueskyProfile } from './bluesky/profile.ts'
import { instagramProfile } from './instagram/profile.ts'
import { linkedinProfile } from './linkedin/profile.ts'
import { mastodonProfile } from './mastodon/profile.ts'
import { type AppKind, FORMATS, type Format, type ProviderProfile } from './shared/provider.ts'
import { threadsProfile } from './threads/profile.ts'
import { xProfile } from './x/profile.ts'

/** The only list of providers in the program; everything else derives from it. The dashboard reads it too. */
const ALL = [threadsProfile, instagramProfile, linkedinProfile, xProfile, blueskyProfile, mastodonProfile] as const

export type Provider = (typeof ALL)[number]['name']
export type Profile = ProviderProfile & { name: Provider }

export const PROFILES: readonly Profile[] = ALL
export const PROVIDERS: readonly Provider[] = ALL.map(({ name }) => name)

export function profileOf(provider: Provider): Profile {
  return PROFILES.find(({ name }) => name === provider)!
}

/**
 * The provider whose rules a post without an account is checked by: the first one of its format. The interface has its
 * limits. An account says itself which provider it belongs to.
 */
export function profileFor(format: Format): Profile {
  return PROFILES.find((profile) => profile.format === format)!
}

/** The longest alt text that a provider takes; the others cut it, with a warning. */
export const ALT_TEXT_MAX = Math.max(...PROFILES.map(({ media }) => media.altText?.max ?? 0))

/** An account, as far as the rules for its posts depend on it. */
export interface RuledAccount {
  provider: Provider
  /** Of the server that it is on; null where the provider's own count. */
  limits: Record<string, unknown> | null
}

/** The same, with whether a post can go out on it. */
export interface PostAccount extends RuledAccount {
  id: string
  isActive: boolean
  /** When its approval ends, if it cannot be renewed. */
  worksUntil: Date | null
}

/** The rules that a post is checked, counted and warned by: those of its account, on the server that it is on. */
export function rulesFor(format: Format, account: RuledAccount | null): Profile {
  if (account === null) return profileFor(format)
  const profile = profileOf(account.provider)
  return account.limits === null ? profile : { ...profile, ...profile.withLimits?.(account.limits) }
}

/** What the ids of its rules begin with: the format, or the provider's name where the format's rules are another one's. */
export function rulePrefixOf({ name, format }: Profile): string {
  return profileFor(format).name === name ? format : name
}

/** A value for each format, made from its provider's profile. */
export function byFormat<T>(make: (profile: Profile) => T): Record<Format, T> {
  return Object.fromEntries(FORMATS.map((format) => [format, make(profileFor(format))])) as Record<Format, T>
}

/** What the settings of an app begin with: LINKEDIN_PAGES_CLIENT_ID. */
export function appPrefixOf({ envPrefix }: Profile, app: AppKind): string {
  return app === 'pages' ? `${envPrefix}_PAGES` : envPrefix
}
