import { Anchor, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Entry } from './Entry.tsx'
import { FormProblem } from './FormProblem.tsx'
import { useSubmit } from './useSubmit.ts'

interface SecondFactorProps {
  onDone: () => Promise<void>
  onBack: () => void
}

/** The second step of a sign-in: a code of the app, or one of the codes kept for when the phone is gone. */
export function SecondFactor({ onDone, onBack }: SecondFactorProps) {
  const [isBackup, setBackup] = useState(false)
  const form = useForm({
    initialValues: { code: '', backup_code: '', trust_device: false },
    validate: {
      code: (value) => (!isBackup && value.trim() === '' ? 'Type the six digits that the app shows.' : null),
      backup_code: (value) => (isBackup && value.trim() === '' ? 'Type one of your backup codes.' : null),
    },
  })
  const { isBusy, refusal, run, forget } = useSubmit(form)
  const submit = form.onSubmit(({ code, backup_code, trust_device }) =>
    run(async () => {
      await api.POST('/v1/auth/second-factor', { body: { ...(isBackup ? { backup_code } : { code }), trust_device } })
      await onDone()
    }),
  )
  const swap = () => {
    setBackup(!isBackup)
    form.clearErrors()
    forget()
  }
  return (
    <Entry
      title="One more step"
      lead={
        isBackup
          ? 'Each backup code works once. You saved them when you switched the second factor on.'
          : 'Open your authenticator app and type the code it shows for Doorpost.'
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormProblem of={refusal} />
          {isBackup ? (
            <TextInput
              key="backup"
              label="Backup code"
              name="backup-code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              required
              {...form.getInputProps('backup_code')}
            />
          ) : (
            <TextInput
              key="code"
              label="Code from your app"
              name="one-time-code"
              autoComplete="one-time-code"
              inputMode="numeric"
              placeholder="123 456"
              autoFocus
              required
              {...form.getInputProps('code')}
            />
          )}
          <Checkbox
            label="Do not ask on this device for 30 days"
            {...form.getInputProps('trust_device', { type: 'checkbox' })}
          />
          <Button type="submit" loading={isBusy}>
            Sign in
          </Button>
          <Group justify="space-between" gap="xs">
            <Anchor component="button" type="button" size="sm" onClick={swap}>
              {isBackup ? 'Use the app instead' : 'Use a backup code instead'}
            </Anchor>
            <Anchor component="button" type="button" size="sm" onClick={onBack}>
              Start again
            </Anchor>
          </Group>
        </Stack>
      </form>
    </Entry>
  )
}
