import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type ApiProblem, api, dataOf } from '../api/client.ts'
import type { SignedIn } from '../api/schema.ts'
import { ME, type Me } from '../api/session.ts'
import { AnchorLink } from '../parts/links.tsx'
import { SecondaryButton } from '../parts/variants.ts'
import { Entry } from './Entry.tsx'
import { FormProblem } from './FormProblem.tsx'
import { NotSetUp } from './NotSetUp.tsx'
import { hasPasskeys, signInWithPasskey } from './passkey.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { useSetup } from './setup.ts'
import { safeBack, useEnter } from './useEnter.ts'
import { useSubmit } from './useSubmit.ts'

export function SignIn() {
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
    <Entry title="Sign in" lead={back && back !== '/' ? 'You will come back to the page you wanted.' : undefined}>
      <PasswordForm take={take} />
    </Entry>
  )
}

/** Who is signed in already goes on. What was known before this page opened does not count: it may be a sign-out. */
function usePassSignedIn(back: string | undefined): void {
  const router = useRouter()
  const me = useQuery<Me, ApiProblem>({
    queryKey: ME,
    queryFn: () => dataOf(api.GET('/v1/me')),
    refetchOnMount: 'always',
    retry: false,
  })
  const isIn = me.isFetchedAfterMount && me.isSuccess && !me.isFetching
  useEffect(() => {
    if (isIn) router.history.replace(safeBack(back))
  }, [isIn, router, back])
}

function PasswordForm({ take }: { take: (answer: SignedIn) => Promise<void> }) {
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? 'Type your e-mail address.' : null),
      password: (value) => (value === '' ? 'Type your password.' : null),
    },
  })
  const { isBusy, refusal, run } = useSubmit(form)
  const submit = form.onSubmit((values) =>
    run(async () => take(await dataOf(api.POST('/v1/auth/sign-in', { body: values })))),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormProblem of={refusal} />
        <TextInput
          label="E-mail"
          type="email"
          name="username"
          autoComplete="username"
          autoFocus
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isBusy}>
          Sign in
        </Button>
        <Text size="sm" ta="center">
          <AnchorLink to="/forgot-password">Forgotten your password?</AnchorLink>
        </Text>
        {hasPasskeys() && (
          <>
            <Divider label="or" />
            <SecondaryButton
              disabled={isBusy}
              leftSection={<IconFingerprint size={18} aria-hidden />}
              onClick={() => void run(async () => take(await signInWithPasskey()))}
            >
              Sign in with a passkey
            </SecondaryButton>
          </>
        )}
      </Stack>
    </form>
  )
}
