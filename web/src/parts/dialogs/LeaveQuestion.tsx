import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SecondaryButton } from '../variants.ts'

interface LeaveQuestionProps {
  isDirty: () => boolean
  children: ReactNode
}

/** Asks before a page is left on which something is not saved; another tab of the same page is another page. */
export function LeaveQuestion({ isDirty, children }: LeaveQuestionProps) {
  const blocker = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true })
  const stay = () => blocker.reset?.()
  return (
    <Modal opened={blocker.status === 'blocked'} onClose={stay} title="Leave without saving?" centered>
      <Stack>
        <Text size="sm">{children}</Text>
        <Group justify="flex-end">
          <SecondaryButton onClick={() => blocker.proceed?.()}>Leave</SecondaryButton>
          <Button onClick={stay} data-autofocus>
            Stay
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
