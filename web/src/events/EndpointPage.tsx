import { Text } from '@mantine/core'
import { IconSendOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { api, isProblem } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import { Page } from '../parts/Page.tsx'
import { StateBadge } from '../parts/StateBadge.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { Deliveries } from './deliveries/Deliveries.tsx'
import { EndpointActions } from './endpoint/EndpointActions.tsx'
import { HealthCard } from './endpoint/HealthCard.tsx'
import { stateOf } from './endpoint/health.ts'
import { LOOK_EVERY_MS, nameOf } from './endpoints.ts'

const BACK = { to: '/events', label: 'Events' }

export function EndpointPage() {
  const { id } = useParams({ from: '/inside/events/endpoints/$id' })
  const endpoint = useRead(
    ['endpoints', id],
    ({ signal }) => api.GET('/v1/events/endpoints/{id}', { params: { path: { id } }, signal }),
    { refetchInterval: LOOK_EVERY_MS },
  )
  if (isProblem(endpoint.error, 'not_found')) {
    return (
      <Page title="Endpoint" back={BACK}>
        <Empty icon={IconSendOff} title="This endpoint is gone">
          Somebody deleted it, or the link is wrong. The list of endpoints has those that are there.
        </Empty>
      </Page>
    )
  }
  const { data } = endpoint
  return (
    <Page
      title={data ? nameOf(data) : 'Endpoint'}
      back={BACK}
      badge={data && <StateBadge state={stateOf(data)} />}
      actions={data && <EndpointActions endpoint={data} />}
      lead={data?.description && <span style={{ overflowWrap: 'anywhere' }}>{data.url}</span>}
    >
      <Read of={endpoint}>
        {(data) => (
          <>
            <HealthCard endpoint={data} />
            <section>
              <Text component="h2" fw={600} size="lg" mb="sm">
                Deliveries
              </Text>
              <Deliveries endpoint={data} />
            </section>
          </>
        )}
      </Read>
    </Page>
  )
}
