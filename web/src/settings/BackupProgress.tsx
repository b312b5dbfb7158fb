import { Group, Paper, Progress, Stack } from '@mantine/core'
import type { Backups } from '../api/schema.ts'
import { StateBadge } from '../parts/StateBadge.tsx'
import { Time } from '../parts/time/Time.tsx'
import { Muted, Small } from '../parts/variants.ts'

/** The number of rows is an estimate: it is not done before it is done. */
const MOST_PERCENT = 99

export function BackupProgress({ of }: { of: NonNullable<Backups['in_progress']> }) {
  const { state, asked_by, started_at, rows, expected_rows } = of
  const isWaiting = state === 'waiting'
  const percent = expected_rows ? Math.min(MOST_PERCENT, Math.floor((rows / expected_rows) * 100)) : null
  return (
    <Paper withBorder radius="md" p="md" maw={720}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="sm">
            <StateBadge state={isWaiting ? 'pending' : 'running'} />
            <Small role="status">
              {isWaiting ? 'A backup is about to begin' : 'A backup is being made'}
              {percent !== null && ` (${percent} %)`}
            </Small>
          </Group>
          <Muted component="div">
            {asked_by === null ? 'By schedule' : `For ${asked_by}`}, <Time at={started_at} inherit span />
          </Muted>
        </Group>
        <Progress value={percent ?? 100} size="lg" animated color="teal" aria-label="How much of the backup is made" />
        <Muted>
          {isWaiting
            ? 'If this stays so for more than a minute, no worker is running: start Doorpost with ROLE all or worker.'
            : 'Everything works as usual meanwhile, and you can leave this page.'}
        </Muted>
      </Stack>
    </Paper>
  )
}
