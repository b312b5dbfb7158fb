import { Trans, useLingui } from '@lingui/react/macro'
import {
  Alert,
  Anchor,
  Button,
  Group,
  Modal,
  PasswordInput,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { PROFILES, type Provider } from '../../../src/platforms/registry.ts'
import { api, dataOf, useConnections, useMay, useMe, useRead, useRefresh, useWorkspace } from '../api/client.ts'
import type { Connection, ConnectionSignIn } from '../api/schema.ts'
import { DialogButtons, Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconCheck, IconExternalLink, icon } from '../parts/icons.tsx'
import { formatList } from '../parts/locale.ts'
import { PROVIDER } from '../parts/platforms.tsx'
import { Copy } from '../parts/Secret.tsx'
import { Muted, Small } from '../parts/text.tsx'
import { Loading, Problem, Read, tell } from '../parts/ui.tsx'
import { nameOf, ProviderCard } from './ProviderCard.tsx'
import { OwnersOnly, Section } from './Section.tsx'

const IconFlask = icon`M9 3l6 0M10 9l4 0M10 3v6l-4 11a.7 .7 0 0 0 .5 1h11a.7 .7 0 0 0 .5 -1l-4 -11v-6`

const POLL_MS = 3_000

export function Connections() {
  const { t } = useLingui()
  const may = useMay()
  const apps = useRead(['apps'], '/v1/connections/apps', { enabled: may.own })
  // Loaded first, so that the alert does not move the page.
  const me = useMe()
  const workspace = useWorkspace()
  const [connecting, setConnecting] = useState<Connecting | null>(null)
  // A new account is approved in another tab, and no event announces it.
  const accounts = useConnections({ refetchInterval: connecting === null ? false : POLL_MS })
  const close = () => setConnecting(null)
  const accountsOf = (name: Provider) => accounts.data?.filter(({ provider }) => provider === name) ?? []
  return (
    <Section
      title={t`Networks`}
      help={
        <Help about={t`Networks`} page="connect">
          <Trans>
            Connect the accounts that posts go out on. Some networks want an app of your own first: the page says what
            to click.
          </Trans>
        </Help>
      }
      lead={t`The accounts that posts go out on. If a post names no account, it goes out on the default one.`}
    >
      {me.data?.features.sandbox && (
        <Alert color="violet" icon={<IconFlask />} title={t`Sandbox`}>
          <Trans>The networks are simulated on this machine. Nothing that you post here is public.</Trans>
        </Alert>
      )}
      {workspace.error && !workspace.data && <Problem error={workspace.error} retry={() => void workspace.refetch()} />}
      {!may.own && <OwnersOnly what={t`Only owners connect accounts.`} />}
      <Read of={workspace.isPending ? workspace : may.own && apps.isPending ? apps : accounts}>
        {() => (
          <Stack>
            {PROFILES.map(({ name }) => (
              <ProviderCard
                key={name}
                provider={name}
                accounts={accountsOf(name)}
                installation={workspace.data?.installation}
                apps={apps.data?.filter(({ provider }) => provider === name) ?? []}
                onConnect={(kind, account) => setConnecting({ provider: name, kind, account: account ?? null })}
              />
            ))}
          </Stack>
        )}
      </Read>
      {connecting?.kind === 'secret' && <SignInDialog provider={connecting.provider} onClose={close} />}
      {connecting && connecting.kind !== 'secret' && (
        <ConnectDialog
          {...connecting}
          kind={connecting.kind}
          accounts={accountsOf(connecting.provider)}
          onSecret={() => setConnecting({ ...connecting, kind: 'secret' })}
          onClose={close}
        />
      )}
    </Section>
  )
}

interface Connecting {
  provider: Provider
  /** LinkedIn: a person, or the pages they manage. `secret`: an app password instead of approval in another tab. */
  kind: Connection['kind'] | 'secret'
  /** The one being reconnected. */
  account: Connection | null
}

interface ConnectDialogProps extends Connecting {
  kind: Connection['kind']
  /** Polled while the dialog is open. */
  accounts: Connection[]
  onSecret: () => void
  onClose: () => void
}

/** Opens the platform in another tab, and notices when the account is connected. */
function ConnectDialog({ provider, kind, account, accounts, onSecret, onClose }: ConnectDialogProps) {
  const { t } = useLingui()
  const { label, service, signIn } = PROVIDER[provider]
  const place: Place | null = service === undefined ? null : service.asksHandle ? 'handle' : 'service_url'
  const refresh = useRefresh()
  const [url, setUrl] = useState<string | null>(null)
  const form = useApiForm<{ [place in Place]?: string }>({
    keptAs: `connection.${provider}`,
    initialValues: place ? { [place]: account?.[place] ?? '' } : {},
    send: async (values) => {
      const asked = place ? { [place]: values[place]?.trim() } : {}
      setUrl((await dataOf(api.POST('/v1/connections/links', { body: { provider, kind, ...asked } }))).url)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (place === null) form.submit()
  }, [])
  const arrived = useArrived(accounts)
  const isOver = arrived.length > 0
  const mayUseSecret = signIn.includes('app_password') && !isOver
  const close = () => {
    onClose()
    void refresh('connections')
  }
  return (
    <Modal
      opened
      onClose={close}
      title={kind === 'organization' ? t`Connect a ${label} page` : t`Connect an account on ${label}`}
      centered
    >
      <Stack>
        {isOver ? (
          <Alert color="teal" icon={<IconCheck />} role="status" title={t`Connected`}>
            <Trans>{formatList(arrived.map(nameOf))} can post now.</Trans>
          </Alert>
        ) : (
          <Small>
            <Trans>
              {label} opens in a new tab and asks you to approve. Use the browser that is signed in to the right account
              there. The link works once, for 15 minutes; come back here afterwards.
            </Trans>
          </Small>
        )}
        {url === null && (
          <Form of={form}>
            {place && <PlaceInput place={place} provider={provider} {...form.getInputProps(place)} />}
            {(place || form.refusal) && <SubmitButton of={form}>{place ? t`Continue` : t`Try again`}</SubmitButton>}
            {!place && form.isBusy && <Loading rows={1} />}
          </Form>
        )}
        {url && !isOver && (
          <>
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noreferrer"
              data-autofocus
              rightSection={<IconExternalLink size={16} />}
            >
              <Trans>Continue to {label}</Trans>
            </Button>
            <Group gap="xs" justify="space-between">
              <Muted>
                <Trans>Somebody else has the password?</Trans>
              </Muted>
              <Copy value={url} label={t`Copy the link for them`} />
            </Group>
          </>
        )}
        <Group justify={mayUseSecret ? 'space-between' : 'flex-end'}>
          {mayUseSecret && (
            <Button variant="subtle" onClick={onSecret}>
              <Trans>Use an app password</Trans>
            </Button>
          )}
          <Button variant={isOver ? 'filled' : 'default'} onClick={close}>
            {isOver ? t`Done` : t`Close`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/**
 * Accounts that are new, work again or have newer access since the dialog opened. An automatic renewal in that minute
 * is rare, and harmless.
 */
function useArrived(accounts: Connection[]): Connection[] {
  const before = useRef(new Map(accounts.map((account) => [account.id, account])))
  return accounts.filter(({ id, status, renewed_at: renewedAt }) => {
    const old = before.current.get(id)
    return status === 'active' && (old?.status !== 'active' || old.renewed_at !== renewedAt)
  })
}

/** An account is found by its server or its handle. */
type Place = 'service_url' | 'handle'

interface PlaceInputProps extends TextInputProps {
  place: Place
  provider: Provider
}

function PlaceInput({ place, provider, ...input }: PlaceInputProps) {
  const { t } = useLingui()
  const { label, api } = PROVIDER[provider]
  const words =
    place === 'handle'
      ? {
          label: t`Account name`,
          description: t`The name of the account on ${label}, on whatever server it is.`,
          placeholder: t`name.bsky.social`,
        }
      : {
          label: t`Address of your server`,
          description: t`The part after the last @ of your name on ${label}, or the address you sign in at.`,
          placeholder: new URL(api.apiUrl).host,
          inputMode: 'url' as const,
        }
  return (
    <TextInput
      {...words}
      required
      data-autofocus
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      {...input}
    />
  )
}

const APP_PASSWORDS = 'https://bsky.app/settings/app-passwords'

/** The app password is sent once, and neither kept nor shown again. */
function SignInDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useLingui()
  const { label, api: addresses } = PROVIDER[provider]
  const refresh = useRefresh()
  const form = useApiForm({
    keptAs: `sign-in.${provider}`,
    secret: ['secret'],
    initialValues: { handle: '', secret: '', service_url: addresses.apiUrl },
    validate: {
      handle: isNotEmpty(t`Type the name of the account.`),
      secret: isNotEmpty(t`Type or paste the app password.`),
    },
    send: async (values) => {
      const body = { ...values, provider: provider as ConnectionSignIn['provider'] }
      const account = await dataOf(api.POST('/v1/connections/sign-in', { body }))
      await refresh('connections')
      const name = nameOf(account)
      tell.done(t`${name} can post now.`)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t`Connect an account on ${label}`} centered>
      <Form of={form}>
        <Small>
          <Trans>
            Make an app password in the settings of {label}, under{' '}
            <Anchor href={APP_PASSWORDS} target="_blank" rel="noreferrer" inherit underline="always">
              Privacy and security, App passwords
            </Anchor>
            . It can post, but cannot change the account, and you can take it back there.
          </Trans>
        </Small>
        <TextInput
          label={t`Account name`}
          placeholder={t`name.bsky.social`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
          {...form.getInputProps('handle')}
        />
        <PasswordInput
          label={t`App password`}
          description={t`Used once to sign in, and not kept.`}
          placeholder={t`xxxx-xxxx-xxxx-xxxx`}
          autoComplete="off"
          required
          {...form.getInputProps('secret')}
        />
        <TextInput
          label={t`Server`}
          description={t`Change it only if the account is not on ${label}’s own servers.`}
          type="url"
          autoComplete="off"
          {...form.getInputProps('service_url')}
        />
        <DialogButtons label={t`Connect`} of={form} onBack={onClose} mt="xs" />
      </Form>
    </Modal>
  )
}
