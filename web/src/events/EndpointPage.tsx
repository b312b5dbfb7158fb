import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useMay, useRead } from '../api/client.ts'
import type { Endpoint } from '../api/schema.ts'
import { useAction, useRemoved } from '../parts/action.ts'
import { Confirm } from '../parts/dialogs.tsx'
import { Help } from '../parts/Help.tsx'
import {
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '../parts/icons.tsx'
import { formatNumber, nameOfLanguage } from '../parts/locale.ts'
import { ActionMenu, Page, PagePart, RecordPage } from '../parts/Page.tsx'
import { spoken } from '../parts/spoken.ts'
import { Facts } from '../parts/tables.tsx'
import { Tag, Time } from '../parts/text.tsx'
import { StateBadge, tell } from '../parts/ui.tsx'
import { formatSince } from '../parts/wall-clock.ts'
import { labelOf } from './catalogue.ts'
import { Deliveries } from './Deliveries.tsx'
import { type EndpointDialogProps, Recover, RecoverForm, RotateSecret, TestForm } from './dialogs.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import { toLines } from './endpoint-values.ts'
import { LOOK_EVERY_MS, nameOf, usePatchEndpoint } from './endpoints.ts'
import { healthOf, stateOf } from './health.ts'
import { useEventFilters } from './use-event-filters.ts'

export function EndpointPage() {
  const { id } = useParams({ from: '/inside/events/endpoints/$id' })
  const path = { id }
  const endpoint = useRead(['endpoints', id], '/v1/events/endpoints/{id}', { path, refetchInterval: LOOK_EVERY_MS })
  return (
    <RecordPage of={endpoint} title={t`Endpoint`} back="events" missing={t`There is no such endpoint`}>
      {(endpoint) => (
        <Page
          title={nameOf(endpoint)}
          help={
            <Help about={t`Endpoint`} page="events#when-it-is-sent-again">
              <Trans>
                Everything that was sent to this address, and whether it was accepted. A failed delivery is retried for
                days.
              </Trans>
            </Help>
          }
          back="events"
          badge={<StateBadge state={stateOf(endpoint)} />}
          actions={<EndpointActions endpoint={endpoint} />}
          lead={endpoint.description && <span style={{ overflowWrap: 'anywhere' }}>{endpoint.url}</span>}
        >
          <HealthCard endpoint={endpoint} />
          <section>
            <Text component="h2" fw={600} size="lg" mb="sm">
              <Trans>Deliveries</Trans>
            </Text>
            <Deliveries endpoint={endpoint} />
          </section>
        </Page>
      )}
    </RecordPage>
  )
}

const DIALOGS = spoken({
  test: { title: msg`Send a test`, size: 'lg', Body: TestForm },
  recover: { title: msg`Send what it missed`, centered: true, Body: RecoverForm },
  rotate: { title: msg`Get a new secret`, size: 'lg', closeOnClickOutside: false, Body: RotateSecret },
  change: { title: msg`Change the endpoint`, size: 'lg', closeOnClickOutside: false, Body: ChangeForm },
})

function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const may = useMay()
  const change = usePatchEndpoint(endpoint)
  const removed = useRemoved(['endpoints', endpoint.id])
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | 'delete' | null>(null)
  const close = () => setDialog(null)
  if (!may.write) return null

  const isActive = endpoint.status === 'active'
  const pause = () => change({ status: 'paused' }, t`Paused: what happens now waits until you resume.`)
  const resume = () => change({ status: 'active' }, t`It is on: what waited is on its way.`)
  const remove = () => {
    const call = api.DELETE('/v1/events/endpoints/{id}', { params: { path: { id: endpoint.id } } })
    return removed(call, t`The endpoint is deleted.`, { to: '/events' })
  }

  return (
    <>
      <Button leftSection={<IconSend size={16} />} onClick={() => setDialog('test')}>
        <Trans>Send a test</Trans>
      </Button>
      <ActionMenu
        width={230}
        actions={[
          [t`Change`, IconPencil, () => setDialog('change')],
          isActive && [t`Pause`, IconPlayerPause, () => void pause().catch(tell.problem)],
          !isActive && [
            endpoint.status === 'paused' ? t`Resume` : t`Turn on again`,
            IconPlayerPlay,
            () => void resume().catch(tell.problem),
          ],
          [t`Send what it missed`, IconHistory, () => setDialog('recover')],
          // The secret of a chat is its address.
          endpoint.kind === 'webhook' && [t`Get a new secret`, IconKey, () => setDialog('rotate')],
          'divider',
          [t`Delete`, IconTrash, () => setDialog('delete')],
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
        title={t`Delete ${nameOf(endpoint)}?`}
        label={t`Delete the endpoint`}
        onConfirm={remove}
      >
        <Trans>
          Nothing more is sent to it, what waits is dropped, and the record of its deliveries goes with it. This cannot
          be undone. To stop for a while, pause it instead.
        </Trans>
      </Confirm>
    </>
  )
}

function ChangeForm({ endpoint, onClose }: EndpointDialogProps) {
  const change = usePatchEndpoint(endpoint)
  const { kind, url, description, language, events, filters, headers } = endpoint
  const isChat = kind !== 'webhook'
  return (
    <EndpointForm
      keptAs={`endpoint.${endpoint.id}`}
      initial={{
        kind,
        url: isChat ? '' : url,
        description: description ?? '',
        language: language ?? 'en',
        events,
        filters,
        headers: toLines(headers),
      }}
      {...(isChat ? { storedUrl: url } : {})}
      label={t`Save`}
      onCancel={onClose}
      onSubmit={async (values) => {
        await change(values, t`Saved.`)
        onClose()
      }}
    />
  )
}

function HealthCard({ endpoint }: { endpoint: Endpoint }) {
  const { title, text } = healthOf(endpoint)
  const { language, events, filters, headers, scopes, waiting, previous_secret_until } = endpoint
  const may = useMay()
  const all =
    scopes === null
      ? t`Everything, also what later versions add`
      : t`Everything that the API key it was made with may see: ${scopes.join(', ')}`
  const some = (
    <Group gap={6}>
      {events?.map((type) => (
        <Tag key={type} fw={500} title={type}>
          {labelOf(type)}
        </Tag>
      ))}
    </Group>
  )
  const none = t({ message: 'None', context: 'failure', comment: 'When a message last failed to arrive' })
  const lead = (
    <Text c="dimmed" maw={680}>
      {text}
    </Text>
  )
  return (
    <PagePart title={title} p="lg" lead={lead} actions={may.write && <NextStep endpoint={endpoint} />}>
      <Facts
        label={t`Health`}
        nameWidth="30%"
        facts={[
          [t`Last success`, <Time key="success" at={endpoint.last_success_at} none={t`None yet`} size="sm" />],
          [t`Last failure`, <Time key="failure" at={endpoint.last_failure_at} none={none} size="sm" />],
          [t`Waiting to be sent`, waiting >= 1_000 ? t`${formatNumber(1_000)} or more` : formatNumber(waiting)],
          [t`Created`, <Time key="created" at={endpoint.created_at} size="sm" />],
          [t`Events`, events === null ? all : some],
          language !== null && [t`Language`, nameOfLanguage(language)],
          Object.keys(filters).length > 0 && [t`Filters`, <FilterTags key="filters" filters={filters} />],
          Object.keys(headers).length > 0 && [t`Headers`, <Tags key="headers" of={Object.keys(headers)} />],
          previous_secret_until !== null && [
            t`Secret before the last change`,
            t`Still signs along. Its time is over ${formatSince(previous_secret_until)}.`,
          ],
        ]}
      />
    </PagePart>
  )
}

function FilterTags({ filters }: Pick<Endpoint, 'filters'>) {
  const set = useEventFilters(filters, () => {}).filter(({ shown }) => shown !== null)
  return <Tags of={set.map(({ label, shown }) => `${label}: ${shown}`)} />
}

function Tags({ of }: { of: readonly string[] }) {
  return (
    <Group gap={6}>
      {of.map((text) => (
        <Tag key={text} fw={500} tt="none">
          {text}
        </Tag>
      ))}
    </Group>
  )
}

const STEPS = spoken({
  disabled: { label: msg`Turn it on again`, done: msg`It is on again. Send what it missed when it works.` },
  paused: { label: msg`Resume`, done: msg`Resumed: what waited is on its way.` },
  failing: { label: msg`Try now`, done: msg`What waits is tried now.` },
})

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
