import { Alert, Stack } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { Read, Small } from '../parts/ui.tsx'
import { Command, Entry, ToSignIn, useEnter, useLinkToken, useSetup } from './Entry.tsx'
import { EmailField, NameField, NewPassword, tooShort } from './fields.tsx'

/** The first start: whoever has the link from the terminal becomes the owner. */
export function SetUp() {
  const token = useLinkToken()
  const setup = useSetup()
  if (setup.data?.needed === false) return <AlreadySetUp />
  return (
    <Entry title="Set up Doorpost" lead="You become the owner. You can invite your team afterwards.">
      <Read of={setup} rows={3}>
        {() => (token === null ? <NoToken /> : <OwnerForm token={token} />)}
      </Read>
    </Entry>
  )
}

function AlreadySetUp() {
  return (
    <Entry title="Doorpost is already set up" lead="The set-up link works once, and it has been used.">
      <Small>
        If you have an account, <ToSignIn inText>sign in</ToSignIn>. If you do not, ask an owner to invite you under
        Settings, Team.
      </Small>
    </Entry>
  )
}

function NoToken() {
  return (
    <Alert color="orange" title="The link is not complete">
      <Stack gap="xs">
        <Small>Copy the whole set-up link from the terminal where Doorpost was started. Or make a new one there:</Small>
        <Command words="users setup-link" />
      </Stack>
    </Alert>
  )
}

function OwnerForm({ token }: { token: string }) {
  const enter = useEnter()
  const form = useApiForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: isNotEmpty('Type your name.'),
      email: isNotEmpty('Type your e-mail address.'),
      password: tooShort,
    },
    send: async (values) => {
      await api.POST('/v1/setup', { body: { token, ...values } })
      await enter()
    },
  })
  // A newer link was opened in the same tab: the complaint was about the old one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another link counts
  useEffect(() => {
    form.forget()
  }, [token])
  return (
    <Form of={form}>
      <NameField {...form.getInputProps('name')} />
      <EmailField description="You sign in with it." {...form.getInputProps('email')} />
      <NewPassword {...form.getInputProps('password')} />
      <SubmitButton of={form}>Set up and sign in</SubmitButton>
    </Form>
  )
}

/** While nobody can sign in: where the link for the first person is. */
export function NotSetUp() {
  return (
    <Entry title="Doorpost has no owner yet" lead="The first person sets it up with a link that only works once.">
      <Stack>
        <Small>The link is in the terminal where Doorpost was started, beside “Set up”. Open it here.</Small>
        <Small>If it is lost or too old, make another one there:</Small>
        <Command words="users setup-link" />
      </Stack>
    </Entry>
  )
}
