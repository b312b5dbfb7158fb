import { Stack } from '@mantine/core'
import { api } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { Import } from '../../api/schema.ts'
import { type Column, RecordTable } from '../../parts/RecordTable.tsx'
import { Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { Heading, Muted } from '../../parts/variants.ts'
import { ImportState } from './ImportProgress.tsx'

const COLUMNS: ReadonlyArray<Column<Import>> = [
  { title: 'Started', render: ({ created_at }) => <Time at={created_at} size="sm" /> },
  { title: 'State', render: ({ state }) => <ImportState state={state} /> },
  { title: 'Rows', render: ({ rows }) => rows.toLocaleString(), align: 'right', wideOnly: true },
  { title: 'Created', render: ({ created }) => created.toLocaleString(), align: 'right' },
  { title: 'Left out', render: ({ skipped }) => skipped.toLocaleString(), align: 'right', wideOnly: true },
  { title: 'Failed', render: ({ failed }) => failed.toLocaleString(), align: 'right' },
]

export function PastImports({ onOpen }: { onOpen: (id: string) => void }) {
  const imports = useList(['imports', 'list'], { limit: 10 }, (query, signal) =>
    api.GET('/v1/contacts/imports', { params: { query }, signal }),
  )
  return (
    <Stack gap="xs">
      <Heading>Imports of the last 30 days</Heading>
      <Read of={imports} rows={3}>
        {() =>
          imports.rows.length === 0 ? (
            <Muted>None yet. An import stays listed here for 30 days, with the rows that made no contact.</Muted>
          ) : (
            <RecordTable
              label="Imports"
              columns={COLUMNS}
              rows={imports.rows}
              idOf={({ id }) => id}
              onOpen={({ id }) => onOpen(id)}
              total={imports.total}
              more={imports.more}
            />
          )
        }
      </Read>
    </Stack>
  )
}
