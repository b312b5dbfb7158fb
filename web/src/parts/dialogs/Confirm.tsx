import { Modal, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DialogButtons } from '../forms/form.tsx'
import { Problem } from '../states.tsx'
import type { DialogProps } from './MakeDialog.tsx'

interface ConfirmProps extends DialogProps {
  title: string
  children: ReactNode
  /** The button, as a verb: "Revoke the key". */
  label: string
  danger?: boolean
  /** Must be typed first, for what cannot be undone. */
  typed?: string
  onConfirm: () => Promise<unknown>
}

/** Asks before something that cannot be undone. Errors are shown in the dialog. */
export function Confirm({ opened, onClose, title, children, label, danger = true, typed, onConfirm }: ConfirmProps) {
  const [text, setText] = useState('')
  const close = () => {
    confirm.reset()
    setText('')
    onClose()
  }
  const confirm = useMutation({ mutationFn: () => onConfirm(), onSuccess: close })
  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <Stack>
        <div>{children}</div>
        {typed !== undefined && (
          <TextInput
            label={`Type ${typed} to confirm`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {confirm.error && <Problem error={confirm.error} />}
        <DialogButtons
          of={confirm}
          label={label}
          back="Go back"
          onBack={close}
          color={danger ? 'red.8' : 'teal'}
          disabled={typed !== undefined && text.trim() !== typed}
        />
      </Stack>
    </Modal>
  )
}
