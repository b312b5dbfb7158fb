import { Anchor, Modal, PasswordInput, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import type { Provider } from '../../../src/platforms/registry.ts'
import { api, dataOf } from '../api/client.ts'
import { useRefresh } from '../api/queries.ts'
import type { ConnectionSignIn } from '../api/schema.ts'
import { DialogButtons, Form, useApiForm } from '../parts/forms/form.tsx'
import { PROVIDER } from '../parts/platforms.tsx'
import { tell } from '../parts/tell.ts'
import { Small } from '../parts/variants.ts'
import { nameOf } from './ProviderCard.tsx'

const APP_PASSWORDS = 'https://bsky.app/settings/app-passwords'

/** Connects an account with an app password: it is sent once, and neither kept nor shown again. */
export function SignInDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { label, api: addresses, service } = PROVIDER[provider]
  const refresh = useRefresh()
  const form = useApiForm({
    initialValues: { handle: '', secret: '', service_url: addresses.apiUrl },
    validate: {
      handle: isNotEmpty('Type the handle of the account.'),
      secret: isNotEmpty('Type or paste the app password.'),
    },
    send: async (values) => {
      const body = { ...values, provider: provider as ConnectionSignIn['provider'] }
      const account = await dataOf(api.POST('/v1/connections/sign-in', { body }))
      await refresh('connections')
      tell.done(`${nameOf(account)} can post now.`)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Connect an account on ${label}`} centered>
      <Form of={form}>
        <Small>
          Make an app password in the settings of {label}, under{' '}
          <Anchor href={APP_PASSWORDS} target="_blank" rel="noreferrer" inherit underline="always">
            Privacy and security, App passwords
          </Anchor>
          . It can post, but cannot change the account, and you can take it back there.
        </Small>
        <TextInput
          label="Handle"
          placeholder="name.bsky.social"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus
          {...form.getInputProps('handle')}
        />
        <PasswordInput
          label="App password"
          description="Used once to sign in, and not kept."
          placeholder="xxxx-xxxx-xxxx-xxxx"
          autoComplete="off"
          required
          {...form.getInputProps('secret')}
        />
        <TextInput
          label="Server"
          description={`The ${service?.noun ?? 'server'} of the account. Change it only if the account is not on ${label}’s own servers.`}
          type="url"
          autoComplete="off"
          {...form.getInputProps('service_url')}
        />
        <DialogButtons label="Connect" of={form} onBack={onClose} mt="xs" />
      </Form>
    </Modal>
  )
}
