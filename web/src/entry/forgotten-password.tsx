import { Alert, Stack } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { IconCheck, IconMail } from '../parts/icons.tsx'
import { ButtonLink, Muted, Read, Small } from '../parts/ui.tsx'
import { Command, Entry, ToSignIn, useLinkToken, useSetup } from './Entry.tsx'
import { EmailField, NewPassword, tooShort } from './fields.tsx'

/** Where the link of a reset leads, from a mail or from the command line. */
export function ResetPassword() {
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return (
      <Entry title="Your password is changed">
        <Alert color="teal" icon={<IconCheck />} role="status">
          You are signed out on all devices. Sign in with the new password.
        </Alert>
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </Entry>
    )
  }
  return (
    <Entry title="Choose a new password" foot={<ToSignIn />}>
      {token === null ? <NoToken /> : <PasswordForm token={token} onDone={() => setDone(true)} />}
    </Entry>
  )
}

function NoToken() {
  return (
    <Alert color="orange" title="The link is not complete">
      <Small>Copy the whole link from the mail or the terminal, or ask for a new one.</Small>
    </Alert>
  )
}

function PasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useApiForm({
    initialValues: { password: '' },
    validate: { password: tooShort },
    send: async ({ password }) => {
      await api.POST('/v1/auth/password/reset', { body: { token, password } })
      onDone()
    },
  })
  return (
    <Form of={form}>
      <NewPassword label="New password" autoFocus {...form.getInputProps('password')} />
      <SubmitButton of={form}>Change the password</SubmitButton>
    </Form>
  )
}

export function ForgotPassword() {
  const setup = useSetup()
  return (
    <Entry title="Forgotten password" foot={<ToSignIn />}>
      <Read of={setup} rows={2}>
        {({ mail }) => (mail ? <ByMail /> : <ByOperator />)}
      </Read>
    </Entry>
  )
}

function ByMail() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useApiForm({
    initialValues: { email: '' },
    validate: { email: isNotEmpty('Type your e-mail address.') },
    send: async ({ email }) => {
      await api.POST('/v1/auth/password/forgot', { body: { email } })
      setSentTo(email)
    },
  })
  if (sentTo !== null) {
    return (
      <Alert color="teal" icon={<IconMail />} title="Check your mail" role="status">
        If {sentTo} belongs to somebody here, a link to choose a new password is on its way. It works for one hour.
        Check the spam folder too.
      </Alert>
    )
  }
  return (
    <Form of={form} lead={<Small>You get a link by mail with which you choose a new password.</Small>}>
      <EmailField autoFocus {...form.getInputProps('email')} />
      <SubmitButton of={form}>Send the link</SubmitButton>
    </Form>
  )
}

function ByOperator() {
  return (
    <Stack>
      <Small>
        This Doorpost does not send mail. The person who runs it can make a link for you to choose a new password. This
        is the command, with your address:
      </Small>
      <Command words="users reset --email you@example.com" />
      <Muted>The link works once, for one hour. Your sessions end when it is used.</Muted>
    </Stack>
  )
}
