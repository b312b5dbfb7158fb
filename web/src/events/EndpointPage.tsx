import { Button, Group, Modal, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useMay, useRead } from '../api/client.ts'
import type { Endpoint } from '../api/schema.ts'
import { Confirm } from '../parts/dialogs.tsx'
import { useAction, useRemoved } from '../parts/forms.tsx'
import {
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '../parts/icons.tsx'
import { ActionMenu, Page, PagePart, RecordPage } from '../parts/Page.tsx'
import { Facts } from '../parts/tables.tsx'
import { Tag, Time } from '../parts/text.tsx'
import { StateBadge, tell } from '../parts/ui.tsx'
import { formatSince } from '../parts/wall-clock.ts'
import { labelOf } from './catalogue.ts'
import { Deliveries } from './Deliveries.tsx'
import { type EndpointDialogProps, Recover, RecoverForm, RotateSecret, TestForm } from './dialogs.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import { LOOK_EVERY_MS, nameOf, usePatchEndpoint } from './endpoints.ts'
import { healthOf, stateOf } from './health.ts'

export function EndpointPage() {
  const { id } = useParams({ from: '/inside/events/endpoints/$id' })
  const path = { id }
  const endpoint = useRead(['endpoints', id], '/v1/events/endpoints/{id}', { path, refetchInterval: LOOK_EVERY_MS })
  return (
    <RecordPage of={endpoint} title="Endpoint" back="events" missing="There is no such endpoint">
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

const DIALOGS = {
  test: { title: 'Send a test', size: 'lg', Body: TestForm },
  recover: { title: 'Send what it missed', centered: true, Body: RecoverForm },
  rotate: { title: 'Get a new secret', size: 'lg', closeOnClickOutside: false, Body: RotateSecret },
  change: { title: 'Change the endpoint', size: 'lg', closeOnClickOutside: false, Body: ChangeForm },
}

function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const may = useMay()
  const change = usePatchEndpoint(endpoint)
  const removed = useRemoved(['endpoints', endpoint.id])
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | 'delete' | null>(null)
  const close = () => setDialog(null)
  if (!may.write) return null

  const isActive = endpoint.status === 'active'
  const pause = () => change({ status: 'paused' }, 'Paused: what happens now waits until you resume.')
  const resume = () => change({ status: 'active' }, 'It is on: what waited is on its way.')
  const remove = () => {
    const call = api.DELETE('/v1/events/endpoints/{id}', { params: { path: { id: endpoint.id } } })
    return removed(call, 'The endpoint is deleted.', { to: '/events' })
  }

  return (
    <>
      <Button leftSection={<IconSend size={16} />} onClick={() => setDialog('test')}>
        Send a test
      </Button>
      <ActionMenu
        width={230}
        actions={[
          ['Change', IconPencil, () => setDialog('change')],
          isActive && ['Pause', IconPlayerPause, () => void pause().catch(tell.problem)],
          !isActive && [
            endpoint.status === 'paused' ? 'Resume' : 'Turn on again',
            IconPlayerPlay,
            () => void resume().catch(tell.problem),
          ],
          ['Send what it missed', IconHistory, () => setDialog('recover')],
          // The secret of a chat is its address.
          endpoint.kind === 'webhook' && ['Get a new secret', IconKey, () => setDialog('rotate')],
          'divider',
          ['Delete', IconTrash, () => setDialog('delete')],
        ]}
      />
      {Object.entries(DIALOGS).map(([name, { Body, ...modal }]) => (
        <Modal key={name} opened={dialog === name} onClose={close} {...modal}>
          <Body endpoint={endpoint} onClose={close} />
        </Modal>
      ))}
      <Confirm
        opened={dialog === 'delete'}
        onClose={close}
        title={`Delete ${nameOf(endpoint)}?`}
        label="Delete the endpoint"
        onConfirm={remove}
      >
        Nothing more is sent to it, what waits is dropped, and the record of its deliveries goes with it. This cannot be
        undone. To stop for a while, pause it instead.
      </Confirm>
    </>
  )
}

function ChangeForm({ endpoint, onClose }: EndpointDialogProps) {
  const change = usePatchEndpoint(endpoint)
  const { kind, url, description, events } = endpoint
  const isChat = kind !== 'webhook'
  return (
    <EndpointForm
      initial={{ kind, url: isChat ? '' : url, description: description ?? '', events }}
      {...(isChat ? { storedUrl: url } : {})}
      label="Save"
      onCancel={onClose}
      onSubmit={async (values) => {
        await change(values, 'Saved.')
        onClose()
      }}
    />
  )
}

function HealthCard({ endpoint }: { endpoint: Endpoint }) {
  const { title, text } = healthOf(endpoint)
  const { events, scopes, waiting, previous_secret_until } = endpoint
  const may = useMay()
  const all =
    scopes === null
      ? 'Everything, also what later versions add'
      : `Everything that the API key it was made with may see: ${scopes.join(', ')}`
  const some = (
    <Group gap={6}>
      {events?.map((type) => (
        <Tag key={type} fw={500} title={type}>
          {labelOf(type)}
        </Tag>
      ))}
    </Group>
  )
  const lead = (
    <Text c="dimmed" maw={680}>
      {text}
    </Text>
  )
  return (
    <PagePart title={title} p="lg" lead={lead} actions={may.write && <NextStep endpoint={endpoint} />}>
      <Facts
        label="Health"
        nameWidth="30%"
        facts={[
          ['Last success', <Time key="success" at={endpoint.last_success_at} none="None yet" size="sm" />],
          ['Last failure', <Time key="failure" at={endpoint.last_failure_at} none="None" size="sm" />],
          ['Waiting to be sent', waiting >= 1_000 ? '1,000 or more' : String(waiting)],
          ['Created', <Time key="created" at={endpoint.created_at} size="sm" />],
          ['What it is told', events === null ? all : some],
          previous_secret_until !== null && [
            'Secret before the last change',
            `Still signs along. Its time is over ${formatSince(previous_secret_until)}.`,
          ],
        ]}
      />
    </PagePart>
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
