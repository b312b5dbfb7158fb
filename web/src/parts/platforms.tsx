import { Group, Text } from '@mantine/core'
import { type Icon, IconBrandInstagram, IconBrandLinkedin, IconBrandThreads, IconBrandX } from '@tabler/icons-react'

import { FORMATS, type Format } from '../../../src/platforms/profile.ts'
import { byFormat, type Provider } from '../../../src/platforms/registry.ts'

/** As the API names them: by the format of their posts. */
export const PLATFORMS = FORMATS
export type Platform = Format

const ICONS: Record<Provider, Icon> = {
  threads: IconBrandThreads,
  instagram: IconBrandInstagram,
  linkedin: IconBrandLinkedin,
  x: IconBrandX,
}

/** What is known of the provider that serves the format, and its sign. */
export const PLATFORM = byFormat((profile) => ({ ...profile, icon: ICONS[profile.name] }))

export function PlatformName({ platform, size = 18 }: { platform: Platform; size?: number }) {
  const { label, icon: Sign } = PLATFORM[platform]
  return (
    <Group gap={6} wrap="nowrap">
      <Sign size={size} aria-hidden />
      <Text size="sm" component="span">
        {label}
      </Text>
    </Group>
  )
}

/** "Threads, LinkedIn and X" */
export function listPlatforms(platforms: readonly Platform[]): string {
  const names = platforms.map((platform) => PLATFORM[platform].label)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
