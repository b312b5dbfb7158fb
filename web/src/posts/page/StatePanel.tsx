import { Button, Group, Loader, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { Post } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { AnchorLink } from '../../parts/links.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { formatTime } from '../../parts/wall-clock.ts'
import { isWebLink, platformName } from '../post.ts'
import { STATE, StateIcon } from '../StateIcon.tsx'
import { Settle } from './Settle.tsx'
import classes from './StatePanel.module.css'
import { sayState } from './words.ts'

/** Where the post stands, and what comes next. */
export function StatePanel({ post }: { post: Post }) {
  const zone = useTimeZone()
  const may = useMay()
  const { state, reason, permalink } = post.publication
  const { title, next } = sayState(post, (at) => formatTime(at, zone))
  const { tone } = STATE[state]
  return (
    <Paper withBorder p="md" className={`${classes.panel} ${classes[tone]}`}>
      <Group align="flex-start" wrap="nowrap" gap="md">
        <ThemeIcon size={40} radius="xl" className={classes.sign}>
          {tone === 'work' ? <Loader size={20} color="currentColor" /> : <StateIcon state={state} size={22} />}
        </ThemeIcon>
        <Stack gap="xs" miw={0} flex={1}>
          <div aria-live="polite">
            <Title order={2} size="h4">
              {title}
            </Title>
            {reason && (
              <Text mt={4} style={{ overflowWrap: 'anywhere' }}>
                {reason}
              </Text>
            )}
            <Text c="dimmed" size="sm" mt={4}>
              {next}
            </Text>
          </div>
          {state === 'published' && isWebLink(permalink) && (
            <Group>
              <Button
                component="a"
                href={permalink}
                target="_blank"
                rel="noreferrer"
                variant="default"
                leftSection={<IconExternalLink size={16} aria-hidden />}
              >
                See it on {platformName(post)}
              </Button>
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
