import { Alert, Code, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCalendarOff } from '@tabler/icons-react'
import type { Backups } from '../api/schema.ts'
import { Time } from '../parts/time/Time.tsx'
import { Small } from '../parts/variants.ts'

const WRAP = { overflowWrap: 'anywhere' } as const

/** What is wrong, and what to do about it. */
export function BackupProblem({ backups: { problem, schedule } }: { backups: Backups }) {
  return (
    <Stack gap="md" maw={720}>
      {problem && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={problem.code === 'failed' ? 'The last backup failed' : 'Backups are overdue'}
        >
          <Small style={WRAP}>
            {problem.reason} (<Time at={problem.since} inherit span />)
          </Small>
        </Alert>
      )}
      {schedule === null && (
        <Alert color="orange" icon={<IconCalendarOff aria-hidden />} title="Automatic backups are off">
          <Small style={WRAP}>
            To turn them on, set <Code>BACKUP_SCHEDULE=03:00</Code> (every night at three, UTC) where Doorpost runs, and
            restart it.
          </Small>
        </Alert>
      )}
    </Stack>
  )
}
