import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Problem } from './states.tsx'

interface ConfirmProps {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** The button, as a verb: "Revoke the key". */
  label: string
  danger?: boolean
  /** Must be typed first, for what cannot be undone. */
  typed?: string
  onConfirm: () => Promise<unknown>
}

/** Asks before something that cannot be taken back. A refusal stays in the dialog. */
export function Confirm({ opened, onClose, title, children, label, danger = true, typed, onConfirm }: ConfirmProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [text, setText] = useState('')
  const close = () => {
    setError(null)
    setText('')
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      close()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
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
        {error !== null && <Problem error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Go back
          </Button>
          <Button
            color={danger ? 'red.8' : 'teal'}
            loading={isBusy}
            disabled={typed !== undefined && text.trim() !== typed}
            onClick={() => void confirm()}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
