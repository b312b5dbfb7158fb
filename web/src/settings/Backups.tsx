import { Button, Stack } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import { api } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { useAction } from '../parts/forms/useChange.ts'
import { Read } from '../parts/states.tsx'
import { OwnersOnly, Section } from './Section.tsx'
import { BackupFacts } from './BackupFacts.tsx'
import { BackupProblem } from './BackupProblem.tsx'
import { BackupProgress } from './BackupProgress.tsx'
import { KeptBackups } from './KeptBackups.tsx'

const WATCHED_MS = 1_500
const IDLE_MS = 30_000

const LEAD =
  'Copies of everything that Doorpost stores. If the disk or the database is lost, one of them brings it back.'

export function Backups() {
  const { own } = useMay()
  if (own) return <OwnersBackups />
  return (
    <Section title="Backups" lead={LEAD}>
      <OwnersOnly what="Only owners see backups and make them." />
    </Section>
  )
}

function OwnersBackups() {
  const backups = useRead(['backups'], '/v1/backups', {
    // There is no event for backups.
    refetchInterval: ({ state }) => (state.data?.in_progress ? WATCHED_MS : IDLE_MS),
  })
  const make = useAction(() => api.POST('/v1/backups'), 'backups', 'reports')
  const isBusy = backups.data === undefined || backups.data.in_progress !== null
  return (
    <Section
      title="Backups"
      lead={LEAD}
      actions={
        <Button
          leftSection={<IconDatabaseExport size={18} aria-hidden />}
          disabled={isBusy}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          Back up now
        </Button>
      }
    >
      <Read of={backups} rows={6}>
        {(data) => (
          <Stack gap="lg">
            {data.in_progress && <BackupProgress of={data.in_progress} />}
            <BackupProblem backups={data} />
            <BackupFacts backups={data} />
            <KeptBackups backups={data} />
          </Stack>
        )}
      </Read>
    </Section>
  )
}
