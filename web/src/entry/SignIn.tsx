import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Divider, Group, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, dataOf, ME, useRead } from '../api/client.ts'
import type { SignedIn } from '../api/schema.ts'
import { Form, SubmitButton, useApiForm } from '../parts/forms.tsx'
import { IconFingerprint } from '../parts/icons.tsx'
import { Small } from '../parts/text.tsx'
import { AnchorLink, LinkButton, SecondaryButton } from '../parts/ui.tsx'
import { NotSetUp } from './by-link.tsx'
import { Entry, safeBack, useEnter, useSetup } from './Entry.tsx'
import { CodeField, CurrentPassword, EmailField } from './fields.tsx'
import { hasPasskeys, signInWithPasskey } from './passkey.ts'

export function SignIn() {
  const { t } = useLingui()
  const { back } = useSearch({ from: '__root__' })
  const [isHalfway, setHalfway] = useState(false)
  const enter = useEnter()
  const setup = useSetup()
  usePassSignedIn(back)

  const take = async ({ second_factor_needed: needed }: SignedIn) => {
    if (needed) setHalfway(true)
    else await enter(back)
  }
  if (setup.data?.needed) return <NotSetUp />
  if (isHalfway) return <SecondFactor onDone={() => enter(back)} onBack={() => setHalfway(false)} />
  return (
    <Entry title={t`Sign in`} lead={back && back !== '/' ? t`You will come back to the page you wanted.` : undefined}>
      <PasswordForm take={take} />
    </Entry>
  )
}

/** Redirects people who are signed in. Cached data does not count: they may have just signed out. */
function usePassSignedIn(back: string | undefined): void {
  const router = useRouter()
  const me = useRead(ME, '/v1/me', { refetchOnMount: 'always', retry: false })
  const isIn = me.isFetchedAfterMount && me.isSuccess && !me.isFetching
  useEffect(() => {
    if (isIn) router.history.replace(safeBack(back))
  }, [isIn, router, back])
}

function PasswordForm({ take }: { take: (answer: SignedIn) => Promise<void> }) {
  const { t } = useLingui()
  const form = useApiForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: isNotEmpty(t`Type your e-mail address.`),
      password: (value) => (value === '' ? t`Type your password.` : null),
    },
    send: async (body) => take(await dataOf(api.POST('/v1/auth/sign-in', { body }))),
  })
  return (
    <Form of={form}>
      <EmailField autoFocus {...form.getInputProps('email')} />
      <CurrentPassword label={t`Password`} name="password" {...form.getInputProps('password')} />
      <SubmitButton of={form}>{t`Sign in`}</SubmitButton>
      <Small ta="center">
        <AnchorLink to="/forgot-password">
          <Trans>Forgotten your password?</Trans>
        </AnchorLink>
      </Small>
      {hasPasskeys() && (
        <>
          <Divider label={t`or`} />
          <SecondaryButton
            disabled={form.isBusy}
            leftSection={<IconFingerprint size={18} />}
            onClick={() => void form.run(async () => take(await signInWithPasskey()))}
          >
            <Trans>Sign in with a passkey</Trans>
          </SecondaryButton>
        </>
      )}
    </Form>
  )
}

function SecondFactor({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const { t } = useLingui()
  const [isBackup, setBackup] = useState(false)
  const form = useApiForm({
    initialValues: { code: '', backup_code: '', trust_device: false },
    validate: {
      code: (value) => (!isBackup && value.trim() === '' ? t`Type the six digits that the app shows.` : null),
      backup_code: (value) => (isBackup && value.trim() === '' ? t`Type one of your backup codes.` : null),
    },
    send: async ({ code, backup_code, trust_device }) => {
      await api.POST('/v1/auth/second-factor', { body: { ...(isBackup ? { backup_code } : { code }), trust_device } })
      await onDone()
    },
  })
  const swap = () => {
    setBackup(!isBackup)
    form.clearErrors()
    form.forget()
  }
  return (
    <Entry
      title={t`One more step`}
      lead={
        isBackup
          ? t`Each backup code works once. You saved them when you switched the second factor on.`
          : t`Open your authenticator app and type the code it shows for Doorpost.`
      }
    >
      <Form of={form}>
        {isBackup ? (
          <TextInput
            key="backup"
            label={t`Backup code`}
            name="backup-code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            {...form.getInputProps('backup_code')}
          />
        ) : (
          <CodeField key="code" label={t`Code from your app`} autoFocus {...form.getInputProps('code')} />
        )}
        <Checkbox
          label={t`Do not ask on this device for 30 days`}
          {...form.getInputProps('trust_device', { type: 'checkbox' })}
        />
        <SubmitButton of={form}>{t`Sign in`}</SubmitButton>
        <Group justify="space-between" gap="xs">
          <LinkButton onClick={swap}>{isBackup ? t`Use the app instead` : t`Use a backup code instead`}</LinkButton>
          <LinkButton onClick={onBack}>{t`Start again`}</LinkButton>
        </Group>
      </Form>
    </Entry>
  )
}
