import { Group, Loader, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { Post } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { AnchorLink } from '../../parts/links.tsx'
import { stateLook } from '../../parts/StateBadge.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import tones from '../../parts/tones.module.css'
import { Heading, Muted, SecondaryButton } from '../../parts/variants.ts'
import { formatTime } from '../../parts/wall-clock.ts'
import { isWebLink, platformName } from '../post.ts'
import { StateIcon } from '../StateIcon.tsx'
import { Settle } from './Settle.tsx'
import { sayState } from './words.ts'

/** Where the post stands, and what comes next. */
export function StatePanel({ post }: { post: Post }) {
  const zone = useTimeZone()
  const may = useMay()
  const { state, reason, permalink } = post.publication
  const { title, next } = sayState(post, (at) => formatTime(at, zone))
  const { tone } = stateLook(state)
  return (
    <Paper withBorder p="md" className={tones[tone]} style={{ borderLeft: '4px solid var(--tone)' }}>
      <Group align="flex-start" wrap="nowrap" gap="md">
        <ThemeIcon size={40} radius="xl" bg="var(--tone-soft)" c="var(--tone-text)">
          {tone === 'work' ? <Loader size={20} color="currentColor" /> : <StateIcon state={state} size={22} />}
        </ThemeIcon>
        <Stack gap="xs" miw={0} flex={1}>
          <div aria-live="polite">
            <Heading>{title}</Heading>
            {reason && (
              <Text mt={4} style={{ overflowWrap: 'anywhere' }}>
                {reason}
              </Text>
            )}
            <Muted mt={4}>{next}</Muted>
          </div>
          {state === 'published' && isWebLink(permalink) && (
            <Group>
              <SecondaryButton
                component="a"
                href={permalink}
                target="_blank"
                rel="noreferrer"
                leftSection={<IconExternalLink size={16} aria-hidden />}
              >
                See it on {platformName(post)}
              </SecondaryButton>
            </Group>
          )}
          {state === 'held' && (
            <AnchorLink to="/settings/connections" w="fit-content">
              Go to the connections
            </AnchorLink>
          )}
          {state === 'unconfirmed' && may.write && <Settle post={post} />}
        </Stack>
      </Group>
    </Paper>
  )
}
