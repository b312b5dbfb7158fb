import { Text } from '@mantine/core'
import type { Connection } from '../../api/schema.ts'
import type { Platform } from '../../parts/platforms.tsx'
import { Muted } from '../../parts/variants.ts'
import classes from './compose.module.css'
import { accountOf, type Draft } from './draft.ts'
import { Preview } from './preview/Preview.tsx'

interface PreviewsProps {
  draft: Draft
  platforms: readonly Platform[]
  connections: Connection[]
}

export function Previews({ draft, platforms, connections }: PreviewsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <aside className={classes.previews} aria-label="Previews" tabIndex={0}>
      <Text fw={600} component="h2" size="md">
        Preview
      </Text>
      {platforms.map((platform) => (
        <Preview
          key={platform}
          platform={platform}
          draft={draft}
          account={accountOf(connections, platform, draft.own[platform].connectionId)}
        />
      ))}
      {platforms.length === 0 && <Muted>Choose a platform to see how the post will look there.</Muted>}
    </aside>
  )
}
