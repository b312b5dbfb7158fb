import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Box, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { findLanguage } from '../../../src/messages/languages.ts'
import { api, dataOf, type onceKey, useMay, useRefresh } from '../api/client.ts'
import type { Endpoint, EndpointWithSecret, NewEndpoint as NewEndpointBody } from '../api/schema.ts'
import { type MadeProps, MakeDialog, type MakeFormProps, ShownResult } from '../parts/dialogs.tsx'
import { useUrl } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconPlus, IconSend } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { PageTabs } from '../parts/PageTabs.tsx'
import { ShownOnce } from '../parts/Secret.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Hint, RecordName, Small, Time } from '../parts/text.tsx'
import { ButtonLink, Empty, SecondaryButton, StateBadge } from '../parts/ui.tsx'
import { ALL_TYPES, labelOf } from './catalogue.ts'
import { VerifyExample } from './dialogs.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import type { EndpointValues } from './endpoint-values.ts'
import { KINDS, type Kind, useEndpoints } from './endpoints.ts'
import { Feed } from './Feed.tsx'
import { shortHealth, stateOf } from './health.ts'

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
      primary={tab !== 'feed' && <NewEndpoint />}
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

const BLANK = { url: '', description: '', events: null, filters: {}, headers: [] }

const QUICK = ['slack', 'discord', 'teams', 'ntfy', 'webhook'] as const

/** One button for each service. */
function Quick() {
  return (
    <Group gap="xs" justify="center">
      {QUICK.map((kind) => (
        <NewEndpoint key={kind} kind={kind} />
      ))}
    </Group>
  )
}

function NewEndpoint({ kind }: { kind?: Kind }) {
  const may = useMay()
  const [isOpen, { open, close }] = useDisclosure()
  const Form = useCallback(
    (props: MakeFormProps<EndpointWithSecret>) => <NewForm {...props} kind={kind ?? 'webhook'} />,
    [kind],
  )
  if (!may.write) return null
  const KindIcon = kind ? KINDS[kind].icon : IconPlus
  return (
    <>
      <Button variant={kind ? 'default' : 'filled'} leftSection={<KindIcon size={16} />} onClick={open}>
        {kind ? KINDS[kind].label : <Trans>Add a service</Trans>}
      </Button>
      <MakeDialog<EndpointWithSecret>
        opened={isOpen}
        onClose={close}
        // A click outside must discard neither what was typed nor a secret that is shown once.
        modal={(made) => ({
          title: made ? t`The service is ready` : t`Add a service`,
          closeOnClickOutside: false,
          closeOnEscape: true,
        })}
        Form={Form}
        Result={Made}
      />
    </>
  )
}

function NewForm({ kind: initial, onMade, onCancel }: MakeFormProps<EndpointWithSecret> & { kind: Kind }) {
  const refresh = useRefresh()
  const create = async ({ url = '', ...values }: EndpointValues, kind: Kind, header: ReturnType<typeof onceKey>) => {
    const body: NewEndpointBody = { kind, url, ...values }
    onMade(await dataOf(api.POST('/v1/events/endpoints', { params: { header }, body })))
    void refresh('endpoints')
  }
  return (
    <EndpointForm
      keptAs={`endpoint.new.${initial}`}
      initial={{ ...BLANK, kind: initial, language: findLanguage(i18n.locale) ?? 'en' }}
      isNew
      label={t`Add the service`}
      onSubmit={create}
      onCancel={onCancel}
    />
  )
}

function Made({ made: { id, kind, secret }, onDone }: MadeProps<EndpointWithSecret>) {
  return (
    <ShownResult>
      {kind !== 'webhook' ? (
        <Text>
          <Trans>
            {KINDS[kind].label} is told from now on. The address is stored encrypted, and is not shown again. Send a
            test to see whether messages arrive.
          </Trans>
        </Text>
      ) : secret === null ? (
        <Alert color="orange" title={t`The service was there already`}>
          <Trans>
            The first answer got lost on its way, and with it the secret. Open the service and get a new secret.
          </Trans>
        </Alert>
      ) : (
        <>
          <ShownOnce what="signing secret" value={secret} />
          <Small>
            <Trans>
              Every message is signed with it. Your program checks the signature before it believes a message: otherwise
              anybody who knows the address could send one.
            </Trans>
          </Small>
          <VerifyExample />
        </>
      )}
      <Group justify="flex-end">
        <SecondaryButton onClick={onDone}>
          <Trans>Close</Trans>
        </SecondaryButton>
        <ButtonLink to="/events/endpoints/$id" params={{ id }} onClick={onDone}>
          <Trans>Open it and send a test</Trans>
        </ButtonLink>
      </Group>
    </ShownResult>
  )
}
