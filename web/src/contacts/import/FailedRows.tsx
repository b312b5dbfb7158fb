import { Button, type ButtonProps, FileButton, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconDownload, IconListDetails } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
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
  const rows = useList(['imports', 'rows', shown.id], { outcome }, (query, signal) =>
    api.GET('/v1/contacts/imports/{id}/rows', { params: { path: { id: shown.id }, query }, signal }),
  )

  const saveReasons = useMutation({
    mutationFn: async () => {
      const reasons = writeReasons(await readAllRows(shown.id, outcome))
      download(`import-${outcome}-reasons.csv`, toCsvFile(reasons))
    },
    onError: tell.problem,
  })
  const saveRows = useMutation({
    mutationFn: async (from: ChosenFile | File) => {
      const { content } = from instanceof File ? await readChosen(from) : from
      const text = new TextDecoder().decode(await content.arrayBuffer())
      if (!isFileOf(text, shown)) {
        throw new Error('This is not the file of this import: its columns or rows are different. Choose the same file.')
      }
      const lines = new Set((await readAllRows(shown.id, outcome)).map(({ line }) => line))
      download(`import-${outcome}-rows.csv`, toCsvFile(pickRows(text, shown.separator, lines)))
    },
    onError: tell.problem,
  })
  const saveButton: ButtonProps = {
    size: 'xs',
    leftSection: <IconDownload size={14} aria-hidden />,
    loading: saveRows.isPending,
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
            <Button {...saveButton} onClick={() => saveRows.mutate(file)}>
              Download these rows
            </Button>
          ) : (
            <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(chosen) => chosen && saveRows.mutate(chosen)}>
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
            loading={saveReasons.isPending}
            disabled={rows.total === 0}
            onClick={() => saveReasons.mutate()}
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
