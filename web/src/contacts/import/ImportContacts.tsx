import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { messageOf, useList, useMay } from '../../api/client.ts'
import type { Import } from '../../api/schema.ts'
import { ErrorAlert, typed } from '../../parts/forms.tsx'
import { Help } from '../../parts/Help.tsx'
import { IconLock, IconUpload, icon } from '../../parts/icons.tsx'
import { Page } from '../../parts/Page.tsx'
import { type Column, RecordList } from '../../parts/tables.tsx'
import { Heading, Muted, Time } from '../../parts/text.tsx'
import { SecondaryButton } from '../../parts/ui.tsx'
import classes from './ChooseFile.module.css'
import { type ChosenFile, LIST_FILES, readChosen } from './file.ts'
import { ImportProgress, ImportState } from './ImportProgress.tsx'
import { Preview } from './Preview.tsx'

const IconClipboard = icon`M9 5h-2a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-12a2 2 0 0 0 -2 -2h-2M9 5a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2`
const IconFileSpreadsheet = icon`M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2M8 11h8v7h-8l0 -7M8 15h8M11 11v7`

/** A running import has its own URL: `?import=`. */
export function ImportContacts() {
  const { import: id } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const may = useMay()
  const { t } = useLingui()
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [started, setStarted] = useState<{ id: string; file: ChosenFile } | null>(null)
  const goTo = (importId: string | null) =>
    void navigate({ to: '/contacts/import', search: importId === null ? {} : { import: importId } })

  if (id) {
    return (
      <Page title={t`Import`} back={{ to: '/contacts/import', label: t`All imports` }}>
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
      title={t`Import contacts`}
      back="contacts"
      help={
        <Help about={t`Import contacts`} page="import">
          <Trans>
            From a spreadsheet or a CSV file, such as the list of an event or an export of another tool. You see what
            would happen before anything is stored.
          </Trans>
        </Help>
      }
    >
      {!may.write && (
        <Alert color="gray" icon={<IconLock />}>
          <Trans>You can look at imports. To start one, ask an owner of the team for the role of an editor.</Trans>
        </Alert>
      )}
      {may.write && file && <Preview key={file.id} file={file} onBack={() => setFile(null)} onStarted={start} />}
      {may.write && !file && <ChooseFile onChoose={setFile} />}
      {!file && <PastImports onOpen={goTo} />}
    </Page>
  )
}

function PastImports({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useLingui()
  const imports = useList(['imports', 'list'], '/v1/contacts/imports', { query: { limit: 10 } })
  const columns: ReadonlyArray<Column<Import>> = [
    { title: t`Started`, render: ({ created_at }) => <Time at={created_at} size="sm" /> },
    { title: t`State`, render: ({ state }) => <ImportState state={state} /> },
    { title: t`Rows`, count: ({ rows }) => rows, wideOnly: true },
    { title: t`New contacts`, count: ({ created }) => created },
    {
      title: t({ message: 'Added to', comment: 'Rows that were added to contacts' }),
      count: ({ merged }) => merged,
      wideOnly: true,
    },
    { title: t`Left out`, count: ({ skipped }) => skipped, wideOnly: true },
    { title: t`Failed`, count: ({ failed }) => failed },
  ]
  return (
    <Stack gap="xs">
      <Heading>
        <Trans>Imports of the last 30 days</Trans>
      </Heading>
      <RecordList
        label={t`Imports`}
        columns={columns}
        of={imports}
        waiting={3}
        onOpen={({ id }) => onOpen(id)}
        empty={
          <Muted>
            <Trans>None yet. An import stays listed here for 30 days, with the rows that made no contact.</Trans>
          </Muted>
        }
      />
    </Stack>
  )
}

function ChooseFile({ onChoose }: { onChoose: (file: ChosenFile) => void }) {
  const { t } = useLingui()
  const [isOver, setOver] = useState(false)
  const [isPasting, pasting] = useDisclosure()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (file: File | null | undefined) => {
    if (!file) return
    setProblem(null)
    try {
      onChoose(await readChosen(file))
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const { files } = event.dataTransfer
    if (files.length > 1) return setProblem(t`Drop one file at a time.`)
    const dropped = event.dataTransfer.getData('text/plain')
    if (files.length === 0 && dropped === '')
      return setProblem(t`That is not a file. Drop a spreadsheet or a CSV file.`)
    void choose(files[0] ?? toFile(dropped, t`Pasted rows`))
  }
  useWindowEvent('dragover', stayHere)
  useWindowEvent('drop', stayHere)
  return (
    <Stack>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button does the same */}
      <div
        className={`${classes.drop} ${isOver ? classes.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Stack align="center" gap="sm" px="md" py={36}>
          <IconFileSpreadsheet size={40} stroke={1.4} />
          <Text fw={600}>
            <Trans>Drop a spreadsheet or a CSV file here</Trans>
          </Text>
          <Group gap="xs" justify="center">
            <FileButton accept={LIST_FILES} onChange={(file) => void choose(file)}>
              {(props) => (
                <Button {...props} leftSection={<IconUpload size={16} />}>
                  <Trans>Choose a file</Trans>
                </Button>
              )}
            </FileButton>
            <SecondaryButton
              leftSection={<IconClipboard size={16} />}
              aria-expanded={isPasting}
              onClick={pasting.toggle}
            >
              <Trans>Paste rows</Trans>
            </SecondaryButton>
          </Group>
          <Muted maw={520}>
            <Trans>
              Excel (.xlsx), OpenDocument (.ods) or CSV, up to 10 MB and 200,000 rows. The first row names the columns,
              in any language. Nothing is stored before you have seen what would happen.
            </Trans>
          </Muted>
        </Stack>
      </div>
      {isPasting && (
        <Stack gap="xs" align="flex-end">
          <Textarea
            label={t`Rows, as copied from a spreadsheet or a CSV file`}
            description={t`With the names of the columns as the first line.`}
            placeholder={t`First name, Last name, E-mail\nAna, Silva, ana@example.com`}
            minRows={5}
            maxRows={14}
            w="100%"
            {...typed(text, setText)}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            ref={focus}
          />
          <Button disabled={text.trim() === ''} onClick={() => void choose(toFile(text, t`Pasted rows`))}>
            <Trans>Look at these rows</Trans>
          </Button>
        </Stack>
      )}
      {problem !== null && <ErrorAlert>{problem}</ErrorAlert>}
    </Stack>
  )
}

/** Otherwise the browser opens a file that is dropped beside the field. */
function stayHere(event: Event): void {
  event.preventDefault()
}

function focus(field: HTMLTextAreaElement | null): void {
  field?.focus()
}

function toFile(rows: string, name: string): File {
  return new File([rows], name, { type: 'text/csv' })
}
