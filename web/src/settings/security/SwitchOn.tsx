import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { TotpStart } from '../../api/schema.ts'
import { ME } from '../../api/session.ts'
import { FormProblem } from '../../entry/FormProblem.tsx'
import { useSubmit } from '../../entry/useSubmit.ts'
import { CodeLine } from '../../parts/Secret.tsx'
import { tell } from '../../parts/tell.ts'
import { SecondaryButton } from '../../parts/variants.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { PasswordStep, StepsDialog } from './PasswordDialog.tsx'
import { QrCode } from './QrCode.tsx'

/** Password, app, code, backup codes. It is on after the code; until then nothing changes. */
export function SwitchOn({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [start, setStart] = useState<TotpStart | null>(null)
  const [isOn, setOn] = useState(false)
  const begin = async (password: string) => setStart(await dataOf(api.POST('/v1/auth/totp', { body: { password } })))
  const finish = () => {
    setOn(true)
    tell.done('The second factor is on.')
  }
  const close = () => {
    onClose()
    // Not before: the dialog belongs to what it changes.
    if (isOn) void queries.invalidateQueries({ queryKey: ME })
  }
  const title = isOn ? 'Save your backup codes' : 'Switch the second factor on'
  return (
    <StepsDialog title={title} onClose={close} isPrecious={start !== null}>
      {start === null && (
        <PasswordStep label="Continue" onCancel={close} onPassword={begin}>
          You need an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator or a password manager.
        </PasswordStep>
      )}
      {start !== null && !isOn && <Scan uri={start.uri} onDone={finish} onCancel={close} />}
      {start !== null && isOn && <BackupCodes codes={start.backup_codes} onDone={close} />}
    </StepsDialog>
  )
}

function Scan({ uri, onDone, onCancel }: { uri: string; onDone: () => void; onCancel: () => void }) {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? 'Type the six digits that the app shows.' : null) },
  })
  const { isBusy, refusal, run } = useSubmit(form)
  const submit = form.onSubmit((values) =>
    run(async () => {
      await api.POST('/v1/auth/totp/confirm', { body: values })
      onDone()
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">1. Scan this with the app.</Text>
        <QrCode text={uri} label="QR code for your authenticator app" />
        <Stack gap={4}>
          <Text size="sm">Or type this into the app:</Text>
          <CodeLine value={secret} label="Copy the secret" />
        </Stack>
        <FormProblem of={refusal} />
        <TextInput
          label="2. Code from your app"
          description="It proves that the app works, and switches the second factor on."
          name="one-time-code"
          autoComplete="one-time-code"
          inputMode="numeric"
          placeholder="123 456"
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end">
          <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
          <Button type="submit" loading={isBusy}>
            Switch on
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
