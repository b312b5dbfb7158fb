import { Checkbox, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Form, SubmitButton, useApiForm } from '../parts/form.tsx'
import { LinkButton } from '../parts/LinkButton.ts'
import { Entry } from './Entry.tsx'
import { CodeField } from './fields.tsx'

/** The second step of a sign-in: a code of the app, or one of the codes kept for when the phone is gone. */
export function SecondFactor({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const [isBackup, setBackup] = useState(false)
  const form = useApiForm({
    initialValues: { code: '', backup_code: '', trust_device: false },
    validate: {
      code: (value) => (!isBackup && value.trim() === '' ? 'Type the six digits that the app shows.' : null),
      backup_code: (value) => (isBackup && value.trim() === '' ? 'Type one of your backup codes.' : null),
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
      title="One more step"
      lead={
        isBackup
          ? 'Each backup code works once. You saved them when you switched the second factor on.'
          : 'Open your authenticator app and type the code it shows for Doorpost.'
      }
    >
      <Form of={form}>
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
          <CodeField key="code" label="Code from your app" autoFocus {...form.getInputProps('code')} />
        )}
        <Checkbox
          label="Do not ask on this device for 30 days"
          {...form.getInputProps('trust_device', { type: 'checkbox' })}
        />
        <SubmitButton of={form}>Sign in</SubmitButton>
        <Group justify="space-between" gap="xs">
          <LinkButton onClick={swap}>{isBackup ? 'Use the app instead' : 'Use a backup code instead'}</LinkButton>
          <LinkButton onClick={onBack}>Start again</LinkButton>
        </Group>
      </Form>
    </Entry>
  )
}
