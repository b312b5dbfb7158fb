import { Alert, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Form, SubmitButton, useApiForm } from '../parts/form.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { Entry, ToSignIn } from './Entry.tsx'
import { NewPassword, tooShort } from './fields.tsx'
import { useLinkToken } from './useLinkToken.ts'

/** Where the link of a reset leads, from a mail or from the command line. */
export function ResetPassword() {
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return (
      <Entry title="Your password is changed">
        <Alert color="teal" icon={<IconCheck aria-hidden />} role="status">
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
      <Text size="sm">Copy the whole link from the mail or the terminal, or ask for a new one.</Text>
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
