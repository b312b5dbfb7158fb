import { Button, type ButtonProps, FileButton, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconDownload, IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { Import, ImportRow } from '../../api/schema.ts'
import { download } from '../../parts/download.ts'
import { Read } from '../../parts/states.tsx'
import { tell } from '../../parts/tell.ts'
import { Heading, Muted, SecondaryButton } from '../../parts/variants.ts'
import { type ChosenFile, isFileOf, pickRows, readAllRows, readChosen, toCsvFile, writeReasons } from './file.ts'
import { RowReasons } from './PreviewTables.tsx'

type Outcome = ImportRow['outcome']

/** The rows that made no contact, why, and a file of them to mend. */
export function FailedRows({ shown, file }: { shown: Import; file: ChosenFile | null }) {
  const [outcome, setOutcome] = useState<Outcome>(shown.failed > 0 ? 'failed' : 'skipped')
  const [busy, setBusy] = useState<'rows' | 'reasons' | null>(null)
  const rows = useList(['imports', 'rows', shown.id], { outcome }, (query, signal) =>
    api.GET('/v1/contacts/imports/{id}/rows', { params: { path: { id: shown.id }, query }, signal }),
  )

  const work = async (what: 'rows' | 'reasons', act: () => Promise<void>) => {
    setBusy(what)
    try {
      await act()
    } catch (error) {
      tell.problem(error)
    } finally {
      setBusy(null)
    }
  }
  const saveReasons = () =>
    work('reasons', async () =>
      download(`import-${outcome}-reasons.csv`, toCsvFile(writeReasons(await readAllRows(shown.id, outcome)))),
    )
  const saveRows = (from: ChosenFile) =>
    work('rows', async () => {
      const text = new TextDecoder().decode(await from.content.arrayBuffer())
      if (!isFileOf(text, shown)) {
        throw new Error('This is not the file of this import: its columns or rows are different. Choose the same file.')
      }
      const lines = new Set((await readAllRows(shown.id, outcome)).map(({ line }) => line))
      download(`import-${outcome}-rows.csv`, toCsvFile(pickRows(text, shown.separator, lines)))
    })
  const chooseAgain = (chosen: File | null) => {
    if (chosen !== null) void work('rows', async () => saveRows(await readChosen(chosen)))
  }

  const saveButton: ButtonProps = {
    size: 'xs',
    leftSection: <IconDownload size={14} aria-hidden />,
    loading: busy === 'rows',
    disabled: rows.total === 0,
  }
  return (
    <Stack gap="xs">
      <Heading>Rows that made no contact</Heading>
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label="Which rows"
          value={outcome}
          onChange={(value) => setOutcome(value as Outcome)}
          data={[
            { value: 'failed', label: `Failed (${shown.failed.toLocaleString()})` },
            { value: 'skipped', label: `Left out (${shown.skipped.toLocaleString()})` },
          ]}
        />
        <Group gap="xs">
          {file ? (
            <Button {...saveButton} onClick={() => void saveRows(file)}>
              Download these rows
            </Button>
          ) : (
            <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={chooseAgain}>
              {(props) => (
                <Button {...props} {...saveButton}>
                  Choose the file to get these rows
                </Button>
              )}
            </FileButton>
          )}
          <SecondaryButton
            size="xs"
            leftSection={<IconListDetails size={14} aria-hidden />}
            loading={busy === 'reasons'}
            disabled={rows.total === 0}
            onClick={() => void saveReasons()}
          >
            Download the reasons
          </SecondaryButton>
        </Group>
      </Group>
      <Muted>
        {file
          ? 'Download these rows, mend them and import that file.'
          : 'Doorpost does not keep the values of these rows. Choose the file of this import again, and you get these rows of it to mend and import.'}
      </Muted>
      <Read of={rows} rows={4}>
        {() =>
          rows.total === 0 ? (
            <Text size="sm">No row {outcome === 'failed' ? 'failed' : 'was left out'}.</Text>
          ) : (
            <RowReasons isSameResult rows={rows.rows} total={rows.total} more={rows.more} />
          )
        }
      </Read>
    </Stack>
  )
}
