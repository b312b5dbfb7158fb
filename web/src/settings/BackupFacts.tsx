import { Paper, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Backups, StoredBackup } from '../api/schema.ts'
import { countOf } from '../contacts/names.ts'
import { formatBytes } from '../media/file-plan.ts'
import { Time } from '../parts/time/Time.tsx'
import { Hint, Small, Wrapped } from '../parts/variants.ts'

/** How backups are doing, in sentences. */
export function BackupFacts({ backups }: { backups: Backups }) {
  const { schedule, place, keep, has_key, last, problem, last_failure, last_rehearsal } = backups
  const rows: Array<[name: string, value: ReactNode, hint?: string]> = [
    ['Last good backup', last ? <LastBackup key="last" of={last} /> : 'None yet'],
    ['Automatic backups', schedule ? <Schedule key="schedule" of={schedule} /> : 'Off', 'BACKUP_SCHEDULE'],
    [
      place.kind === 'bucket' ? 'Bucket' : 'Folder',
      place.kind === 'bucket' ? place.name.replace(/^the bucket /, '') : place.name,
      place.kind === 'bucket' ? 'BACKUP_BUCKET' : 'BACKUP_DIR',
    ],
    ['Kept', keptInWords(keep), 'BACKUP_KEEP_DAILY, BACKUP_KEEP_WEEKLY'],
    ['Key for tokens and secrets', has_key ? 'In the backups, encrypted with the passphrase' : <NoKey key="key" />],
    ['Last test', <Rehearsal key="test" of={last_rehearsal} />],
  ]
  if (last_failure && problem?.code !== 'failed')
    rows.push(['Last failure', <Failure key="failure" of={last_failure} />])
  return (
    <Paper withBorder radius="md" maw={720} style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label="How backups are doing" layout="fixed">
        <Table.Tbody>
          {rows.map(([name, value, hint]) => (
            <Table.Tr key={name} style={{ verticalAlign: 'top' }}>
              <Table.Th scope="row" fw={400} w="32%">
                <Small>{name}</Small>
                {hint && <Hint visibleFrom="sm">{hint}</Hint>}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function LastBackup({ of }: { of: StoredBackup }) {
  const { finished_at, bytes, contacts, posts, files, is_missing } = of
  const counts = [
    contacts !== null && countOf(contacts, 'contact'),
    posts !== null && countOf(posts, 'post'),
    files !== null && countOf(files, 'file'),
  ].filter(Boolean)
  return (
    <>
      <Time at={finished_at} size="sm" fw={600} />
      <Small>{[formatBytes(bytes), ...counts].join(', ')}</Small>
      {is_missing && <Wrapped c="red">Its file is no longer in the folder.</Wrapped>}
    </>
  )
}

function Schedule({ of: { every_minutes, next_at } }: { of: NonNullable<Backups['schedule']> }) {
  return (
    <>
      <Small>{every_minutes === 1_440 ? 'Every day' : `Every ${countOf(every_minutes / 60, 'hour')}`}</Small>
      <Hint component="div">
        Next: <Time at={next_at} exact inherit span />
      </Hint>
    </>
  )
}

function keptInWords({ daily, weekly }: Backups['keep']): string {
  const parts = [daily > 0 && countOf(daily, 'day'), weekly > 0 && countOf(weekly, 'week')].filter(Boolean)
  const longer = parts.length > 0 ? `, then the newest of each of ${parts.join(' and ')}` : ''
  return `All of the last 24 hours${longer}`
}

function NoKey() {
  return (
    <Wrapped>
      Not in the backups. Keep SECRET_KEY, or the file secret-key of the data folder, somewhere else: without it all
      accounts have to be connected again after a restore.
    </Wrapped>
  )
}

function Rehearsal({ of }: { of: Backups['last_rehearsal'] }) {
  if (of === null) {
    return <Wrapped>None yet. A test restores a backup into a temporary database and checks everything in it.</Wrapped>
  }
  return (
    <>
      <Time at={of.rehearsed_at} size="sm" fw={600} />
      <Wrapped c={of.problem === null ? undefined : 'red'}>{of.problem ?? 'The backup is good.'}</Wrapped>
      <Hint style={{ overflowWrap: 'anywhere' }}>{of.file}</Hint>
    </>
  )
}

function Failure({ of: { at, reason } }: { of: NonNullable<Backups['last_failure']> }) {
  return (
    <Wrapped>
      <Time at={at} inherit span />. {reason} A backup was made since.
    </Wrapped>
  )
}
