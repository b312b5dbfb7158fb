import { Group } from '@mantine/core'
import { byFormat, PROFILES, type Profile, type Provider } from '../../../src/platforms/registry.ts'
import { FORMATS, type Format } from '../../../src/platforms/shared/provider.ts'
import {
  type Icon,
  IconBrandBluesky,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandMastodon,
  IconBrandThreads,
  IconBrandX,
} from './icons.tsx'
import { Small } from './text.tsx'

/** The API names platforms by the format of their posts. */
export const PLATFORMS = FORMATS
export type Platform = Format

const ICONS: Record<Provider, Icon> = {
  threads: IconBrandThreads,
  instagram: IconBrandInstagram,
  linkedin: IconBrandLinkedin,
  x: IconBrandX,
  bluesky: IconBrandBluesky,
  mastodon: IconBrandMastodon,
}

export const PROVIDER = Object.fromEntries(
  PROFILES.map((profile) => [profile.name, { ...profile, icon: ICONS[profile.name] }]),
) as Record<Provider, Profile & { icon: Icon }>

/** The provider whose rules apply to posts without an account. */
export const PLATFORM = byFormat(({ name }) => PROVIDER[name])

export function PlatformName({ platform, size = 18 }: { platform: Platform; size?: number }) {
  const { label, icon: Sign } = PLATFORM[platform]
  return (
    <Group gap={6} wrap="nowrap">
      <Sign size={size} />
      <Small span>{label}</Small>
    </Group>
  )
}
