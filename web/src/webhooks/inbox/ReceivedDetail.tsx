import { Group, Paper, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Read } from '../../parts/states.tsx'
import { useTimeZone } from '../../parts/Time.tsx'
import { Heading, Muted } from '../../parts/variants.ts'
import { formatTime } from '../../parts/wall-clock.ts'
import { formatBytes, type Received } from './body.ts'
import { ReceivedView } from './ReceivedView.tsx'

interface Parts {
  actions: ReactNode
  /** Beside the type and the size. */
  facts?: string[]
  /** Below those. */
  notes?: ReactNode
  /** Above the content. */
  outcome: ReactNode
  rawPath?: string
}

interface ReceivedDetailProps<T extends Received> {
  of: ComponentProps<typeof Read<T>>['of']
  children: (shown: T) => Parts
}

/** The right side of an inbox: one thing that came in. */
export function ReceivedDetail<T extends Received>({ of, children }: ReceivedDetailProps<T>) {
  const zone = useTimeZone()
  return (
    <Paper withBorder p="md">
      <Read of={of}>
        {(shown) => {
          const { actions, facts = [], notes, outcome, rawPath } = children(shown)
          return (
            <Stack>
              <div>
                <Group justify="space-between" align="flex-start" gap="xs">
                  <Heading>{formatTime(shown.received_at, zone)}</Heading>
                  {actions}
                </Group>
                <Muted style={{ overflowWrap: 'anywhere' }}>
                  {[shown.content_type ?? 'no content type', formatBytes(shown.body_bytes), ...facts].join(' · ')}
                </Muted>
                {notes}
              </div>
              {outcome}
              <ReceivedView received={shown} rawPath={rawPath} />
            </Stack>
          )
        }}
      </Read>
    </Paper>
  )
}
