import { Alert, Box, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf, type onceKey, useMay, useRefresh } from '../api/client.ts'
import type { Endpoint, EndpointWithSecret, NewEndpoint as NewEndpointBody } from '../api/schema.ts'
import { type MadeProps, MakeDialog, type MakeFormProps, ShownResult } from '../parts/dialogs.tsx'
import { useUrl } from '../parts/forms.tsx'
import { IconPlus, IconSend } from '../parts/icons.tsx'
import { Page, PageTabs } from '../parts/Page.tsx'
import { ShownOnce } from '../parts/Secret.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Hint, Small, Time } from '../parts/text.tsx'
import { ButtonLink, Empty, SecondaryButton, StateBadge } from '../parts/ui.tsx'
import { ALL_TYPES, labelOf } from './catalogue.ts'
import { VerifyExample } from './dialogs.tsx'
import { EndpointForm, type EndpointValues } from './EndpointForm.tsx'
import { KINDS, type Kind, useEndpoints } from './endpoints.ts'
import { Feed } from './Feed.tsx'
import { shortHealth, stateOf } from './health.ts'

export function Events() {
  const [{ tab }] = useUrl()
  return (
    <Page
      title="Events"
      lead="Doorpost tells your other programs, and your team in chats, what happens here: a contact came in, a post went out, an account has to be connected again."
      actions={tab !== 'feed' && <NewEndpoint />}
    >
      <PageTabs
        mb="lg"
        tabs={{
          endpoints: { title: 'Endpoints', panel: <EndpointList /> },
          feed: { title: 'Feed', panel: <Feed /> },
        }}
      />
    </Page>
  )
}

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

function EndpointList() {
  const endpoints = useEndpoints()
  const navigate = useNavigate()
  return (
    <RecordList
      label="Endpoints"
      columns={COLUMNS}
      of={{ ...endpoints, rows: endpoints.data ?? [] }}
      onOpen={({ id }) => void navigate({ to: '/events/endpoints/$id', params: { id } })}
      empty={
        <Empty icon={IconSend} title="No endpoints yet" action={<NewEndpoint />}>
          An endpoint is an address of one of your programs, such as a CRM, or of a channel in Slack, Discord or Teams,
          or your phone. Doorpost tells it whenever something happens that it wants to know. Programs without an address
          can read the feed instead.
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
    </Group>
  )
}

function Types({ types }: { types: Endpoint['events'] }) {
  if (types === null) return <Small>Everything</Small>
  if (types.length === ALL_TYPES.length) return <Small>All {types.length} types of today</Small>
  const rest = types.length - 2
  return (
    <Small>
      {types.slice(0, 2).map(labelOf).join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </Small>
  )
}

const BLANK = { kind: 'webhook' as const, url: '', description: '', events: null }

function NewEndpoint() {
  const may = useMay()
  const [isOpen, { open, close }] = useDisclosure()
  if (!may.write) return null
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        New endpoint
      </Button>
      <MakeDialog<EndpointWithSecret>
        opened={isOpen}
        onClose={close}
        // A click outside must discard neither what was typed nor a secret that is shown once.
        modal={(made) => ({
          title: made ? 'The endpoint is ready' : 'New endpoint',
          closeOnClickOutside: false,
          closeOnEscape: true,
        })}
        Form={NewForm}
        Result={Made}
      />
    </>
  )
}

function NewForm({ onMade, onCancel }: MakeFormProps<EndpointWithSecret>) {
  const refresh = useRefresh()
  const create = async ({ url = '', ...values }: EndpointValues, kind: Kind, header: ReturnType<typeof onceKey>) => {
    const body: NewEndpointBody = { kind, url, ...values }
    onMade(await dataOf(api.POST('/v1/events/endpoints', { params: { header }, body })))
    void refresh('endpoints')
  }
  return <EndpointForm initial={BLANK} isNew label="Create the endpoint" onSubmit={create} onCancel={onCancel} />
}

function Made({ made: { id, kind, secret }, onDone }: MadeProps<EndpointWithSecret>) {
  return (
    <ShownResult>
      {kind !== 'webhook' ? (
        <Text>
          {KINDS[kind].label} is told from now on. The address is stored encrypted, and is not shown again. Send a test
          to see whether messages arrive.
        </Text>
      ) : secret === null ? (
        <Alert color="orange" title="The endpoint was there already">
          The first answer got lost on its way, and with it the secret. Open the endpoint and get a new secret.
        </Alert>
      ) : (
        <>
          <ShownOnce what="signing secret" value={secret} />
          <Small>
            Every message is signed with it. Your program checks the signature before it believes a message: otherwise
            anybody who knows the address could send one.
          </Small>
          <VerifyExample />
        </>
      )}
      <Group justify="flex-end">
        <SecondaryButton onClick={onDone}>Close</SecondaryButton>
        <ButtonLink to="/events/endpoints/$id" params={{ id }} onClick={onDone}>
          Open it and send a test
        </ButtonLink>
      </Group>
    </ShownResult>
  )
}
