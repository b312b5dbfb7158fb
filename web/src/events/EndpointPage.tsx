import { Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../api/client.ts'
import { icon } from '../parts/icons.tsx'
import { Page, RecordPage } from '../parts/Page.tsx'
import { StateBadge } from '../parts/ui.tsx'
import { Deliveries } from './Deliveries.tsx'
import { EndpointActions } from './EndpointActions.tsx'
import { LOOK_EVERY_MS, nameOf } from './endpoints.ts'
import { HealthCard } from './HealthCard.tsx'
import { stateOf } from './health.ts'

const IconSendOff = icon`M10 14l2 -2m2 -2l7 -7M10.718 6.713l10.282 -3.713l-3.715 10.289m-1.063 2.941l-1.722 4.77a.55 .55 0 0 1 -1 0l-3.5 -7l-7 -3.5a.55 .55 0 0 1 0 -1l4.772 -1.723M3 3l18 18`

const MISSING = {
  icon: IconSendOff,
  title: 'This endpoint is gone',
  action: null,
  children: 'Somebody deleted it, or the link is wrong. The list of endpoints has those that are there.',
}

export function EndpointPage() {
  const { id } = useParams({ from: '/inside/events/endpoints/$id' })
  const path = { id }
  const endpoint = useRead(['endpoints', id], '/v1/events/endpoints/{id}', { path, refetchInterval: LOOK_EVERY_MS })
  return (
    <RecordPage of={endpoint} title="Endpoint" back="events" missing={MISSING}>
      {(endpoint) => (
        <Page
          title={nameOf(endpoint)}
          back="events"
          badge={<StateBadge state={stateOf(endpoint)} />}
          actions={<EndpointActions endpoint={endpoint} />}
          lead={endpoint.description && <span style={{ overflowWrap: 'anywhere' }}>{endpoint.url}</span>}
        >
          <HealthCard endpoint={endpoint} />
          <section>
            <Text component="h2" fw={600} size="lg" mb="sm">
              Deliveries
            </Text>
            <Deliveries endpoint={endpoint} />
          </section>
        </Page>
      )}
    </RecordPage>
  )
}
