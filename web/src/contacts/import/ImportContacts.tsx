import { Alert, Stack } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import type { Import } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { Page } from '../../parts/page/Page.tsx'
import { type Column, RecordList } from '../../parts/tables/RecordTable.tsx'
import { Time } from '../../parts/time/Time.tsx'
import { Heading, Muted } from '../../parts/variants.ts'
import { ChooseFile } from './ChooseFile.tsx'
import type { ChosenFile } from './file.ts'
import { ImportProgress, ImportState } from './ImportProgress.tsx'
import { Preview } from './Preview.tsx'

/** Choose, look, import. An import that runs has an address of its own: `?import=`. */
export function ImportContacts() {
  const { import: id } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const may = useMay()
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [started, setStarted] = useState<{ id: string; file: ChosenFile } | null>(null)
  const goTo = (importId: string | null) =>
    void navigate({ to: '/contacts/import', search: importId === null ? {} : { import: importId } })

  if (id) {
    return (
      <Page title="Import" back={{ to: '/contacts/import', label: 'All imports' }}>
        <ImportProgress key={id} id={id} file={started?.id === id ? started.file : null} onBack={() => goTo(null)} />
      </Page>
    )
  }
  const start = (made: Import) => {
    if (file) setStarted({ id: made.id, file })
    setFile(null)
    goTo(made.id)
  }
  return (
    <Page
      title="Import contacts"
      back="contacts"
      lead="From a CSV file, such as the list of an event or an export of another tool."
    >
      {!may.write && (
        <Alert color="gray" icon={<IconLock aria-hidden />}>
          You can look at imports. To start one, ask an owner of the team for the role of an editor.
        </Alert>
      )}
      {may.write && file && <Preview key={file.id} file={file} onBack={() => setFile(null)} onStarted={start} />}
      {may.write && !file && <ChooseFile onChoose={setFile} />}
      {!file && <PastImports onOpen={goTo} />}
    </Page>
  )
}

const COLUMNS: ReadonlyArray<Column<Import>> = [
  { title: 'Started', render: ({ created_at }) => <Time at={created_at} size="sm" /> },
  { title: 'State', render: ({ state }) => <ImportState state={state} /> },
  { title: 'Rows', count: ({ rows }) => rows, wideOnly: true },
  { title: 'Created', count: ({ created }) => created },
  { title: 'Left out', count: ({ skipped }) => skipped, wideOnly: true },
  { title: 'Failed', count: ({ failed }) => failed },
]

function PastImports({ onOpen }: { onOpen: (id: string) => void }) {
  const imports = useList(['imports', 'list'], '/v1/contacts/imports', { query: { limit: 10 } })
  return (
    <Stack gap="xs">
      <Heading>Imports of the last 30 days</Heading>
      <RecordList
        label="Imports"
        columns={COLUMNS}
        of={imports}
        waiting={3}
        onOpen={({ id }) => onOpen(id)}
        empty={<Muted>None yet. An import stays listed here for 30 days, with the rows that made no contact.</Muted>}
      />
    </Stack>
  )
}
