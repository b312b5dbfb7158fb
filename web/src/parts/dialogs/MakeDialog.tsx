import { Modal, type ModalProps, Stack } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'

export interface DialogProps {
  opened: boolean
  onClose: () => void
}

export interface MakeFormProps<T> {
  onMade: (made: T) => void
  onCancel: () => void
}

export interface MadeProps<T> {
  made: T
  onDone: () => void
}

interface MakeDialogProps<T> extends DialogProps {
  modal: (made: T | null) => Partial<ModalProps>
  Form: ComponentType<MakeFormProps<T>>
  Result: ComponentType<MadeProps<T>>
}

/** A form, and then what it made, shown this once: a stray click does not close what cannot be seen again. */
export function MakeDialog<T>({ opened, onClose, modal, Form, Result }: MakeDialogProps<T>) {
  const [made, setMade] = useState<T | null>(null)
  const close = () => {
    onClose()
    setMade(null)
  }
  const isOpenToClicks = made === null
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      closeOnClickOutside={isOpenToClicks}
      closeOnEscape={isOpenToClicks}
      {...modal(made)}
    >
      {made === null ? <Form onMade={setMade} onCancel={close} /> : <Result made={made} onDone={close} />}
    </Modal>
  )
}

/** What was made. The form was longer: on a phone the dialog would still be scrolled to its end, past the secret. */
export function ShownResult({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <Stack ref={top} style={{ scrollMarginTop: 80 }}>
      {children}
    </Stack>
  )
}
