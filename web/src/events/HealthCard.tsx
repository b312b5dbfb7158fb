import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '../api/client.ts'
import type { Endpoint } from '../api/schema.ts'
import { useAction } from '../parts/forms.tsx'
import { Time } from '../parts/Time.tsx'
import { Muted, Tag } from '../parts/ui.tsx'
import { formatSince } from '../parts/wall-clock.ts'
import { labelOf } from './catalogue.ts'
import { Recover } from './dialogs.tsx'
import { usePatchEndpoint } from './endpoints.ts'
import { healthOf, stateOf } from './health.ts'

export function HealthCard({ endpoint }: { endpoint: Endpoint }) {
  const { title, text } = healthOf(endpoint)
  const may = useMay()
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Text component="h2" fw={600} size="lg">
              {title}
            </Text>
            <Text c="dimmed" maw={680}>
              {text}
            </Text>
          </div>
          {may.write && <NextStep endpoint={endpoint} />}
        </Group>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
          <Fact name="Last success" value={<Time at={endpoint.last_success_at} none="None yet" />} />
          <Fact name="Last failure" value={<Time at={endpoint.last_failure_at} none="None" />} />
          <Fact
            name="Waiting to be sent"
            value={<Text>{endpoint.waiting >= 1_000 ? '1,000 or more' : endpoint.waiting}</Text>}
          />
          <Fact name="Created" value={<Time at={endpoint.created_at} />} />
        </SimpleGrid>
        <Fact name="What it is told" value={<WhatItIsTold endpoint={endpoint} />} />
        {endpoint.previous_secret_until && (
          <Muted>
            The secret from before the last change still signs along. Its time is over{' '}
            {formatSince(endpoint.previous_secret_until)}.
          </Muted>
        )}
      </Stack>
    </Paper>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <Muted>{name}</Muted>
      {value}
    </div>
  )
}

function WhatItIsTold({ endpoint: { events, scopes } }: { endpoint: Endpoint }) {
  if (events === null) {
    return (
      <Text>
        {scopes === null
          ? 'Everything, also what later versions add'
          : `Everything that the API key it was made with may see: ${scopes.join(', ')}`}
      </Text>
    )
  }
  return (
    <Group gap={6}>
      {events.map((type) => (
        <Tag key={type} fw={500} title={type}>
          {labelOf(type)}
        </Tag>
      ))}
    </Group>
  )
}

const STEPS = {
  disabled: { label: 'Turn it on again', done: 'It is on again. Send what it missed when it works.' },
  paused: { label: 'Resume', done: 'Resumed: what waited is on its way.' },
  failing: { label: 'Try now', done: 'What waits is tried now.' },
}

function NextStep({ endpoint }: { endpoint: Endpoint }) {
  const patch = usePatchEndpoint(endpoint)
  const activate = useAction((done: string) => patch({ status: 'active' }, done))
  const state = stateOf(endpoint)
  if (state === 'active') return endpoint.last_failure_at === null ? null : <Recover endpoint={endpoint} />
  const { label, done } = STEPS[state]
  return (
    <Button
      loading={activate.isPending}
      variant={state === 'failing' ? 'default' : 'filled'}
      onClick={() => activate.mutate(done)}
    >
      {label}
    </Button>
  )
}
