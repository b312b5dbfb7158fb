import { Alert, Anchor, Group, Loader, Paper, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiProblem, fieldErrors } from '../../api/client.ts'
import { countOf, labelOfField } from '../../contacts/names.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Problem } from '../../parts/states.tsx'
import { Muted, Subheading } from '../../parts/variants.ts'
import { Issues } from '../inbox/MappingResult.tsx'
import type { Preview } from './usePreview.ts'

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
          <Text size="sm">{problem}</Text>
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
              <Text size="sm">and {(data.contacts.length - SHOWN_MAX).toLocaleString()} more</Text>
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
        <Anchor component="button" type="button" size="sm" mt={4} onClick={() => setWhole(true)}>
          Show {(rows.length - shown.length).toLocaleString()} more fields
        </Anchor>
      )}
    </div>
  )
}
