import { Stack, Text } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import { api, dataOf } from '../../api/client.ts'
import type { TotpStart } from '../../api/schema.ts'
import { ME } from '../../api/session.ts'
import { CodeField } from '../../entry/fields.tsx'
import { DialogButtons, Form, useApiForm } from '../../parts/form.tsx'
import { CodeLine } from '../../parts/Secret.tsx'
import { tell } from '../../parts/tell.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { PasswordStep, StepsDialog } from './PasswordDialog.tsx'

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
    // Not earlier: the dialog belongs to the section that this changes.
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
  const form = useApiForm({
    initialValues: { code: '' },
    validate: { code: isNotEmpty('Type the six digits that the app shows.') },
    send: async (body) => {
      await api.POST('/v1/auth/totp/confirm', { body })
      onDone()
    },
  })
  const lead = (
    <>
      <Text size="sm">1. Scan this with the app.</Text>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <Stack gap={4}>
        <Text size="sm">Or type this into the app:</Text>
        <CodeLine value={new URL(uri).searchParams.get('secret') ?? ''} label="Copy the secret" />
      </Stack>
    </>
  )
  return (
    <Form of={form} lead={lead}>
      <CodeField
        label="2. Code from your app"
        description="It proves that the app works, and switches the second factor on."
        data-autofocus
        {...form.getInputProps('code')}
      />
      <DialogButtons label="Switch on" of={form} onBack={onCancel} />
    </Form>
  )
}

/** Black on white in both themes, because cameras need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      width={200}
      height={200}
      style={{
        alignSelf: 'center',
        borderRadius: 'var(--mantine-radius-md)',
        border: '1px solid var(--mantine-color-default-border)',
      }}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
