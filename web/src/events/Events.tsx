import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../api/client.ts'
import type { Endpoint } from '../api/schema.ts'
import { useUrl } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconPlus, IconSend } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { PageTabs } from '../parts/PageTabs.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Hint, RecordName, Small, Time } from '../parts/text.tsx'
import { Empty, StateBadge } from '../parts/ui.tsx'
import { ALL_TYPES, labelOf } from './catalogue.ts'
import { KINDS, type Kind, useEndpoints } from './endpoints.ts'
import { Feed } from './Feed.tsx'
import { shortHealth, stateOf } from './health.ts'
import { NewEndpoint } from './NewEndpoint.tsx'

export function Events() {
  const [{ tab }] = useUrl()
  return (
    <Page
      title={t({ message: 'Send to other services', comment: 'Name of the page of outgoing events' })}
      help={
        <Help about={t`Send to other services`} page="events">
          <Trans>
            Doorpost tells your team in a chat, your phone and your other programs what happens here: a contact came in,
            a post went out, an account has to be connected again.
          </Trans>
        </Help>
      }
      primary={tab !== 'feed' && <NewEndpointButton />}
    >
      <PageTabs
        mb="lg"
        tabs={{
          endpoints: { title: t`Services`, panel: <EndpointList /> },
          feed: { title: t`What happened`, panel: <Feed /> },
        }}
      />
    </Page>
  )
}

const columns = (): ReadonlyArray<Column<Endpoint>> => [
  { title: t`Service`, render: (endpoint) => <Name endpoint={endpoint} /> },
  {
    title: t`State`,
    render: (endpoint) => (
      <>
        <StateBadge state={stateOf(endpoint)} />
        <Hint mt={4} maw={280}>
          {shortHealth(endpoint)}
        </Hint>
      </>
    ),
  },
  {
    title: t`Events`,
    wideOnly: true,
    render: (endpoint) => <Types types={endpoint.events} />,
  },
  {
    title: t`Last success`,
    wideOnly: true,
    render: (endpoint) => <Time at={endpoint.last_success_at} none={t`None yet`} size="sm" />,
  },
]

function EndpointList() {
  const endpoints = useEndpoints()
  const navigate = useNavigate()
  return (
    <RecordList
      label={t`Services`}
      columns={columns()}
      of={{ ...endpoints, rows: endpoints.data ?? [] }}
      onOpen={({ id }) => void navigate({ to: '/events/endpoints/$id', params: { id } })}
      empty={
        <Empty icon={IconSend} title={t`Nothing is sent to other services yet`} action={<Quick />}>
          <Trans>
            Your team hears of each new lead in Slack, Discord or Teams, or on the phone, with what the lead wrote.
            Other programs, such as a CRM, get every event.
          </Trans>
        </Empty>
      }
    />
  )
}

function Name({ endpoint: { kind, description, url } }: { endpoint: Endpoint }) {
  const { label, icon: KindIcon } = KINDS[kind]
  return (
    <Group wrap="nowrap" gap="sm" maw={420} align="flex-start">
      <KindIcon size={20} aria-label={label} role="img" style={{ flexShrink: 0, marginTop: 2 }} />
      <Box>
        {description && <RecordName>{description}</RecordName>}
        <Text
          size="sm"
          {...(description ? { c: 'dimmed' } : { fw: 600 })}
          lineClamp={2}
          style={{ overflowWrap: 'anywhere' }}
        >
          {url}
        </Text>
      </Box>
    </Group>
  )
}

function Types({ types }: { types: Endpoint['events'] }) {
  if (types === null) return <Small>{t`Everything`}</Small>
  if (types.length === ALL_TYPES.length)
    return <Small>{plural(types.length, { one: 'The # event of today', other: 'All # events of today' })}</Small>
  const rest = types.length - 2
  return (
    <Small>
      {types.slice(0, 2).map(labelOf).join(', ')}
      {rest > 0 && ` ${plural(rest, { one: 'and # more', other: 'and # more' })}`}
    </Small>
  )
}

const QUICK = ['slack', 'discord', 'teams', 'ntfy', 'webhook'] as const

/** One button for each service. */
function Quick() {
  return (
    <Group gap="xs" justify="center">
      {QUICK.map((kind) => (
        <NewEndpointButton key={kind} kind={kind} />
      ))}
    </Group>
  )
}

function NewEndpointButton({ kind }: { kind?: Kind }) {
  const may = useMay()
  const [isOpen, { open, close }] = useDisclosure()
  if (!may.write) return null
  const KindIcon = kind ? KINDS[kind].icon : IconPlus
  return (
    <>
      <Button variant={kind ? 'default' : 'filled'} leftSection={<KindIcon size={16} />} onClick={open}>
        {kind ? KINDS[kind].label : <Trans>Add a service</Trans>}
      </Button>
      <NewEndpoint opened={isOpen} onClose={close} kind={kind ?? 'webhook'} />
    </>
  )
}
