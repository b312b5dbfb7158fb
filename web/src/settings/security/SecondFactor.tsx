import { Badge, Button, Group } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { ME } from '../../api/session.ts'
import { tell } from '../../parts/tell.ts'
import { Hint, SecondaryButton } from '../../parts/variants.ts'
import { Section } from '../Section.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { PasswordStep, StepsDialog } from './PasswordDialog.tsx'
import { SwitchOn } from './SwitchOn.tsx'

type Open = 'switch-on' | 'new-codes' | 'switch-off'

export function SecondFactor({ isOn }: { isOn: boolean }) {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <Section
      title="Second factor"
      lead="At sign-in you are then also asked for a code from an app on your phone. A stolen password alone opens nothing."
    >
      <Group>
        <Badge
          variant="light"
          color={isOn ? 'teal' : 'gray'}
          size="lg"
          radius="sm"
          tt="none"
          leftSection={isOn ? <IconShieldCheck size={16} aria-hidden /> : <IconShieldOff size={16} aria-hidden />}
        >
          {isOn ? 'On' : 'Off'}
        </Badge>
        {isOn ? (
          <>
            <SecondaryButton onClick={() => setOpen('new-codes')}>Make new backup codes</SecondaryButton>
            <SecondaryButton onClick={() => setOpen('switch-off')}>Switch off</SecondaryButton>
          </>
        ) : (
          <Button onClick={() => setOpen('switch-on')}>Switch on</Button>
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
  const make = async (password: string) => {
    const made = await dataOf(api.POST('/v1/auth/totp/backup-codes', { body: { password } }))
    setCodes(made.backup_codes)
  }
  return (
    <StepsDialog title="New backup codes" onClose={onClose} isPrecious={codes !== null}>
      {codes ? (
        <BackupCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep label="Make the codes" onCancel={onClose} onPassword={make}>
          Your old backup codes stop working. The new ones are shown once.
        </PasswordStep>
      )}
    </StepsDialog>
  )
}

function SwitchOff({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const stop = async (password: string) => {
    await api.DELETE('/v1/auth/totp', { body: { password } })
    tell.done('The second factor is off.')
    await queries.invalidateQueries({ queryKey: ME })
    onClose()
  }
  return (
    <StepsDialog title="Switch the second factor off?" onClose={onClose}>
      <PasswordStep label="Switch off" danger onCancel={onClose} onPassword={stop}>
        Your password alone is then enough to sign in. Your backup codes stop working; remove Doorpost from your app.
      </PasswordStep>
      <Hint mt="sm">Passkeys stay as they are.</Hint>
    </StepsDialog>
  )
}
