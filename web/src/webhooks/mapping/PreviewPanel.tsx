import { Alert, Group, Loader, Paper, Stack, Table } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, api, dataOf, fieldErrors } from '../../api/client.ts'
import type { MappingPreviewRequest } from '../../api/schema.ts'
import { countOf, labelOfField } from '../../contacts/names.ts'
import { LinkButton, Muted, Problem, Small, StateBadge, Subheading } from '../../parts/ui.tsx'
import { Issues } from '../inbox/MappingResult.tsx'
import type { MappingJson } from './draft.ts'

const SHOWN_MAX = 3
const ROWS_MAX = 14

/** The contacts that would be made. Nothing is stored. */
export function PreviewPanel({ preview, problem }: { preview: Preview; problem: string | null }) {
  const { data, error, isWorking } = preview
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <Subheading>What it would become</Subheading>
        {isWorking && <Loader size="xs" role="status" aria-label="Trying the mapping" />}
      </Group>
      <div aria-live="polite">
        {problem !== null ? (
          <Small>{problem}</Small>
        ) : error ? (
          <Refused error={error} retry={() => void preview.refetch()} />
        ) : data ? (
          <Stack gap="sm">
            <Outcome outcome={data.outcome} count={data.contacts.length} />
            {data.contacts.slice(0, SHOWN_MAX).map((contact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids yet
              <ContactCard key={index} contact={contact} />
            ))}
            {data.contacts.length > SHOWN_MAX && (
              <Small>and {(data.contacts.length - SHOWN_MAX).toLocaleString()} more</Small>
            )}
            <Issues issues={data.issues} />
          </Stack>
        ) : (
          <Muted>Choose a delivery to try the mapping on.</Muted>
        )}
      </div>
    </Paper>
  )
}

/** Errors of single fields are shown beside them; this shows the rest. */
function Refused({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ApiProblem) || error.code !== 'validation_error')
    return <Problem error={error} retry={retry} />
  return (
    <Alert color="orange" title="The mapping is not complete">
      <Issues issues={{ mapping: Object.values(fieldErrors(error)) }} />
    </Alert>
  )
}

function Outcome({ outcome, count }: { outcome: 'mapped' | 'skipped' | 'failed'; count: number }) {
  if (outcome === 'mapped') return <StateBadge state="done" label={countOf(count, 'contact')} />
  if (outcome === 'skipped') return <StateBadge state="draft" label="Skipped: no contact" />
  return <StateBadge state="failed" label="No contact" />
}

function ContactCard({ contact }: { contact: Record<string, unknown> }) {
  const [isWhole, setWhole] = useState(false)
  const { extra, ...own } = contact
  const all = [...Object.entries(own), ...Object.entries((extra as Record<string, unknown> | undefined) ?? {})]
  const rows = all.filter(([, value]) => value !== null)
  const shown = isWhole ? rows : rows.slice(0, ROWS_MAX)
  return (
    <div>
      <Table
        withTableBorder
        verticalSpacing={4}
        aria-label="Contact that would be made"
        layout="fixed"
        style={{ overflowWrap: 'anywhere' }}
      >
        <Table.Tbody>
          {shown.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w="38%" fw={500}>
                {labelOfField(name)}
              </Table.Th>
              <Table.Td>{String(value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > shown.length && (
        <LinkButton mt={4} onClick={() => setWhole(true)}>
          Show {(rows.length - shown.length).toLocaleString()} more fields
        </LinkButton>
      )}
    </div>
  )
}

const WAIT_MS = 400

/** Tries the mapping on the sample, a moment after the last keystroke. Without one of them it does nothing. */
export function usePreview(webhookId: string, sample: object | null, mapping: MappingJson | null) {
  const request = sample && mapping ? JSON.stringify({ ...sample, mapping }) : null
  const [settled] = useDebouncedValue(request, WAIT_MS)
  const preview = useQuery({
    // Not under webhooks: nothing that arrives changes the answer, and each may cost a call to Meta.
    queryKey: ['mapping-preview', webhookId, settled],
    queryFn: () => {
      const body: MappingPreviewRequest = JSON.parse(settled!)
      return dataOf(api.POST('/v1/webhooks/{id}/mapping/preview', { params: { path: { id: webhookId } }, body }))
    },
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return { ...preview, isWorking: request !== settled || preview.isFetching }
}

export type Preview = ReturnType<typeof usePreview>
