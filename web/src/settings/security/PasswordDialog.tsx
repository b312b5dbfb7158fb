import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { FormProblem } from '../../entry/FormProblem.tsx'
import { useSubmit } from '../../entry/useSubmit.ts'
import { SecondaryButton } from '../../parts/variants.ts'

interface PasswordStepProps {
  children: ReactNode
  /** The button, as a verb. */
  label: string
  danger?: boolean
  onCancel: () => void
  /** What is done with the right password. A refusal stays in the form. */
  onPassword: (password: string) => Promise<unknown>
}

/** Asks for the password again, before what a stranger at an open screen must not do. */
export function PasswordStep({ children, label, danger = false, onCancel, onPassword }: PasswordStepProps) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Type your password.' : null) },
  })
  const { isBusy, refusal, run } = useSubmit(form)
  return (
    <form onSubmit={form.onSubmit(({ password }) => run(() => onPassword(password)))} noValidate>
      <Stack>
        <Text size="sm">{children}</Text>
        <FormProblem of={refusal} />
        <PasswordInput
          label="Your password"
          name="current-password"
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end">
          <SecondaryButton onClick={onCancel}>Go back</SecondaryButton>
          <Button type="submit" loading={isBusy} {...(danger ? { color: 'red.8' } : {})}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface StepsDialogProps {
  title: string
  onClose: () => void
  /** What is shown now cannot be seen again: a stray click does not close it. */
  isPrecious?: boolean
  children: ReactNode
}

export function StepsDialog({ title, onClose, isPrecious = false, children }: StepsDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={!isPrecious} closeOnEscape={!isPrecious}>
      {children}
    </Modal>
  )
}
