import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { api, dataOf, ME, type Me, useMe } from '../api/client.ts'
import { CurrentPassword, NewPassword, tooShort } from '../entry/fields.tsx'
import { useChange, useSaved } from '../parts/action.ts'
import { Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { Read } from '../parts/ui.tsx'
import { Passkeys, Sessions } from './Devices.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Section } from './Section.tsx'

export function Security() {
  const me = useMe()
  return (
    <Read of={me}>
      {(signedIn) => (
        <Stack gap={40}>
          <Profile user={signedIn.user} />
          <PasswordForm user={signedIn.user} />
          <SecondFactor isOn={signedIn.user.two_factor} />
          <Passkeys />
          <Sessions />
        </Stack>
      )}
    </Read>
  )
}

function Profile({ user }: { user: Me['user'] }) {
  const saved = useSaved(ME, 'team')
  const form = useApiForm({
    initialValues: { name: user.name },
    validate: { name: isNotEmpty(t`Type your name.`) },
    send: async (body) => {
      const me = await saved(dataOf(api.PATCH('/v1/me', { body })), t`Your name is saved.`)
      form.restart({ name: me.user.name })
    },
  })
  return (
    <Section
      title={t`You`}
      lead={t`You sign in as ${user.email}.`}
      help={
        <Help about={t`Signing in`} page="users#passwords-second-factor-passkeys">
          <Trans>
            Sign in with a password and a second factor, or with a passkey. A session is a browser in which you are
            signed in.
          </Trans>
        </Help>
      }
    >
      <Form of={form} maw={420}>
        <TextInput label={t`Your name`} autoComplete="name" required {...form.getInputProps('name')} />
        <SubmitButton of={form} w="fit-content" disabled={!form.isDirty()}>
          <Trans>Save the name</Trans>
        </SubmitButton>
      </Form>
    </Section>
  )
}

function PasswordForm({ user }: { user: Me['user'] }) {
  const change = useChange('me', 'sessions')
  const form = useApiForm({
    initialValues: { current_password: '', new_password: '' },
    validate: {
      current_password: (value) => (value === '' ? t`Type the password you have now.` : null),
      new_password: tooShort,
    },
    send: async (body) => {
      await change(
        api.POST('/v1/auth/password', { body }).then(form.reset),
        t`Your password is changed. Your other sessions have ended.`,
      )
    },
  })
  return (
    <Section
      title={t`Password`}
      lead={t`When you change it, you stay signed in here and are signed out on all other devices.`}
    >
      <Form of={form} maw={420}>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <CurrentPassword label={t`Current password`} {...form.getInputProps('current_password')} />
        <NewPassword label={t`New password`} {...form.getInputProps('new_password')} />
        <SubmitButton of={form} w="fit-content">
          <Trans>Change the password</Trans>
        </SubmitButton>
      </Form>
    </Section>
  )
}
