import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, type ButtonProps, Group, Modal, type ModalProps, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { DialogButtons } from './forms.tsx'
import { IconUsers } from './icons.tsx'
import { Small } from './text.tsx'
import { Problem, SecondaryButton, SmallButton } from './ui.tsx'

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

/** A form, then its result. A stray click does not close a result that is shown once. */
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

/** Scrolls up to the result: the form may have been longer. */
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

interface ConfirmProps extends DialogProps {
  title: string
  children: ReactNode
  /** The button, as a verb: "Revoke the key". */
  label: string
  danger?: boolean
  /** Must be typed before something irreversible. */
  typed?: string
  onConfirm: () => Promise<unknown>
}

/** Shows errors in the dialog. */
export function Confirm({ opened, onClose, title, children, label, danger = true, typed, onConfirm }: ConfirmProps) {
  const { t } = useLingui()
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
            label={t`Type ${typed} to confirm`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {confirm.error && <Problem error={confirm.error} />}
        <DialogButtons
          of={confirm}
          label={label}
          back={t`Go back`}
          onBack={close}
          color={danger ? 'red.8' : 'teal'}
          disabled={typed !== undefined && text.trim() !== typed}
        />
      </Stack>
    </Modal>
  )
}

type Question = Omit<ComponentProps<typeof Confirm>, 'opened' | 'onClose'>

interface ConfirmButtonProps extends Question {
  button: ButtonProps & { 'aria-label'?: string }
}

export function ConfirmButton({ button, ...question }: ConfirmButtonProps) {
  const [isAsking, { open, close }] = useDisclosure()
  return (
    <>
      <SecondaryButton {...button} onClick={open} />
      <Confirm {...question} opened={isAsking} onClose={close} />
    </>
  )
}

const NO_QUESTION: Question = { title: '', label: '', children: null, onConfirm: () => Promise.resolve() }

/** One dialog for several questions. It outlives the row it is about. */
export function useConfirm(): [dialog: ReactNode, ask: (question: Question) => void] {
  const [question, setQuestion] = useState(NO_QUESTION)
  const [isAsking, { open, close }] = useDisclosure()
  const ask = (next: Question) => {
    setQuestion(next)
    open()
  }
  return [<Confirm key="confirm" {...question} opened={isAsking} onClose={close} />, ask]
}

const CHANGED = {
  form: msg`Somebody else has changed this form`,
  post: msg`Somebody else has changed this post`,
} satisfies Record<string, MessageDescriptor>

interface ConflictProps {
  what: keyof typeof CHANGED
  onTheirs: () => void
  onMine: () => void
}

export function Conflict({ what, onTheirs, onMine }: ConflictProps) {
  const { t } = useLingui()
  return (
    <Alert color="orange" role="alert" icon={<IconUsers />} title={t(CHANGED[what])}>
      <Small mb="sm">
        <Trans>
          Their version is saved, yours is only on this page. Load theirs, and your changes are gone. Keep yours, and it
          replaces theirs when you save.
        </Trans>
      </Small>
      <Group gap="xs">
        <SmallButton onClick={onTheirs}>{t`Load their version`}</SmallButton>
        <SmallButton onClick={onMine}>{t`Keep mine`}</SmallButton>
      </Group>
    </Alert>
  )
}

interface LeaveQuestionProps {
  isDirty: () => boolean
  children: ReactNode
}

/** Asks before leaving a page with unsaved changes. Another tab of the page counts as leaving. */
export function LeaveQuestion({ isDirty, children }: LeaveQuestionProps) {
  const { t } = useLingui()
  const blocker = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true })
  const stay = () => blocker.reset?.()
  return (
    <Modal opened={blocker.status === 'blocked'} onClose={stay} title={t`Leave without saving?`} centered>
      <Stack>
        <Text size="sm">{children}</Text>
        <Group justify="flex-end">
          <SecondaryButton onClick={() => blocker.proceed?.()}>{t`Leave`}</SecondaryButton>
          <Button onClick={stay} data-autofocus>
            <Trans>Stay</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
