import { Box, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Endpoint } from '../../api/schema.ts'
import { type Column, RecordTable } from '../../parts/RecordTable.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Empty, Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { Hint } from '../../parts/variants.ts'
import { ALL_TYPES, labelOf } from '../catalogue.ts'
import { useEndpoints } from '../endpoints.ts'
import { shortHealth, stateOf } from './health.ts'
import { NewEndpoint } from './NewEndpoint.tsx'

const COLUMNS: ReadonlyArray<Column<Endpoint>> = [
  { title: 'Endpoint', render: (endpoint) => <Name endpoint={endpoint} /> },
  {
    title: 'State',
    render: (endpoint) => (
      <>
        <StateBadge state={stateOf(endpoint)} />
        <Hint mt={4} maw={280}>
          {shortHealth(endpoint)}
        </Hint>
      </>
    ),
  },
  { title: 'Gets', wideOnly: true, render: (endpoint) => <Types types={endpoint.events} /> },
  {
    title: 'Last success',
    wideOnly: true,
    render: (endpoint) => <Time at={endpoint.last_success_at} none="None yet" size="sm" />,
  },
]

export function EndpointList() {
  const endpoints = useEndpoints()
  const navigate = useNavigate()
  return (
    <Read of={endpoints}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty icon={IconSend} title="No endpoints yet" action={<NewEndpoint />}>
            An endpoint is an address of one of your programs, such as a CRM or a chat. Doorpost sends it a signed
            message whenever something happens that it wants to know. Programs without an address can read the feed
            instead.
          </Empty>
        ) : (
          <RecordTable
            label="Endpoints"
            columns={COLUMNS}
            rows={rows}
            idOf={(endpoint) => endpoint.id}
            onOpen={({ id }) => void navigate({ to: '/events/endpoints/$id', params: { id } })}
          />
        )
      }
    </Read>
  )
}

function Name({ endpoint: { description, url } }: { endpoint: Endpoint }) {
  return (
    <Box maw={380}>
      {description && <Text fw={600}>{description}</Text>}
      <Text
        size={description ? 'sm' : 'md'}
        {...(description ? { c: 'dimmed' } : { fw: 600 })}
        lineClamp={2}
        style={{ overflowWrap: 'anywhere' }}
      >
        {url}
      </Text>
    </Box>
  )
}

/** Two by name, the rest as a number: the whole list is on the endpoint's page. */
function Types({ types }: { types: Endpoint['events'] }) {
  if (types === null) return <Text size="sm">Everything</Text>
  if (types.length === ALL_TYPES.length) return <Text size="sm">All {types.length} types of today</Text>
  const rest = types.length - 2
  return (
    <Text size="sm">
      {types.slice(0, 2).map(labelOf).join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </Text>
  )
}
