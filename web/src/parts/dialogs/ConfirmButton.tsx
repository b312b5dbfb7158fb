import type { ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { SecondaryButton } from '../variants.ts'
import { Confirm } from './Confirm.tsx'

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

/** One dialog for several questions. It outlives the row that a question is about. */
export function useConfirm(): [dialog: ReactNode, ask: (question: Question) => void] {
  const [question, setQuestion] = useState(NO_QUESTION)
  const [isAsking, { open, close }] = useDisclosure()
  const ask = (next: Question) => {
    setQuestion(next)
    open()
  }
  return [<Confirm key="confirm" {...question} opened={isAsking} onClose={close} />, ask]
}
