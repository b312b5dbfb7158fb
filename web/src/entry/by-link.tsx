import { Alert, Stack } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf, isProblem } from '../api/client.ts'
import type { OpenInvitation } from '../api/schema.ts'
import { Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { IconCheck, IconMail } from '../parts/icons.tsx'
import { Muted, Small } from '../parts/text.tsx'
import { ButtonLink, Read } from '../parts/ui.tsx'
import { Command, Entry, ToSignIn, useEnter, useLinkToken, useSetup } from './Entry.tsx'
import { EmailField, NameField, NewPassword, tooShort } from './fields.tsx'
import { ROLES } from './roles.ts'

/** The person with the link from the terminal becomes the owner. */
export function SetUp() {
  const token = useLinkToken()
  const setup = useSetup()
  if (setup.data?.needed === false)
    return (
      <Entry title="Doorpost is already set up" lead="The set-up link works once, and it has been used.">
        <Small>
          If you have an account, <ToSignIn inText>sign in</ToSignIn>. If you do not, ask an owner to invite you under
          Settings, Team.
        </Small>
      </Entry>
    )
  return (
    <Entry title="Set up Doorpost" lead="You become the owner. You can invite your team afterwards.">
      <Read of={setup} rows={3}>
        {() =>
          token === null ? (
            <Alert color="orange" title="The link is not complete">
              <Stack gap="xs">
                <Small>
                  Copy the whole set-up link from the terminal where Doorpost was started. Or make a new one there:
                </Small>
                <Command words="users setup-link" />
              </Stack>
            </Alert>
          ) : (
            <OwnerForm token={token} />
          )
        }
      </Read>
    </Entry>
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
  // A newer link was opened in the same tab, and the error was about the old one.
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
      {token === null ? (
        <Alert color="orange" title="The link is not complete">
          Copy the whole link from the mail or the terminal, or ask for a new one.
        </Alert>
      ) : (
        <PasswordForm token={token} onDone={() => setDone(true)} />
      )}
    </Entry>
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
        {({ mail }) =>
          mail ? (
            <ByMail />
          ) : (
            <Stack>
              <Small>
                This Doorpost does not send mail. The person who runs it can make a link for you to choose a new
                password. This is the command, with your address:
              </Small>
              <Command words="users reset --email you@example.com" />
              <Muted>The link works once, for one hour. Your sessions end when it is used.</Muted>
            </Stack>
          )
        }
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
