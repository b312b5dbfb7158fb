import { Alert } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api, dataOf, isProblem } from '../api/client.ts'
import type { OpenInvitation } from '../api/schema.ts'
import { Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { Read, Small } from '../parts/ui.tsx'
import { Entry, ToSignIn, useEnter, useLinkToken } from './Entry.tsx'
import { EmailField, NameField, NewPassword, tooShort } from './fields.tsx'
import { ROLES } from './roles.ts'

export function Join() {
  const token = useLinkToken()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: token === null ? skipToken : () => dataOf(api.POST('/v1/invitations/open', { body: { token } })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (token === null) return <Unusable text="Copy the whole link from the message you got: the end of it is missing." />
  if (invitation.data) return <Invited invitation={invitation.data} token={token} />
  const { error } = invitation
  if (isProblem(error) && error.status >= 400 && error.status < 500 && error.status !== 429)
    return <Unusable text={error.message} />
  return (
    <Entry title="Your invitation">
      <Read of={invitation} rows={3}>
        {() => null}
      </Read>
    </Entry>
  )
}

function Unusable({ text }: { text: string }) {
  return (
    <Entry title="This invitation cannot be used" foot={<ToSignIn>I have an account: sign in</ToSignIn>}>
      <Alert color="orange">{text}</Alert>
      <Small>Ask the person who invited you for a new link. They make it under Settings, Team.</Small>
    </Entry>
  )
}

function Invited({ invitation, token }: { invitation: OpenInvitation; token: string }) {
  const { email, role, invited_by: by, workspace } = invitation
  const { label, may } = ROLES[role]
  const enter = useEnter()
  const form = useApiForm({
    initialValues: { name: '', password: '' },
    validate: { name: isNotEmpty('Type your name.'), password: tooShort },
    send: async (values) => {
      await api.POST('/v1/invitations/accept', { body: { token, ...values } })
      await enter()
    },
  })
  const lead = (
    <>
      {by === null ? 'You are invited' : `${by} invites you`} to work in {workspace} as <b>{label.toLowerCase()}</b>.{' '}
      {may}
    </>
  )
  return (
    <Entry title={`Join ${workspace}`} lead={lead} foot={<ToSignIn>I have an account: sign in</ToSignIn>}>
      <Form of={form}>
        <EmailField description="You sign in with it." required={false} value={email} readOnly />
        <NameField {...form.getInputProps('name')} />
        <NewPassword {...form.getInputProps('password')} />
        <SubmitButton of={form}>Join</SubmitButton>
      </Form>
    </Entry>
  )
}
