import { Modal, type ModalProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CurrentPassword } from '../../entry/fields.tsx'
import { DialogButtons, Form, useApiForm } from '../../parts/form.tsx'

interface PasswordStepProps {
  children: ReactNode
  label: string
  danger?: boolean
  onCancel: () => void
  /** A refusal is shown in the form. */
  onPassword: (password: string) => Promise<unknown>
}

/** Asks for the password again before what a stranger at an unlocked screen must not do. */
export function PasswordStep({ children, label, danger, onCancel, onPassword }: PasswordStepProps) {
  const form = useApiForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Type your password.' : null) },
    send: ({ password }) => onPassword(password),
  })
  return (
    <Form of={form} lead={<Text size="sm">{children}</Text>}>
      <CurrentPassword label="Your password" data-autofocus {...form.getInputProps('password')} />
      <DialogButtons label={label} color={danger ? 'red.8' : undefined} of={form} back="Go back" onBack={onCancel} />
    </Form>
  )
}

interface StepsDialogProps extends Pick<ModalProps, 'title' | 'onClose' | 'children'> {
  /** Shows what cannot be seen again: a stray click does not close it. */
  isPrecious?: boolean
}

export function StepsDialog({ isPrecious = false, ...modal }: StepsDialogProps) {
  return <Modal opened closeOnClickOutside={!isPrecious} closeOnEscape={!isPrecious} {...modal} />
}
