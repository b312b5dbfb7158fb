import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Code, Group, List, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, useRefresh } from '../api/client.ts'
import type { NetworkApp, NetworkAppVerdict } from '../api/schema.ts'
import { useAction, useChange } from '../parts/action.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { IconAlertTriangle, IconCheck } from '../parts/icons.tsx'
import { More } from '../parts/Page.tsx'
import { PROVIDER } from '../parts/platforms.tsx'
import { CodeLine } from '../parts/Secret.tsx'
import { Muted, Small, Strong, Time } from '../parts/text.tsx'
import { SmallButton, tell } from '../parts/ui.tsx'
import { STEPS } from './network-steps.tsx'

/** The app of a network: what to click on its site, its id and secret, and whether the network accepts them. */
export function AppSetup({ app }: { app: NetworkApp }) {
  const { t } = useLingui()
  const { label } = PROVIDER[app.provider]
  const isPages = app.kind === 'pages'
  const title = isPages ? t`Set up ${label} company pages` : t`Set up ${label}`
  return (
    <Stack gap="sm">
      <Outdated app={app} />
      {app.problem && (
        <Alert color="orange" icon={<IconAlertTriangle />}>
          <Trans>The saved secret can no longer be read. Enter it again.</Trans>
          <More>
            <Small>{app.problem}</Small>
          </More>
        </Alert>
      )}
      {app.source === 'none' ? (
        <More label={title} isOpen={false}>
          <Steps app={app} />
          <AppForm app={app} />
        </More>
      ) : (
        <More label={isPages ? t`The app for company pages` : t`The app for ${label}`}>
          <InUse app={app} />
        </More>
      )}
    </Stack>
  )
}

function Steps({ app }: { app: NetworkApp }) {
  return (
    <Stack gap="sm" mb="md">
      <Small>
        <Trans>The network posts through an app of your own. You make it once; it takes about ten minutes.</Trans>
      </Small>
      <List type="ordered" size="sm" spacing="xs">
        {STEPS[app.app].map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change
          <List.Item key={index}>{step}</List.Item>
        ))}
      </List>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <div>
          <Strong mb={4}>
            <Trans>Redirect address</Trans>
          </Strong>
          <CodeLine value={app.redirect_url} />
        </div>
        <div>
          <Strong mb={4}>
            <Trans>Permissions</Trans>
          </Strong>
          <CodeLine value={app.scopes.join(' ')} />
        </div>
      </SimpleGrid>
    </Stack>
  )
}

function InUse({ app }: { app: NetworkApp }) {
  const { t } = useLingui()
  const [isEditing, setEditing] = useState(false)
  const [verdict, setVerdict] = useState<NetworkAppVerdict | null>(null)
  const change = useChange('apps', 'workspace', 'connections')
  const params = { path: { app: app.app } }
  const check = useAction(async () => {
    setVerdict(await dataOf(api.POST('/v1/connections/apps/{app}/check', { params, body: {} })))
  })
  const [idName, secretName] = app.settings
  return (
    <Stack gap="sm">
      <Small>
        <Trans>
          App id <Code>{app.client_id}</Code>
        </Trans>
      </Small>
      {app.source === 'saved' && (
        <Muted>
          <Trans>
            Saved <Time at={app.saved_at} inherit /> by {app.saved_by ?? '–'}. The secret is stored encrypted and is not
            shown again.
          </Trans>
        </Muted>
      )}
      {app.source === 'environment' && (
        <Muted>
          <Trans>
            Set where Doorpost runs, by <Code>{idName}</Code> and <Code>{secretName}</Code>. That wins over anything
            saved here. To change it here, remove the settings there first.
          </Trans>
        </Muted>
      )}
      {app.source === 'environment' && app.saved_client_id !== null && (
        <Muted>
          <Trans>
            The app <Code>{app.saved_client_id}</Code> that was saved here is not used.
          </Trans>
        </Muted>
      )}
      {app.source === 'sandbox' && (
        <Muted>
          <Trans>The app of the simulated network. You can try here how an app is set up.</Trans>
        </Muted>
      )}
      {verdict && <Verdict of={verdict} />}
      <Group gap="xs">
        <SmallButton loading={check.isPending} onClick={() => check.mutate()}>
          <Trans>Check</Trans>
        </SmallButton>
        {app.source !== 'environment' && !isEditing && (
          <SmallButton onClick={() => setEditing(true)}>
            <Trans>Change the app</Trans>
          </SmallButton>
        )}
        {app.saved_at !== null && (
          <ConfirmButton
            button={{ children: t`Forget it`, size: 'xs' }}
            title={t`Forget this app?`}
            label={t`Forget the app`}
            onConfirm={() => change(api.DELETE('/v1/connections/apps/{app}', { params }), t`The app is forgotten.`)}
          >
            <Trans>
              Its id and secret are deleted here. Accounts stay connected, but their posts wait until an app is set up
              again.
            </Trans>
          </ConfirmButton>
        )}
      </Group>
      {isEditing && (
        <>
          <Steps app={app} />
          <AppForm app={app} onDone={() => setEditing(false)} />
        </>
      )}
    </Stack>
  )
}

function Verdict({ of: { accepted, reason } }: { of: NetworkAppVerdict }) {
  const color = accepted ? 'teal' : accepted === null ? 'orange' : 'red'
  return (
    <Alert color={color} role="status" icon={accepted ? <IconCheck /> : <IconAlertTriangle />}>
      {reason}
    </Alert>
  )
}

/** Asks the network first: a wrong app is not saved unless the person insists. */
function AppForm({ app, onDone }: { app: NetworkApp; onDone?: () => void }) {
  const { t } = useLingui()
  const { label } = PROVIDER[app.provider]
  const refresh = useRefresh()
  const [verdict, setVerdict] = useState<NetworkAppVerdict | null>(null)
  const params = { path: { app: app.app } }
  const form = useApiForm({
    initialValues: { client_id: app.saved_client_id ?? '', client_secret: '' },
    validate: {
      client_id: (value) => (value.trim() === '' ? t`Paste the id of the app.` : null),
      client_secret: (value, { client_id }) =>
        value.trim() === '' && client_id.trim() !== app.saved_client_id ? t`Paste the secret of the app.` : null,
    },
    send: async (values) => {
      setVerdict(null)
      const found = await dataOf(api.POST('/v1/connections/apps/{app}/check', { params, body: bodyOf(values) }))
      if (found.accepted !== true) {
        setVerdict(found)
        return
      }
      await save(values)
      tell.done(found.reason)
    },
  })
  const save = async (values: typeof form.values) => {
    await dataOf(api.PATCH('/v1/connections/apps/{app}', { params, body: bodyOf(values) }))
    // Clears the secret from the page, too.
    form.reset()
    await refresh('apps', 'workspace', 'connections')
    onDone?.()
  }
  return (
    <Form of={form} maw={520}>
      <TextInput
        label={t`App id`}
        autoComplete="off"
        spellCheck={false}
        required
        {...form.getInputProps('client_id')}
        error={form.errors.client_id ?? (verdict?.field === 'client_id' ? verdict.reason : undefined)}
      />
      <PasswordInput
        label={t`App secret`}
        description={t`Stored encrypted, and never shown again.`}
        autoComplete="off"
        {...form.getInputProps('client_secret')}
        error={form.errors.client_secret ?? (verdict?.field === 'client_secret' ? verdict.reason : undefined)}
      />
      {verdict && verdict.field === null && <Verdict of={verdict} />}
      <Group gap="xs">
        <SubmitButton of={form}>{t`Check and save`}</SubmitButton>
        {verdict && (
          <SmallButton size="sm" onClick={() => void form.run(() => save(form.values))}>
            <Trans>Save anyway</Trans>
          </SmallButton>
        )}
        {onDone && (
          <SmallButton size="sm" onClick={onDone}>
            <Trans>Cancel</Trans>
          </SmallButton>
        )}
      </Group>
      <Muted>
        <Trans>
          Saving counts at once. {label} shows whether the redirect address and the permissions are right when you
          connect the first account.
        </Trans>
      </Muted>
    </Form>
  )
}

function bodyOf({ client_id, client_secret }: { client_id: string; client_secret: string }) {
  return { client_id, ...(client_secret.trim() === '' ? {} : { client_secret }) }
}

/** Says which accounts have to be connected again, because they use the previous app. */
function Outdated({ app }: { app: NetworkApp }) {
  const count = app.outdated_accounts.length
  if (count === 0) return null
  return (
    <Alert color="orange" icon={<IconAlertTriangle />}>
      <Plural
        value={count}
        one="# account was connected through the previous app. Connect it again."
        other="# accounts were connected through the previous app. Connect them again."
      />{' '}
      {app.provider === 'x' ? (
        <Trans>Until then posts go out for two hours at most.</Trans>
      ) : app.provider === 'linkedin' ? (
        <Trans>Until then posts go out as long as the approval lasts.</Trans>
      ) : (
        <Trans>Until then posts go out as long as the previous app exists.</Trans>
      )}
    </Alert>
  )
}
