import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, dataOf, ME, type Me, useMay, useMe, useRead } from '../api/client.ts'
import type { Browser, Endpoint, Notifications as Told } from '../api/schema.ts'
import { hearsOfLeads, KINDS, type Kind, nameOf, useEndpoints } from '../events/endpoints.ts'
import { stateOf } from '../events/health.ts'
import { NewEndpoint } from '../events/NewEndpoint.tsx'
import { useAction, useChange, useSaved } from '../parts/action.ts'
import { FixedSelect } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { type Icon, IconMail, icon } from '../parts/icons.tsx'
import { Muted, Small, Strong, Subheading, Time } from '../parts/text.tsx'
import { AnchorLink, Read, SmallButton, StateBadge, tell } from '../parts/ui.tsx'
import { pushState, switchOff, switchOn } from './browser-push.ts'
import { Section } from './Section.tsx'
import { deviceOf } from './values.ts'

const IconBell = icon`M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6M9 17v1a3 3 0 0 0 6 0v-1`

/** Every way to be notified of new leads, with its state and an action. */
export function Notifications() {
  const { t } = useLingui()
  const me = useMe()
  const told = useRead(['notifications'], '/v1/me/notifications')
  return (
    <Section
      title={t`Notifications`}
      lead={t`Where you are told when a new lead comes in.`}
      help={
        <Help about={t`Notifications`} page="notifications">
          <Trans>Mail and notifications of the browser are for you alone. A chat channel tells the whole team.</Trans>
        </Help>
      }
    >
      <Read of={me}>
        {(signedIn) => (
          <Read of={told}>
            {(state) => (
              <Stack maw={820}>
                <MailCard me={signedIn} />
                <BrowserCard told={state} />
                <Chats />
              </Stack>
            )}
          </Read>
        )}
      </Read>
    </Section>
  )
}

interface WayProps {
  icon: Icon
  title: string
  state: ReactNode
  action?: ReactNode
  children?: ReactNode
}

function Way({ icon: Sign, title, state, action, children }: WayProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" align="flex-start" wrap="nowrap" flex="1 1 260px" miw={0}>
          <Sign size={22} style={{ flexShrink: 0, marginTop: 2 }} />
          <Stack gap={4} miw={0}>
            <Subheading>{title}</Subheading>
            <div>{state}</div>
          </Stack>
        </Group>
        {action}
      </Group>
      {children && (
        <Stack gap="sm" mt="md">
          {children}
        </Stack>
      )}
    </Paper>
  )
}

const LEAD_MAIL = {
  off: msg({ message: 'None', comment: 'No mail about new leads' }),
  each: msg`One for each new lead`,
  hourly: msg`One an hour, with all new leads`,
  daily: msg`One a day, at 8 in the morning`,
}

function MailCard({ me }: { me: Me }) {
  const { t } = useLingui()
  const saved = useSaved(ME, 'notifications')
  const { email } = me.user
  const isOn = me.lead_mail !== 'off' || me.weekly_mail
  const change = useAction((body: Partial<Pick<Me, 'lead_mail' | 'weekly_mail'>>) =>
    saved(dataOf(api.PATCH('/v1/me', { body })), t`Your choice of mails is saved.`),
  )
  // Optimistic: shown at once, and reverted if the server refuses.
  const shown = change.isPending ? { ...me, ...change.variables } : me
  const choices = Object.entries(LEAD_MAIL).map(([value, label]) => ({ value, label: t(label) }))
  if (!me.features.mail) {
    return (
      <Way
        icon={IconMail}
        title={t`Mail`}
        state={
          <Muted>
            <Trans>This installation sends no mail. The person who runs Doorpost can set up a mail server.</Trans>
          </Muted>
        }
      />
    )
  }
  return (
    <Way
      icon={IconMail}
      title={t`Mail`}
      state={isOn ? <Muted>{t`To ${email}`}</Muted> : <Muted>{t`Off. Mail would go to ${email}.`}</Muted>}
      action={<StateBadge state={isOn ? 'active' : 'none'} label={isOn ? t`On` : t`Off`} />}
    >
      <FixedSelect
        label={t`Mail about new leads`}
        data={choices}
        value={shown.lead_mail}
        onChange={(value) => change.mutate({ lead_mail: value as Me['lead_mail'] })}
        maw={360}
      />
      <Switch
        label={t`The results of the week, on Monday morning`}
        description={t`Leads, clicks and the posts that brought most, compared with the week before.`}
        checked={shown.weekly_mail}
        onChange={({ currentTarget }) => change.mutate({ weekly_mail: currentTarget.checked })}
      />
    </Way>
  )
}

function BrowserCard({ told }: { told: Told }) {
  const { t } = useLingui()
  const state = useQuery({ queryKey: ['notifications', 'this browser'], queryFn: pushState })
  const change = useChange('notifications')
  const here = told.browsers.find(({ current }) => current)
  const isOn = state.data === 'on' && here !== undefined
  const on = useAction(async () => {
    if (await switchOn(told.public_key)) tell.done(t`This browser shows new leads from now on.`)
  }, 'notifications')
  const off = useAction(async () => {
    await switchOff()
    if (here) await removeBrowser(here.id)
    tell.done(t`This browser shows no more notifications.`)
  }, 'notifications')
  const words = useAction((wanted: boolean) => {
    const done = wanted ? t`Notifications show names and messages.` : t`Notifications show no names and messages.`
    return change(api.PATCH('/v1/me/notifications', { body: { words: wanted } }), done)
  })
  return (
    <Way
      icon={IconBell}
      title={t`This browser`}
      state={
        <Muted>
          {isOn ? (
            <Trans>Shows new leads, also while Doorpost is closed.</Trans>
          ) : state.data === 'unsupported' ? (
            <Trans>
              This browser has no notifications here. They need https, and on an iPhone Doorpost must be on the home
              screen.
            </Trans>
          ) : state.data === 'blocked' ? (
            <Trans>Blocked in the browser. Allow notifications for this address in its settings, then come back.</Trans>
          ) : (
            <Trans>Off. The browser asks for your permission.</Trans>
          )}
        </Muted>
      }
      action={
        isOn ? (
          <Group gap="xs">
            <TestButton browser={here} />
            <SmallButton loading={off.isPending} onClick={() => off.mutate()}>
              <Trans>Switch off</Trans>
            </SmallButton>
          </Group>
        ) : state.data === 'off' || state.data === 'on' ? (
          <Button size="xs" loading={on.isPending} onClick={() => on.mutate()}>
            <Trans>Switch on</Trans>
          </Button>
        ) : null
      }
    >
      {told.browsers.length > 0 && (
        <>
          <Switch
            label={t`Show the name of the lead and what they wrote`}
            description={t`Otherwise notifications only say that there is a new lead, and which form it came from. On a locked screen, anyone can read them.`}
            checked={words.isPending ? words.variables : told.words}
            onChange={({ currentTarget }) => words.mutate(currentTarget.checked)}
          />
          <OtherBrowsers browsers={told.browsers.filter(({ id }) => id !== here?.id || !isOn)} />
        </>
      )}
    </Way>
  )
}

const removeBrowser = (id: string) =>
  dataOf(api.DELETE('/v1/me/notifications/browsers/{id}', { params: { path: { id } } }))

function TestButton({ browser: { id } }: { browser: Browser }) {
  const { t } = useLingui()
  const test = useAction(async () => {
    const params = { path: { id } }
    const { sent, problem } = await dataOf(api.POST('/v1/me/notifications/browsers/{id}/test', { params }))
    if (sent) tell.done(t`A test is on its way.`)
    else throw new Error(problem ?? '')
  }, 'notifications')
  return (
    <SmallButton loading={test.isPending} onClick={() => test.mutate()}>
      <Trans>Send a test</Trans>
    </SmallButton>
  )
}

function OtherBrowsers({ browsers }: { browsers: Browser[] }) {
  const { t } = useLingui()
  const change = useChange('notifications')
  const remove = useAction((id: string) => change(removeBrowser(id), t`That browser shows no more notifications.`))
  if (browsers.length === 0) return null
  return (
    <Stack gap="xs">
      <Strong>
        <Trans>Your other browsers</Trans>
      </Strong>
      {browsers.map(({ id, user_agent, created_at }) => {
        const device = deviceOf(user_agent)
        return (
          <Group key={id} justify="space-between" gap="sm">
            <Small>
              <Trans>
                {device}, since <Time at={created_at} inherit />
              </Trans>
            </Small>
            <SmallButton aria-label={t`Switch off: ${device}`} onClick={() => remove.mutate(id)}>
              <Trans>Switch off</Trans>
            </SmallButton>
          </Group>
        )
      })}
    </Stack>
  )
}

const CHATS = ['slack', 'teams', 'discord', 'ntfy'] as const

/** Chats are for the whole team: everyone in the channel sees the messages. */
function Chats() {
  const endpoints = useEndpoints()
  return (
    <Read of={endpoints} rows={4}>
      {(all) =>
        CHATS.map((kind) => (
          <ChatCard key={kind} kind={kind} told={all.filter((each) => each.kind === kind && hearsOfLeads(each))} />
        ))
      }
    </Read>
  )
}

/** `told`: those that are told of new leads. */
function ChatCard({ kind, told }: { kind: Kind; told: Endpoint[] }) {
  const { t } = useLingui()
  const may = useMay()
  const [isOpen, { open, close }] = useDisclosure()
  const { label: name, icon: sign } = KINDS[kind]
  const label = told.length > 0 ? t`Add another` : t`Set up`
  return (
    <>
      <Way
        icon={sign}
        title={name}
        state={told.length === 0 && <Muted>{t`Off`}</Muted>}
        action={
          may.write && (
            <SmallButton aria-label={`${label}: ${name}`} onClick={open}>
              {label}
            </SmallButton>
          )
        }
      >
        {told.length > 0 && (
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {told.map((endpoint) => (
              <ToldEndpoint key={endpoint.id} endpoint={endpoint} />
            ))}
          </Stack>
        )}
      </Way>
      <NewEndpoint opened={isOpen} onClose={close} kind={kind} isForLeads />
    </>
  )
}

function ToldEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const name = nameOf(endpoint)
  return (
    <Group component="li" justify="space-between" gap="sm">
      <AnchorLink to="/events/endpoints/$id" params={{ id: endpoint.id }} size="sm" miw={0} flex="1 1 200px">
        {name}
      </AnchorLink>
      <StateBadge state={stateOf(endpoint)} />
    </Group>
  )
}
