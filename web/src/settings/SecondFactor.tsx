import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Badge, Button, Code, Group, Modal, type ModalProps, SimpleGrid, Stack } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { api, dataOf, useRefresh } from '../api/client.ts'
import type { TotpStart } from '../api/schema.ts'
import { CodeField, CurrentPassword } from '../entry/fields.tsx'
import { useChange } from '../parts/action.ts'
import { download } from '../parts/download.ts'
import { DialogButtons, Form, useApiForm } from '../parts/forms.tsx'
import { IconDownload, IconEyeOff, IconShieldCheck, IconShieldOff } from '../parts/icons.tsx'
import { CodeLine, Copy, QrCode } from '../parts/Secret.tsx'
import { Hint, Small } from '../parts/text.tsx'
import { SecondaryButton, SmallButton, tell } from '../parts/ui.tsx'
import { Section } from './Section.tsx'

type Open = 'switch-on' | 'new-codes' | 'switch-off'

export function SecondFactor({ isOn }: { isOn: boolean }) {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <Section
      title={t`Second factor`}
      lead={t`At sign-in you are then also asked for a code from an app on your phone. A stolen password alone opens nothing.`}
    >
      <Group>
        <Badge
          variant="light"
          color={isOn ? 'teal' : 'gray'}
          size="lg"
          radius="sm"
          tt="none"
          leftSection={isOn ? <IconShieldCheck size={16} /> : <IconShieldOff size={16} />}
        >
          {isOn
            ? t({ message: 'On', comment: 'The second factor' })
            : t({ message: 'Off', comment: 'The second factor' })}
        </Badge>
        {isOn ? (
          <>
            <SecondaryButton onClick={() => setOpen('new-codes')}>
              <Trans>Make new backup codes</Trans>
            </SecondaryButton>
            <SecondaryButton onClick={() => setOpen('switch-off')}>
              <Trans>Switch off</Trans>
            </SecondaryButton>
          </>
        ) : (
          <Button onClick={() => setOpen('switch-on')}>
            <Trans>Switch on</Trans>
          </Button>
        )}
      </Group>
      {open === 'switch-on' && <SwitchOn onClose={close} />}
      {open === 'new-codes' && <NewCodes onClose={close} />}
      {open === 'switch-off' && <SwitchOff onClose={close} />}
    </Section>
  )
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const make = async (password: string) =>
    setCodes((await dataOf(api.POST('/v1/auth/totp/backup-codes', { body: { password } }))).backup_codes)
  return (
    <StepsDialog title={t`New backup codes`} onClose={onClose} isPrecious={codes !== null}>
      {codes ? (
        <BackupCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep label={t`Make the codes`} onCancel={onClose} onPassword={make}>
          <Trans>Your old backup codes stop working. The new ones are shown once.</Trans>
        </PasswordStep>
      )}
    </StepsDialog>
  )
}

function SwitchOff({ onClose }: { onClose: () => void }) {
  const change = useChange('me')
  const stop = async (password: string) => {
    await change(api.DELETE('/v1/auth/totp', { body: { password } }), t`The second factor is off.`)
    onClose()
  }
  return (
    <StepsDialog title={t`Switch the second factor off?`} onClose={onClose}>
      <PasswordStep label={t`Switch off`} danger onCancel={onClose} onPassword={stop}>
        <Trans>
          Your password alone is then enough to sign in. Your backup codes stop working; remove Doorpost from your app.
        </Trans>
      </PasswordStep>
      <Hint mt="sm">
        <Trans>Passkeys stay as they are.</Trans>
      </Hint>
    </StepsDialog>
  )
}

/** Password, app, code, backup codes. Nothing changes before the code. */
function SwitchOn({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh()
  const [start, setStart] = useState<TotpStart | null>(null)
  const [isOn, setOn] = useState(false)
  const begin = async (password: string) => setStart(await dataOf(api.POST('/v1/auth/totp', { body: { password } })))
  const finish = () => {
    setOn(true)
    tell.done(t`The second factor is on.`)
  }
  const close = () => {
    onClose()
    // Not earlier: this dialog belongs to the section that it changes.
    if (isOn) void refresh('me')
  }
  const title = isOn ? t`Save your backup codes` : t`Switch the second factor on`
  return (
    <StepsDialog title={title} onClose={close} isPrecious={start !== null}>
      {start === null && (
        <PasswordStep label={t`Continue`} onCancel={close} onPassword={begin}>
          <Trans>
            You need an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator or a password
            manager.
          </Trans>
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
    validate: { code: isNotEmpty(t`Type the six digits that the app shows.`) },
    send: async (body) => {
      await api.POST('/v1/auth/totp/confirm', { body })
      onDone()
    },
  })
  const lead = (
    <>
      <Small>
        <Trans>1. Scan this with the app.</Trans>
      </Small>
      <QrCode text={uri} label={t`QR code for your authenticator app`} size={200} border={2} style={QR_FRAME} />
      <Stack gap={4}>
        <Small>
          <Trans>Or type this into the app:</Trans>
        </Small>
        <CodeLine value={new URL(uri).searchParams.get('secret') ?? ''} label={t`Copy the secret`} />
      </Stack>
    </>
  )
  return (
    <Form of={form} lead={lead}>
      <CodeField
        label={t`2. Code from your app`}
        description={t`It proves that the app works, and switches the second factor on.`}
        data-autofocus
        {...form.getInputProps('code')}
      />
      <DialogButtons label={t`Switch on`} of={form} onBack={onCancel} />
    </Form>
  )
}

const QR_FRAME = {
  alignSelf: 'center',
  borderRadius: 'var(--mantine-radius-md)',
  border: '1px solid var(--mantine-color-default-border)',
}

interface PasswordStepProps {
  children: ReactNode
  label: string
  danger?: boolean
  onCancel: () => void
  /** Its refusal is shown in the form. */
  onPassword: (password: string) => Promise<unknown>
}

/** Protects against strangers at an unlocked screen. */
function PasswordStep({ children, label, danger, onCancel, onPassword }: PasswordStepProps) {
  const form = useApiForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t`Type your password.` : null) },
    send: ({ password }) => onPassword(password),
  })
  return (
    <Form of={form} lead={<Small>{children}</Small>}>
      <CurrentPassword label={t`Your password`} data-autofocus {...form.getInputProps('password')} />
      <DialogButtons label={label} color={danger ? 'red.8' : undefined} of={form} back={t`Go back`} onBack={onCancel} />
    </Form>
  )
}

/** `isPrecious` is shown once: a stray click does not close it. */
function StepsDialog({
  isPrecious = false,
  ...modal
}: Partial<ModalProps> & { onClose: () => void; isPrecious?: boolean }) {
  return <Modal opened closeOnClickOutside={!isPrecious} closeOnEscape={!isPrecious} {...modal} />
}

function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" icon={<IconEyeOff />} title={t`Save these codes now`}>
        <Trans>
          They are shown this once. Each lets you sign in one time without your phone. Keep them apart from it, such as
          in a password manager or on paper.
        </Trans>
      </Alert>
      <SimpleGrid cols={2} spacing="xs" component="ul" p={0} m={0} aria-label={t`Backup codes`}>
        {codes.map((code) => (
          <Code key={code} component="li" block ta="center" style={{ listStyle: 'none' }}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Group gap="xs">
          <Copy value={codes.join('\n')} label={t`Copy all`} />
          <SmallButton
            leftSection={<IconDownload size={14} />}
            onClick={() => {
              const text = t`Doorpost backup codes for ${location.host}\nEach works once.\n\n${codes.join('\n')}\n`
              download('doorpost-backup-codes.txt', new Blob([text], { type: 'text/plain' }))
            }}
          >
            <Trans>Download</Trans>
          </SmallButton>
        </Group>
        <Button onClick={onDone}>
          <Trans>I have saved them</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
