import { Group } from '@mantine/core'
import { PROFILES, type Profile, type Provider } from '../../../src/platforms/registry.ts'
import { FORMATS, type Format } from '../../../src/platforms/shared/provider.ts'
import {
  type Icon,
  IconBrandBluesky,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandMastodon,
  IconBrandThreads,
  IconBrandX,
  IconMessageCircle,
} from './icons.tsx'
import { networkLabel } from './networks.ts'
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

export interface Network {
  label: string
  icon: Icon
}

/** Without an account it is the only network that takes posts of this format, or all of them under a neutral icon. */
export function networkWith(format: Format, account: { provider: Provider } | null): Network {
  const [only, ...others] = PROFILES.filter((profile) => profile.format === format)
  const provider = account?.provider ?? (others.length === 0 ? only!.name : null)
  return { label: networkLabel(format, account), icon: provider === null ? IconMessageCircle : ICONS[provider] }
}

export function NetworkName({ of: { label, icon: Sign }, size = 18 }: { of: Network; size?: number }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Sign size={size} />
      <Small span>{label}</Small>
    </Group>
  )
}
