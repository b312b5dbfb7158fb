import { Modal, type ModalProps, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

export interface DialogProps {
  opened: boolean
  onClose: () => void
}

interface MakeDialogProps<T> extends DialogProps {
  modal: (made: T | null) => Partial<ModalProps>
  form: (onMade: (made: T) => void, onCancel: () => void) => ReactNode
  result: (made: T, onDone: () => void) => ReactNode
}

/** A form, and then what it made, shown this once: a stray click does not close what cannot be seen again. */
export function MakeDialog<T>({ opened, onClose, modal, form, result }: MakeDialogProps<T>) {
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
      {made === null ? form(setMade, close) : result(made, close)}
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
