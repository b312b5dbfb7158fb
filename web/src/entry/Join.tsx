import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type ApiProblem, api, dataOf } from '../api/client.ts'
import type { OpenInvitation } from '../api/schema.ts'
import { Loading, Problem } from '../parts/states.tsx'
import { Entry, ToSignIn } from './Entry.tsx'
import { FormProblem } from './FormProblem.tsx'
import { NewPassword, tooShort } from './NewPassword.tsx'
import { ROLES } from './roles.ts'
import { useEnter } from './useEnter.ts'
import { useLinkToken } from './useLinkToken.ts'
import { useSubmit } from './useSubmit.ts'

/** Where the link of an invitation leads. */
export function Join() {
  const token = useLinkToken()
  const invitation = useQuery<OpenInvitation, ApiProblem>({
    queryKey: ['invitation', token],
    queryFn: token === null ? skipToken : () => dataOf(api.POST('/v1/invitations/open', { body: { token } })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (token === null) return <Unusable text="Copy the whole link from the message you got: the end of it is missing." />
  if (invitation.data) return <Invited invitation={invitation.data} token={token} />
  const { error } = invitation
  if (error && error.status >= 400 && error.status < 500 && error.status !== 429)
    return <Unusable text={error.message} />
  return (
    <Entry title="Your invitation">
      {error ? <Problem error={error} retry={() => void invitation.refetch()} /> : <Loading rows={3} />}
    </Entry>
  )
}

function Unusable({ text }: { text: string }) {
  return (
    <Entry title="This invitation cannot be used" foot={<ToSignIn>I have an account: sign in</ToSignIn>}>
      <Alert color="orange">{text}</Alert>
      <Text size="sm">Ask the person who invited you for a new link. They make it under Settings, Team.</Text>
    </Entry>
  )
}

function Invited({ invitation, token }: { invitation: OpenInvitation; token: string }) {
  const { email, role, invited_by: by, workspace } = invitation
  const { label, may } = ROLES[role]
  const enter = useEnter()
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: { name: (value) => (value.trim() === '' ? 'Type your name.' : null), password: tooShort },
  })
  const { isBusy, refusal, run } = useSubmit(form)
  const submit = form.onSubmit((values) =>
    run(async () => {
      await api.POST('/v1/invitations/accept', { body: { token, ...values } })
      await enter()
    }),
  )
  const lead = (
    <>
      {by === null ? 'You are invited' : `${by} invites you`} to work in {workspace} as <b>{label.toLowerCase()}</b>.{' '}
      {may}
    </>
  )
  return (
    <Entry title={`Join ${workspace}`} lead={lead} foot={<ToSignIn>I have an account: sign in</ToSignIn>}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormProblem of={refusal} />
          <TextInput
            label="E-mail"
            description="You sign in with it."
            type="email"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
          />
          <TextInput
            label="Your name"
            name="name"
            autoComplete="name"
            autoFocus
            required
            {...form.getInputProps('name')}
          />
          <NewPassword {...form.getInputProps('password')} />
          <Button type="submit" loading={isBusy}>
            Join
          </Button>
        </Stack>
      </form>
    </Entry>
  )
}
