import { useLingui } from '@lingui/react/macro'
import {
  Alert,
  Button,
  type ButtonProps,
  Card,
  FileButton,
  Group,
  Progress,
  SegmentedControl,
  Stack,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf, isProblem, useList, useMay, useRead } from '../../api/client.ts'
import type { Import, ImportRow } from '../../api/schema.ts'
import { useConfirm } from '../../parts/dialogs.tsx'
import { download } from '../../parts/download.ts'
import { choices, useAction } from '../../parts/forms.tsx'
import { IconDownload, IconFileOff, IconInfoCircle, icon } from '../../parts/icons.tsx'
import { Heading, Muted, Small, Time } from '../../parts/text.tsx'
import { ButtonLink, Empty, Read, SecondaryButton, SmallButton, StateBadge } from '../../parts/ui.tsx'
import { countOf } from '../names.ts'
import {
  type ChosenFile,
  CSV_FILES,
  isFileOf,
  pickRows,
  readAllRows,
  readChosen,
  readText,
  toCsvFile,
  writeReasons,
} from './file.ts'
import { Counts, RowReasons } from './PreviewTables.tsx'

const IconListDetails = icon`M13 5h8M13 9h5M13 15h8M13 19h5M3 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4M3 15a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4`

interface Props {
  /** Null if this page does not have it in memory. */
  file: ChosenFile | null
  onBack: () => void
}

const hasEnded = ({ finished_at }: Import) => finished_at !== null

export function ImportState({ state }: Pick<Import, 'state'>) {
  return <StateBadge state={state === 'waiting' ? 'pending' : state} />
}

export function ImportProgress({ id, ...rest }: Props & { id: string }) {
  const queries = useQueryClient()
  const read = useRead(['imports', 'one', id], '/v1/contacts/imports/{id}', {
    path: { id },
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : state.error ? 5_000 : 1_000),
  })
  const isOver = read.data !== undefined && hasEnded(read.data)
  useEffect(() => {
    if (!isOver) return
    for (const queryKey of [['imports', 'list'], ['contacts']]) void queries.invalidateQueries({ queryKey })
  }, [isOver, queries])
  if (isProblem(read.error, 'not_found')) {
    return (
      <Empty
        icon={IconFileOff}
        title="This import is not here"
        action={<Button onClick={rest.onBack}>Import a file</Button>}
      >
        It ended more than 30 days ago, or a letter of the link is missing.
      </Empty>
    )
  }
  return <Read of={read}>{(shown) => <Shown shown={shown} {...rest} />}</Read>
}

function Shown({ shown, file, onBack }: Props & { shown: Import }) {
  const { rows, created, skipped, failed, state } = shown
  const may = useMay()
  const queries = useQueryClient()
  const [dialog, ask] = useConfirm()
  const isOver = hasEnded(shown)
  const handled = created + skipped + failed
  const percent = rows === 0 ? 100 : Math.floor((handled / rows) * 100)
  const cancel = async () => {
    const cancelled = await dataOf(api.POST('/v1/contacts/imports/{id}/cancel', { params: { path: { id: shown.id } } }))
    queries.setQueryData(['imports', 'one', shown.id], cancelled)
  }
  const askCancel = () =>
    ask({
      title: 'Cancel this import?',
      label: 'Cancel the import',
      children: 'It ends behind the rows that are being stored at this moment. Contacts that it has made stay.',
      onConfirm: cancel,
    })
  return (
    <Stack gap="lg">
      <Card withBorder padding="lg">
        <Stack gap="sm">
          <Group justify="space-between">
            <Group gap="sm">
              <ImportState state={state} />
              <Small role="status">
                {handled.toLocaleString()} of {countOf(rows, 'row')}
                {!isOver && ` (${percent} %)`}
              </Small>
            </Group>
            <Group gap={6} c="dimmed" fz="sm">
              {isOver ? 'Ended' : 'Started'}
              <Time at={shown.finished_at ?? shown.created_at} size="sm" />
            </Group>
          </Group>
          <Progress
            value={percent}
            size="lg"
            animated={!isOver}
            color={state === 'cancelled' ? 'gray' : 'teal'}
            aria-label="Rows that are done"
          />
          {!isOver && (
            <Group justify="space-between">
              <Muted>You can leave this page: the import goes on, and is listed here.</Muted>
              {may.write && <SmallButton onClick={askCancel}>Cancel the import</SmallButton>}
            </Group>
          )}
        </Stack>
      </Card>
      <Counts
        counts={[
          ['Contacts created', created],
          ['Rows left out', skipped],
          ['Rows failed', failed],
          ...(state === 'cancelled' ? [['Rows not looked at', rows - handled] as const] : []),
        ]}
      />
      {state === 'cancelled' && (
        <Alert color="gray" icon={<IconInfoCircle />}>
          The import was cancelled. The {countOf(created, 'contact')} it had made stay; the other rows were not stored.
        </Alert>
      )}
      {isOver && failed + skipped > 0 && <FailedRows shown={shown} file={file} />}
      {isOver && (
        <Group>
          <ButtonLink to="/contacts">Go to the contacts</ButtonLink>
          {may.write && <SecondaryButton onClick={onBack}>Import another file</SecondaryButton>}
        </Group>
      )}
      {dialog}
    </Stack>
  )
}

type Outcome = ImportRow['outcome']

function FailedRows({ shown, file }: { shown: Import; file: ChosenFile | null }) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<Outcome>(shown.failed > 0 ? 'failed' : 'skipped')
  const params = { path: { id: shown.id }, query: { outcome } }
  const rows = useList(['imports', 'rows', shown.id], '/v1/contacts/imports/{id}/rows', params)

  const saveReasons = useAction(async () => {
    const reasons = writeReasons(await readAllRows(shown.id, outcome))
    download(`import-${outcome}-reasons.csv`, toCsvFile(reasons))
  })
  const saveRows = useAction(async (from: ChosenFile | File) => {
    const text = await readText(from instanceof File ? await readChosen(from) : from, shown.encoding)
    if (text === null || !isFileOf(text, shown)) {
      throw new Error('This is not the file of this import: its columns or rows are different. Choose the same file.')
    }
    const lines = new Set((await readAllRows(shown.id, outcome)).map(({ line }) => line))
    download(`import-${outcome}-rows.csv`, toCsvFile(pickRows(text, shown.separator, lines)))
  })
  const saveButton: ButtonProps = {
    size: 'xs',
    leftSection: <IconDownload size={14} />,
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
          data={choices({
            failed: `Failed (${shown.failed.toLocaleString()})`,
            skipped: `Left out (${shown.skipped.toLocaleString()})`,
          })}
        />
        <Group gap="xs">
          {shown.format !== 'csv' ? null : file ? (
            <Button {...saveButton} onClick={() => saveRows.mutate(file)}>
              Download these rows
            </Button>
          ) : (
            <FileButton accept={CSV_FILES} onChange={(chosen) => chosen && saveRows.mutate(chosen)}>
              {(props) => (
                <Button {...props} {...saveButton}>
                  Choose the file to get these rows
                </Button>
              )}
            </FileButton>
          )}
          <SmallButton
            leftSection={<IconListDetails size={14} />}
            loading={saveReasons.isPending}
            disabled={rows.total === 0}
            onClick={() => saveReasons.mutate()}
          >
            Download the reasons
          </SmallButton>
        </Group>
      </Group>
      <Muted>
        {shown.format !== 'csv'
          ? t`The lines are the row numbers of your spreadsheet. Correct these rows there, and import them again.`
          : file
            ? 'Download these rows, mend them and import that file.'
            : 'Doorpost does not keep the values of these rows. Choose the file of this import again, and you get these rows of it to mend and import.'}
      </Muted>
      <Read of={rows} rows={4}>
        {() =>
          rows.total === 0 ? (
            <Small>No row {outcome === 'failed' ? 'failed' : 'was left out'}.</Small>
          ) : (
            <RowReasons isSameResult rows={rows.rows} total={rows.total} more={rows.more} />
          )
        }
      </Read>
    </Stack>
  )
}
