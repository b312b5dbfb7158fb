import { Alert, Anchor, Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconHistory } from '@tabler/icons-react'
import { Link, useBlocker } from '@tanstack/react-router'
import { PLATFORM, PLATFORMS } from '../../parts/platforms.tsx'
import { formatSince } from '../../parts/Time.tsx'
import type { Action, Made, Refused } from './submit.ts'

export function Restored({ at, onStartOver }: { at: string; onStartOver: () => void }) {
  return (
    <Alert variant="light" color="blue" icon={<IconHistory aria-hidden />} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">What you were writing {formatSince(at)} is here again.</Text>
        <Button size="xs" variant="default" onClick={onStartOver}>
          Start over
        </Button>
      </Group>
    </Alert>
  )
}

const DONE: Record<Action, string> = { draft: 'saved as a draft', schedule: 'scheduled', now: 'on its way' }

export function MadeList({ made }: { made: Made[] }) {
  const ordered = [...made].sort((one, other) => PLATFORMS.indexOf(one.platform) - PLATFORMS.indexOf(other.platform))
  return (
    <List size="sm" spacing={4} listStyleType="none">
      {ordered.map(({ platform, id, action, problem }) => (
        <List.Item key={id}>
          <Anchor component={Link} to="/posts/$id" params={{ id } as never} size="sm" underline="always">
            {PLATFORM[platform].label}
          </Anchor>
          : {problem === null ? DONE[action] : `saved as a draft, but not sent. ${problem}`}
        </List.Item>
      ))}
    </List>
  )
}

/** What was made and what was not. What was made stays; the next try sends the rest only. */
export function Refusals({ made, refused }: { made: Made[]; refused: Refused[] }) {
  const isMarked = refused.some(({ details }) => Object.keys(details).length > 0)
  return (
    <Alert
      variant="light"
      color="red"
      role="alert"
      icon={<IconCircleX aria-hidden />}
      title={made.length > 0 ? 'Some posts are not stored yet' : 'Not stored yet'}
    >
      <Stack gap="xs">
        <List size="sm" spacing={4} listStyleType="none">
          {refused.map(({ platform, message, details }) => {
            const count = Object.values(details).flat().length
            return (
              <List.Item key={platform}>
                <strong>{PLATFORM[platform].label}</strong>:{' '}
                {count > 0 ? `${count === 1 ? 'one thing is' : `${count} things are`} marked below.` : message}
              </List.Item>
            )
          })}
        </List>
        {made.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              Stored already
            </Text>
            <MadeList made={made} />
          </div>
        )}
        <Text size="sm">
          {made.length > 0 && 'What is stored stays; the next try sends only the rest. '}
          {isMarked ? 'Correct what is marked and try again.' : 'Try again: nothing is made twice.'} What you typed is
          kept.
        </Text>
      </Stack>
    </Alert>
  )
}

function titleOf(made: Made[]): string {
  if (made.every(({ action, problem }) => action === 'schedule' && problem === null)) {
    return `${made.length} posts are scheduled`
  }
  return made.every(({ action }) => action === 'draft')
    ? `${made.length} drafts are saved`
    : `${made.length} posts are stored`
}

export function AllMade({ made, onAgain }: { made: Made[]; onAgain: () => void }) {
  return (
    <Alert variant="light" color="teal" role="status" icon={<IconCircleCheck aria-hidden />} title={titleOf(made)}>
      <Stack gap="sm">
        <MadeList made={made} />
        <Group gap="xs">
          <Button onClick={onAgain}>Write another</Button>
          <Button variant="default" component={Link} to="/posts">
            Open the posts
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** Asks before a page with unsaved words is left. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true })
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack>
        <Text size="sm">
          Nothing of this is stored yet. This browser keeps what you typed, and shows it when you come back here.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
          <Button onClick={() => blocker.reset?.()} data-autofocus>
            Stay
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
