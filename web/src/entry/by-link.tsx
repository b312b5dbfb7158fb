import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api, dataOf, isProblem } from '../api/client.ts'
import type { OpenInvitation } from '../api/schema.ts'
import { FixedSelect, Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { IconCheck, IconMail } from '../parts/icons.tsx'
import { Muted, Small } from '../parts/text.tsx'
import { ButtonLink, Read } from '../parts/ui.tsx'
import { ownZone, showWall, wallOf, zoneNames } from '../parts/wall-clock.ts'
import { Command, Entry, ToSignIn, useEnter, useLinkToken, useSetup } from './Entry.tsx'
import { EmailField, NameField, NewPassword, tooShort } from './fields.tsx'
import { ROLES } from './roles.ts'

/** The person with the link from the terminal becomes the owner. */
export function SetUp() {
  const { t } = useLingui()
  const token = useLinkToken()
  const setup = useSetup()
  if (setup.data?.needed === false)
    return (
      <Entry title={t`Doorpost is already set up`} lead={t`The set-up link works once, and it has been used.`}>
        <Small>
          <Trans>
            If you have an account, <ToSignIn inText>sign in</ToSignIn>. If you do not, ask an owner to invite you under
            Settings, Team.
          </Trans>
        </Small>
      </Entry>
    )
  return (
    <Entry title={t`Set up Doorpost`} lead={t`You become the owner. You can invite your team afterwards.`}>
      <Read of={setup} rows={3}>
        {() => (token === null ? <BrokenSetUp /> : <OwnerForm token={token} />)}
      </Read>
    </Entry>
  )
}

function BrokenSetUp() {
  const { t } = useLingui()
  return (
    <Alert color="orange" title={t`The link is not complete`}>
      <Stack gap="xs">
        <Small>
          <Trans>
            Copy the whole set-up link from the terminal where Doorpost was started. Or make a new one there:
          </Trans>
        </Small>
        <Command words="users setup-link" />
      </Stack>
    </Alert>
  )
}

function OwnerForm({ token }: { token: string }) {
  const { t } = useLingui()
  const enter = useEnter()
  const form = useApiForm({
    initialValues: { name: '', email: '', password: '', time_zone: ownZone() },
    validate: {
      name: isNotEmpty(t`Type your name.`),
      email: isNotEmpty(t`Type your e-mail address.`),
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
      <EmailField description={t`You sign in with it.`} {...form.getInputProps('email')} />
      <NewPassword {...form.getInputProps('password')} />
      <ZoneField value={form.values.time_zone} {...form.getInputProps('time_zone')} />
      <SubmitButton of={form}>
        <Trans>Set up and sign in</Trans>
      </SubmitButton>
    </Form>
  )
}

interface ZoneFieldProps {
  value: string
  onChange: (zone: string | null) => void
}

/** The browser's zone, with the time there: a wrong one is seen at once. */
function ZoneField({ value, ...input }: ZoneFieldProps) {
  const { t } = useLingui()
  const zones = useMemo(() => [...new Set([ownZone(), ...zoneNames()])], [])
  const now = showWall(wallOf(Date.now(), value), { timeStyle: 'short' })
  return (
    <FixedSelect
      label={t`Time zone`}
      description={t`Posts are planned by this clock. There it is ${now} now. Figures are counted by days in UTC.`}
      data={zones}
      searchable
      nothingFoundMessage={t`No such time zone. Search for a city, such as Lisbon.`}
      maxDropdownHeight={240}
      value={value}
      {...input}
    />
  )
}

export function NotSetUp() {
  const { t } = useLingui()
  return (
    <Entry title={t`Doorpost has no owner yet`} lead={t`The first person sets it up with a link that only works once.`}>
      <Stack>
        <Small>
          <Trans>The link is in the terminal where Doorpost was started, beside “Set up”. Open it here.</Trans>
        </Small>
        <Small>
          <Trans>If it is lost or too old, make another one there:</Trans>
        </Small>
        <Command words="users setup-link" />
      </Stack>
    </Entry>
  )
}

export function Join() {
  const { t } = useLingui()
  const token = useLinkToken()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: token === null ? skipToken : () => dataOf(api.POST('/v1/invitations/open', { body: { token } })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (token === null)
    return <Unusable text={t`Copy the whole link from the message you got: the end of it is missing.`} />
  if (invitation.data) return <Invited invitation={invitation.data} token={token} />
  const { error } = invitation
  if (isProblem(error) && error.status >= 400 && error.status < 500 && error.status !== 429)
    return <Unusable text={error.message} />
  return (
    <Entry title={t`Your invitation`}>
      <Read of={invitation} rows={3}>
        {() => null}
      </Read>
    </Entry>
  )
}

const HAVE_ACCOUNT = (
  <ToSignIn>
    <Trans>I have an account: sign in</Trans>
  </ToSignIn>
)

function Unusable({ text }: { text: string }) {
  const { t } = useLingui()
  return (
    <Entry title={t`This invitation cannot be used`} foot={HAVE_ACCOUNT}>
      <Alert color="orange">{text}</Alert>
      <Small>
        <Trans>Ask the person who invited you for a new link. They make it under Settings, Team.</Trans>
      </Small>
    </Entry>
  )
}

function Invited({ invitation, token }: { invitation: OpenInvitation; token: string }) {
  const { t } = useLingui()
  const { email, role, invited_by: by, workspace } = invitation
  const { as, may } = ROLES[role]
  const enter = useEnter()
  const form = useApiForm({
    initialValues: { name: '', password: '' },
    validate: { name: isNotEmpty(t`Type your name.`), password: tooShort },
    send: async (values) => {
      await api.POST('/v1/invitations/accept', { body: { token, ...values } })
      await enter()
    },
  })
  const roleName = <b>{as}</b>
  const lead = (
    <>
      {by === null ? (
        <Trans>
          You are invited to work in {workspace} as {roleName}.
        </Trans>
      ) : (
        <Trans>
          {by} invites you to work in {workspace} as {roleName}.
        </Trans>
      )}{' '}
      {may}
    </>
  )
  return (
    <Entry title={t`Join ${workspace}`} lead={lead} foot={HAVE_ACCOUNT}>
      <Form of={form}>
        <EmailField description={t`You sign in with it.`} required={false} value={email} readOnly />
        <NameField {...form.getInputProps('name')} />
        <NewPassword {...form.getInputProps('password')} />
        <SubmitButton of={form}>
          <Trans comment="Button: accept the invitation">Join</Trans>
        </SubmitButton>
      </Form>
    </Entry>
  )
}

export function ResetPassword() {
  const { t } = useLingui()
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return (
      <Entry title={t`Your password is changed`}>
        <Alert color="teal" icon={<IconCheck />} role="status">
          <Trans>You are signed out on all devices. Sign in with the new password.</Trans>
        </Alert>
        <ButtonLink to="/sign-in">{t`Sign in`}</ButtonLink>
      </Entry>
    )
  }
  return (
    <Entry title={t`Choose a new password`} foot={<ToSignIn />}>
      {token === null ? (
        <Alert color="orange" title={t`The link is not complete`}>
          <Trans>Copy the whole link from the mail or the terminal, or ask for a new one.</Trans>
        </Alert>
      ) : (
        <PasswordForm token={token} onDone={() => setDone(true)} />
      )}
    </Entry>
  )
}

function PasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useLingui()
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
      <NewPassword label={t`New password`} autoFocus {...form.getInputProps('password')} />
      <SubmitButton of={form}>
        <Trans>Change the password</Trans>
      </SubmitButton>
    </Form>
  )
}

export function ForgotPassword() {
  const { t } = useLingui()
  const setup = useSetup()
  return (
    <Entry title={t`Forgotten password`} foot={<ToSignIn />}>
      <Read of={setup} rows={2}>
        {({ mail }) =>
          mail ? (
            <ByMail />
          ) : (
            <Stack>
              <Small>
                <Trans>
                  This Doorpost does not send mail. The person who runs it can make a link for you to choose a new
                  password. This is the command, with your address:
                </Trans>
              </Small>
              <Command words="users reset --email you@example.com" />
              <Muted>
                <Trans>The link works once, for one hour. Your sessions end when it is used.</Trans>
              </Muted>
            </Stack>
          )
        }
      </Read>
    </Entry>
  )
}

function ByMail() {
  const { t } = useLingui()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useApiForm({
    initialValues: { email: '' },
    validate: { email: isNotEmpty(t`Type your e-mail address.`) },
    send: async ({ email }) => {
      await api.POST('/v1/auth/password/forgot', { body: { email } })
      setSentTo(email)
    },
  })
  if (sentTo !== null) {
    return (
      <Alert color="teal" icon={<IconMail />} title={t`Check your mail`} role="status">
        <Trans>
          If {sentTo} belongs to somebody here, a link to choose a new password is on its way. It works for one hour.
          Check the spam folder too.
        </Trans>
      </Alert>
    )
  }
  return (
    <Form
      of={form}
      lead={
        <Small>
          <Trans>You get a link by mail with which you choose a new password.</Trans>
        </Small>
      }
    >
      <EmailField autoFocus {...form.getInputProps('email')} />
      <SubmitButton of={form}>
        <Trans>Send the link</Trans>
      </SubmitButton>
    </Form>
  )
}
