import { Alert, Button, Card, Group, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileOff, IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, dataOf, isProblem } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import type { Import } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Empty, Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { Muted, SecondaryButton } from '../../parts/variants.ts'
import { countOf } from '../names.ts'
import { FailedRows } from './FailedRows.tsx'
import type { ChosenFile } from './file.ts'
import { Counts } from './PreviewTables.tsx'

interface ImportProgressProps {
  id: string
  /** Null when this page does not have it in memory. */
  file: ChosenFile | null
  onBack: () => void
}

const hasEnded = ({ finished_at }: Import) => finished_at !== null

export function ImportState({ state }: Pick<Import, 'state'>) {
  return <StateBadge state={state === 'waiting' ? 'pending' : state} />
}

export function ImportProgress({ id, file, onBack }: ImportProgressProps) {
  const queries = useQueryClient()
  const read = useRead(
    ['imports', 'one', id],
    ({ signal }) => api.GET('/v1/contacts/imports/{id}', { params: { path: { id } }, signal }),
    { refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : state.error ? 5_000 : 1_000) },
  )
  const isOver = read.data !== undefined && hasEnded(read.data)
  useEffect(() => {
    if (!isOver) return
    void queries.invalidateQueries({ queryKey: ['imports', 'list'] })
    void queries.invalidateQueries({ queryKey: ['contacts'] })
  }, [isOver, queries])
  if (isProblem(read.error, 'not_found')) {
    return (
      <Empty
        icon={IconFileOff}
        title="This import is not here"
        action={<Button onClick={onBack}>Import a file</Button>}
      >
        It ended more than 30 days ago, or a letter of the link is missing.
      </Empty>
    )
  }
  return <Read of={read}>{(shown) => <Shown shown={shown} file={file} onBack={onBack} />}</Read>
}

function Shown({ shown, file, onBack }: { shown: Import; file: ChosenFile | null; onBack: () => void }) {
  const { rows, created, skipped, failed, state } = shown
  const may = useMay()
  const queries = useQueryClient()
  const [isAsking, asking] = useDisclosure()
  const isOver = hasEnded(shown)
  const handled = created + skipped + failed
  const percent = rows === 0 ? 100 : Math.floor((handled / rows) * 100)
  const cancel = async () => {
    const cancelled = await dataOf(api.POST('/v1/contacts/imports/{id}/cancel', { params: { path: { id: shown.id } } }))
    queries.setQueryData(['imports', 'one', shown.id], cancelled)
  }
  return (
    <Stack gap="lg">
      <Card withBorder padding="lg">
        <Stack gap="sm">
          <Group justify="space-between">
            <Group gap="sm">
              <ImportState state={state} />
              <Text size="sm" role="status">
                {handled.toLocaleString()} of {countOf(rows, 'row')}
                {!isOver && ` (${percent} %)`}
              </Text>
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
              {may.write && (
                <SecondaryButton size="xs" onClick={asking.open}>
                  Cancel the import
                </SecondaryButton>
              )}
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
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
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
      <Confirm
        opened={isAsking}
        onClose={asking.close}
        title="Cancel this import?"
        label="Cancel the import"
        onConfirm={cancel}
      >
        It ends behind the rows that are being stored at this moment. Contacts that it has made stay.
      </Confirm>
    </Stack>
  )
}
