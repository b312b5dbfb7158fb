import { Group, Text } from '@mantine/core'
import { type Icon, IconBrandInstagram, IconBrandLinkedin, IconBrandThreads, IconBrandX } from '@tabler/icons-react'

export const PLATFORMS = ['thread', 'photo', 'professional', 'short'] as const

export type Platform = (typeof PLATFORMS)[number]

export const PLATFORM: Record<Platform, { label: string; icon: Icon }> = {
  thread: { label: 'Threads', icon: IconBrandThreads },
  photo: { label: 'Instagram', icon: IconBrandInstagram },
  professional: { label: 'LinkedIn', icon: IconBrandLinkedin },
  short: { label: 'X', icon: IconBrandX },
}

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
