import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ME, type Me } from '../../api/session.ts'
import { FormProblem } from '../../entry/FormProblem.tsx'
import { NewPassword, tooShort } from '../../entry/NewPassword.tsx'
import { useSubmit } from '../../entry/useSubmit.ts'
import { tell } from '../../parts/tell.ts'
import { Section } from '../Section.tsx'

export function PasswordForm({ user }: { user: Me['user'] }) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: {
      current_password: (value) => (value === '' ? 'Type the password you have now.' : null),
      new_password: tooShort,
    },
  })
  const { isBusy, refusal, run } = useSubmit(form)
  const submit = form.onSubmit((values) =>
    run(async () => {
      await api.POST('/v1/auth/password', { body: values })
      form.reset()
      tell.done('Your password is changed. Your other sessions have ended.')
      await queries.invalidateQueries({ queryKey: ME })
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    }),
  )
  return (
    <Section
      title="Password"
      lead="When you change it, you stay signed in here and are signed out on all other devices."
    >
      <form onSubmit={submit} noValidate>
        <Stack maw={420}>
          <FormProblem of={refusal} />
          {/* So that a password manager knows whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordInput
            label="Current password"
            name="current-password"
            autoComplete="current-password"
            required
            {...form.getInputProps('current_password')}
          />
          <NewPassword label="New password" {...form.getInputProps('new_password')} />
          <Button type="submit" w="fit-content" loading={isBusy}>
            Change the password
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
