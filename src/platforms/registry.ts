import { instagramProfile } from './instagram/profile.ts'
import { linkedinProfile } from './linkedin/profile.ts'
import { type AppKind, FORMATS, type Format, type ProviderProfile } from './profile.ts'
import { threadsProfile } from './threads/profile.ts'
import { xProfile } from './x/profile.ts'

/** The only list of providers in the program; everything else derives from it. The dashboard reads it too. */
const ALL = [threadsProfile, instagramProfile, linkedinProfile, xProfile] as const

export type Provider = (typeof ALL)[number]['name']
export type Profile = ProviderProfile & { name: Provider }

export const PROFILES: readonly Profile[] = ALL
export const PROVIDERS: readonly Provider[] = ALL.map(({ name }) => name)

export function profileOf(provider: Provider): Profile {
  return PROFILES.find(({ name }) => name === provider)!
}

/**
 * Which provider serves a format. Each format has exactly one today. With several, a connection says which one it is
 * (connections/store.ts, providerOf), and this is the one whose rules a post without an account is checked by.
 */
export function profileFor(format: Format): Profile {
  return PROFILES.find((profile) => profile.format === format)!
}

/** A value for each format, made from its provider's profile. */
export function byFormat<T>(make: (profile: Profile) => T): Record<Format, T> {
  return Object.fromEntries(FORMATS.map((format) => [format, make(profileFor(format))])) as Record<Format, T>
}

/** What the settings of an app begin with: LINKEDIN_PAGES_CLIENT_ID. */
export function appPrefixOf({ envPrefix }: Profile, app: AppKind): string {
  return app === 'pages' ? `${envPrefix}_PAGES` : envPrefix
}
