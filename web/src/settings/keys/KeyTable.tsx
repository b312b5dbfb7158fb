import { Code, Stack, Text } from '@mantine/core'
import type { ApiKey } from '../../api/schema.ts'
import { RecordName } from '../../parts/more-variants.ts'
import { type Column, RecordTable } from '../../parts/RecordTable.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Time } from '../../parts/Time.tsx'
import { Hint, SecondaryButton } from '../../parts/variants.ts'
import { scopesInWords } from './scopes.ts'

interface KeyTableProps {
  keys: ApiKey[]
  total: number
  more: { has: boolean; isLoading: boolean; load: () => void }
  onRevoke: (key: ApiKey) => void
}

export function KeyTable({ keys, total, more, onRevoke }: KeyTableProps) {
  const columns: Column<ApiKey>[] = [
    { title: 'Name', render: (key) => <Name of={key} /> },
    {
      title: 'May do',
      wideOnly: true,
      render: ({ scopes }) => <Text size="sm">{scopesInWords(scopes)}</Text>,
    },
    { title: 'Created', wideOnly: true, render: (key) => <Created of={key} /> },
    { title: 'Last used', wideOnly: true, render: ({ last_used_at: at }) => <Time at={at} none="Never" size="sm" /> },
    { title: 'Expires', wideOnly: true, render: ({ expires_at: at }) => <Time at={at} none="Never" size="sm" /> },
    { title: 'State', render: ({ state }) => <StateBadge state={state} /> },
    { title: 'Actions', align: 'right', render: (key) => <Revoke of={key} onRevoke={onRevoke} /> },
  ]
  return <RecordTable label="API keys" columns={columns} rows={keys} idOf={({ id }) => id} total={total} more={more} />
}

function Name({ of: { name, hint, scopes, last_used_at: at } }: { of: ApiKey }) {
  return (
    <Stack gap={2} align="flex-start">
      <RecordName>{name}</RecordName>
      <Code style={{ whiteSpace: 'nowrap' }}>{hint}</Code>
      <Stack gap={2} hiddenFrom="sm">
        <Hint>{scopesInWords(scopes)}</Hint>
        <Hint component="div">
          {at === null ? 'Never used' : 'Used '}
          {at !== null && <Time at={at} inherit />}
        </Hint>
      </Stack>
    </Stack>
  )
}

function Created({ of: { created_at: at, created_by: by } }: { of: ApiKey }) {
  return (
    <>
      <Time at={at} size="sm" />
      <Hint>{by === null ? 'on the command line' : `by ${by}`}</Hint>
    </>
  )
}

function Revoke({ of, onRevoke }: { of: ApiKey; onRevoke: (key: ApiKey) => void }) {
  if (of.state === 'revoked') return null
  return (
    <SecondaryButton size="xs" aria-label={`Revoke ${of.name}`} onClick={() => onRevoke(of)}>
      Revoke
    </SecondaryButton>
  )
}
