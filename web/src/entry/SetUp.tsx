import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { CodeLine } from '../parts/Secret.tsx'
import { Loading, Problem } from '../parts/states.tsx'
import { Entry, ToSignIn } from './Entry.tsx'
import { FormProblem } from './FormProblem.tsx'
import { NewPassword, tooShort } from './NewPassword.tsx'
import { command, useSetup } from './setup.ts'
import { useEnter } from './useEnter.ts'
import { useLinkToken } from './useLinkToken.ts'
import { useSubmit } from './useSubmit.ts'

/** The first start: whoever has the link from the terminal becomes the owner. */
export function SetUp() {
  const token = useLinkToken()
  const setup = useSetup()
  if (setup.data?.needed === false) return <AlreadySetUp />
  return (
    <Entry title="Set up Doorpost" lead="You become the owner. You can invite your team afterwards.">
      {setup.isPending && <Loading rows={3} />}
      {setup.error && <Problem error={setup.error} retry={() => void setup.refetch()} />}
      {setup.data && (token === null ? <NoToken /> : <OwnerForm token={token} />)}
    </Entry>
  )
}

function AlreadySetUp() {
  return (
    <Entry title="Doorpost is already set up" lead="The set-up link works once, and it has been used.">
      <Text size="sm">
        If you have an account, <ToSignIn inText>sign in</ToSignIn>. If you do not, ask an owner to invite you under
        Settings, Team.
      </Text>
    </Entry>
  )
}

function NoToken() {
  return (
    <Alert color="orange" title="The link is not complete">
      <Stack gap="xs">
        <Text size="sm">
          Copy the whole set-up link from the terminal where Doorpost was started. Or make a new one there:
        </Text>
        <CodeLine value={command('users setup-link')} />
      </Stack>
    </Alert>
  )
}

function OwnerForm({ token }: { token: string }) {
  const enter = useEnter()
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (value) => (value.trim() === '' ? 'Type your name.' : null),
      email: (value) => (value.trim() === '' ? 'Type your e-mail address.' : null),
      password: tooShort,
    },
  })
  const { isBusy, refusal, run, forget } = useSubmit(form)
  // A newer link was opened in the same tab: the complaint was about the old one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another link counts
  useEffect(() => {
    forget()
  }, [token])
  const submit = form.onSubmit((values) =>
    run(async () => {
      await api.POST('/v1/setup', { body: { token, ...values } })
      await enter()
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormProblem of={refusal} />
        <TextInput
          label="Your name"
          name="name"
          autoComplete="name"
          autoFocus
          required
          {...form.getInputProps('name')}
        />
        <TextInput
          label="E-mail"
          description="You sign in with it."
          type="email"
          name="username"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <NewPassword {...form.getInputProps('password')} />
        <Button type="submit" loading={isBusy}>
          Set up and sign in
        </Button>
      </Stack>
    </form>
  )
}
