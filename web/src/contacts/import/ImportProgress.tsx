import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, FileButton, Group, Paper, Progress, SegmentedControl, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf, isProblem, useList, useMay, useRead } from '../../api/client.ts'
import type { Import, ImportRow } from '../../api/schema.ts'
import { useAction } from '../../parts/action.ts'
import { useConfirm } from '../../parts/dialogs.tsx'
import { download } from '../../parts/download.ts'
import { choices } from '../../parts/forms.tsx'
import { IconDownload, IconFileOff, IconInfoCircle } from '../../parts/icons.tsx'
import { formatNumber, formatShare } from '../../parts/locale.ts'
import { Heading, Muted, Small, Time } from '../../parts/text.tsx'
import { ButtonLink, Empty, Read, SecondaryButton, SmallButton, StateBadge } from '../../parts/ui.tsx'
import { type ChosenFile, LIST_FILES, readChosen, readRefused } from './file.ts'
import { Counts, RowReasons } from './PreviewTables.tsx'

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
  const { t } = useLingui()
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
        title={t`This import is not here`}
        action={
          <Button onClick={rest.onBack}>
            <Trans>Import a file</Trans>
          </Button>
        }
      >
        <Trans>It ended more than 30 days ago, or a letter of the link is missing.</Trans>
      </Empty>
    )
  }
  return <Read of={read}>{(shown) => <Shown shown={shown} {...rest} />}</Read>
}

function Shown({ shown, file, onBack }: Props & { shown: Import }) {
  const { t } = useLingui()
  const { rows, created, merged, skipped, failed, state } = shown
  const may = useMay()
  const isOver = hasEnded(shown)
  const handled = created + merged + skipped + failed
  const share = rows === 0 ? 1 : handled / rows
  const done = formatNumber(handled)
  const percent = formatShare(share)
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Stack gap="sm">
          <Group justify="space-between">
            <Group gap="sm">
              <ImportState state={state} />
              <Small role="status">
                <Plural value={rows} one={`${done} of # row`} other={`${done} of # rows`} />
                {!isOver && ` (${percent})`}
              </Small>
            </Group>
            <Group gap={6} c="dimmed" fz="sm">
              {isOver ? t`Ended` : t`Started`}
              <Time at={shown.finished_at ?? shown.created_at} size="sm" />
            </Group>
          </Group>
          <Progress
            value={Math.floor(share * 100)}
            size="lg"
            animated={!isOver}
            color={state === 'cancelled' ? 'gray' : 'teal'}
            aria-label={t`Rows that are done`}
          />
          {!isOver && (
            <Group justify="space-between">
              <Muted>
                <Trans>You can leave this page: the import goes on, and is listed here.</Trans>
              </Muted>
              {may.write && <Cancel id={shown.id} />}
            </Group>
          )}
        </Stack>
      </Paper>
      <Counts
        counts={[
          [t`New contacts`, created],
          ...(merged > 0 ? [[t`Added to people who were here`, merged] as const] : []),
          [t`Rows left out`, skipped],
          [t`Rows that failed`, failed],
          ...(state === 'cancelled' ? [[t`Rows not looked at`, rows - handled] as const] : []),
        ]}
      />
      {state === 'cancelled' && (
        <Alert color="gray" icon={<IconInfoCircle />}>
          <Trans>The import was cancelled. What it had stored stays; the other rows were not stored.</Trans>
        </Alert>
      )}
      {isOver && failed + skipped > 0 && <RefusedRows shown={shown} file={file} />}
      {isOver && (
        <Group>
          <ButtonLink to="/contacts">
            <Trans>Go to the contacts</Trans>
          </ButtonLink>
          {may.write && (
            <SecondaryButton onClick={onBack}>
              <Trans>Import another file</Trans>
            </SecondaryButton>
          )}
        </Group>
      )}
    </Stack>
  )
}

function Cancel({ id }: { id: string }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [dialog, ask] = useConfirm()
  const cancel = async () => {
    const cancelled = await dataOf(api.POST('/v1/contacts/imports/{id}/cancel', { params: { path: { id } } }))
    queries.setQueryData(['imports', 'one', id], cancelled)
  }
  const askCancel = () =>
    ask({
      title: t`Cancel this import?`,
      label: t`Cancel the import`,
      children: t`It ends after the rows that are being stored at this moment. Contacts that it has made stay.`,
      onConfirm: cancel,
    })
  return (
    <>
      <SmallButton onClick={askCancel}>
        <Trans>Cancel the import</Trans>
      </SmallButton>
      {dialog}
    </>
  )
}

type Outcome = ImportRow['outcome']

function RefusedRows({ shown, file }: { shown: Import; file: ChosenFile | null }) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<Outcome>(shown.failed > 0 ? 'failed' : 'skipped')
  const params = { path: { id: shown.id }, query: { outcome } }
  const rows = useList(['imports', 'rows', shown.id], '/v1/contacts/imports/{id}/rows', params)
  const save = useAction(async (from: ChosenFile | File) => {
    const chosen = from instanceof File ? await readChosen(from) : from
    const name = outcome === 'failed' ? t`Rows that failed` : t`Rows that were left out`
    download(`${name}.csv`, await readRefused(shown.id, outcome, chosen))
  })
  const button = {
    leftSection: <IconDownload size={14} />,
    loading: save.isPending,
    disabled: rows.total === 0,
  }
  const [failed, skipped] = [formatNumber(shown.failed), formatNumber(shown.skipped)]
  return (
    <Stack gap="xs">
      <Heading>
        <Trans>Rows that made no contact</Trans>
      </Heading>
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={t`Which rows`}
          value={outcome}
          onChange={(value) => setOutcome(value as Outcome)}
          data={choices({ failed: t`Failed (${failed})`, skipped: t`Left out (${skipped})` })}
        />
        {file ? (
          <SmallButton {...button} onClick={() => save.mutate(file)}>
            <Trans>Download these rows</Trans>
          </SmallButton>
        ) : (
          <FileButton accept={LIST_FILES} onChange={(chosen) => chosen && save.mutate(chosen)}>
            {(props) => (
              <SmallButton {...props} {...button}>
                <Trans>Choose the file to get these rows</Trans>
              </SmallButton>
            )}
          </FileButton>
        )}
      </Group>
      <Muted>
        {file ? (
          <Trans>Download these rows with the reasons, correct them, and import that file.</Trans>
        ) : (
          <Trans>
            The values of these rows are not kept. Choose the file of this import again, and you get these rows of it
            with the reasons, to correct and import.
          </Trans>
        )}
      </Muted>
      <Read of={rows} rows={4}>
        {() =>
          rows.total === 0 ? (
            <Small>{outcome === 'failed' ? t`No row failed.` : t`No row was left out.`}</Small>
          ) : (
            <RowReasons isSameResult rows={rows.rows} total={rows.total} more={rows.more} />
          )
        }
      </Read>
    </Stack>
  )
}
