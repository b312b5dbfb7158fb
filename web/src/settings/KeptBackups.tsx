import { Stack } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import type { Backups, StoredBackup } from '../api/schema.ts'
import { countOf } from '../contacts/names.ts'
import { formatBytes } from '../media/file-plan.ts'
import { CodeLine } from '../parts/dialogs/Secret.tsx'
import { StateBadge } from '../parts/StateBadge.tsx'
import { Empty } from '../parts/states.tsx'
import { type Column, RecordTable } from '../parts/tables/RecordTable.tsx'
import { Time } from '../parts/time/Time.tsx'
import { Heading, Hint, Muted, Small, Wrapped } from '../parts/variants.ts'

const COLUMNS: ReadonlyArray<Column<StoredBackup>> = [
  { title: 'Made', render: (backup) => <Made of={backup} /> },
  { title: 'File', wideOnly: true, render: ({ file }) => <Wrapped>{file}</Wrapped> },
  { title: 'Contacts', wideOnly: true, align: 'right', render: ({ contacts }) => contacts?.toLocaleString() ?? '–' },
  { title: 'Posts', wideOnly: true, align: 'right', render: ({ posts }) => posts?.toLocaleString() ?? '–' },
  {
    title: 'Size',
    align: 'right',
    render: ({ bytes }) => <Small style={{ whiteSpace: 'nowrap' }}>{formatBytes(bytes)}</Small>,
  },
]

export function KeptBackups({ backups }: { backups: Backups }) {
  const { kept, kept_count: count, kept_bytes: bytes, rehearse_command: command, in_progress } = backups
  if (kept.length === 0) {
    if (in_progress) return null
    return (
      <Empty icon={IconDatabaseExport} title="No backup is here yet">
        Make the first one with “Back up now”. Doorpost goes on meanwhile.
      </Empty>
    )
  }
  return (
    <Stack gap="xs">
      <Heading order={3}>Kept backups</Heading>
      <Muted>
        {countOf(count, 'backup')}, {formatBytes(bytes)} together. Old ones are removed by themselves.
        {kept.length < count && ` The newest ${kept.length.toLocaleString()} are listed.`}
      </Muted>
      <RecordTable label="Kept backups" columns={COLUMNS} rows={kept} idOf={({ id }) => id} />
      {command && (
        <>
          <Muted>To test the newest one, run this where Doorpost runs:</Muted>
          <CodeLine value={command} />
        </>
      )}
    </Stack>
  )
}

function Made({ of: { started_at, asked_by, is_missing } }: { of: StoredBackup }) {
  return (
    <>
      <Time at={started_at} exact size="sm" />
      <Hint>{asked_by === null ? 'by schedule' : `for ${asked_by}`}</Hint>
      {is_missing && <StateBadge state="failed" label="File is gone" />}
    </>
  )
}
