import { Button, Group, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '../api/client.ts'
import type { Post } from '../api/schema.ts'
import { Confirm } from '../parts/dialogs.tsx'
import { useRemoved } from '../parts/forms.tsx'
import {
  type Icon,
  IconBan,
  IconCalendarTime,
  IconCopy,
  IconPencil,
  IconRefresh,
  IconSend,
  IconTrash,
} from '../parts/icons.tsx'
import { ActionMenu } from '../parts/Page.tsx'
import { SecondaryButton, tell } from '../parts/ui.tsx'
import { MoveForm, type Scope, ScopeChoice } from './Move.tsx'
import { ACTIONS, type Action, platformName } from './post.ts'
import { useAccountNames, useGroup, useGroupActions, type Versioned } from './reading.ts'

const LOOK: Record<Action, { label: string; icon: Icon; danger?: boolean }> = {
  edit: { label: 'Edit', icon: IconPencil },
  move: { label: 'Move', icon: IconCalendarTime },
  publish: { label: 'Publish now', icon: IconSend },
  retry: { label: 'Try again now', icon: IconRefresh },
  cancel: { label: 'Cancel the post', icon: IconBan, danger: true },
  delete: { label: 'Delete', icon: IconTrash, danger: true },
}

const BUTTONS = 2
const LIST = { to: '/posts', search: { view: 'list' } } as const

/** A post with a future date waits for it. */
function labelOf(action: Action, { scheduled_date: date }: Post): string {
  const isAhead = date !== null && new Date(date).getTime() > Date.now()
  return action === 'retry' && isAhead ? 'Try again at its time' : LOOK[action].label
}

export function PostActions({ data: post, etag }: Versioned<Post>) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const removed = useRemoved(['posts', 'page', post.id])
  const [asked, setAsked] = useState<keyof typeof questions>('publish')
  const [isAsking, question] = useDisclosure()
  const [isMoving, moving] = useDisclosure()
  const [isChoosing, choosing] = useDisclosure()
  const [scope, setScope] = useState<Scope>('one')
  const together = useGroup(post.group_id) ?? []
  const group = useGroupActions(post.group_id ?? '')
  const name = useAccountNames()(post)
  const isGroup = together.length > 1
  const isForAll = isGroup && scope === 'all'
  /** Posts of a group also ask whether all are meant. */
  const withChoice = (label: string, rest: ReactNode) => (
    <Stack gap="sm">
      {isGroup && <ScopeChoice label={label} name={name} count={together.length} value={scope} onChange={setScope} />}
      {rest}
    </Stack>
  )
  const actions = ACTIONS[post.publication.state]
  const buttons: Action[] = actions.filter((action) => action !== 'delete').slice(0, BUTTONS)
  const rest = actions.filter((action) => !buttons.includes(action))

  const act = async (verb: 'publish' | 'retry' | 'cancel') => {
    await api.POST(`/v1/posts/{id}/${verb}`, { params: { path: { id: post.id } } })
    await queries.invalidateQueries({ queryKey: ['posts'] })
  }
  const retry = useMutation({ mutationFn: () => act('retry'), onError: tell.problem })
  const remove = () => {
    const params = { path: { id: post.id }, header: { 'If-Match': etag } }
    return removed(api.DELETE('/v1/posts/{id}', { params }), 'The post is deleted.', LIST)
  }
  const removeAll = async () => {
    await group.remove()
    await navigate(LIST)
  }
  const questions = {
    publish: {
      title: 'Publish now',
      label: 'Publish now',
      danger: false,
      onConfirm: () => (isForAll ? group.act('publish', 'The posts are on their way.') : act('publish')),
      children: withChoice(
        'What goes out?',
        <div>
          {isForAll ? 'They go out' : `It goes to ${platformName(post)}`} at once, for everybody to see. It cannot be
          called back from here.
        </div>,
      ),
    },
    cancel: {
      title: 'Cancel the post',
      label: 'Cancel the post',
      onConfirm: () => (isForAll ? group.act('cancel', 'The posts are cancelled.') : act('cancel')),
      children: withChoice(
        'What is cancelled?',
        <div>A cancelled post does not go out. It stays here among the drafts, and you can schedule it again.</div>,
      ),
    },
    delete: {
      title: 'Delete the post',
      label: isForAll ? 'Delete them' : 'Delete it',
      onConfirm: () => (isForAll ? removeAll() : remove()),
      children: withChoice('What is deleted?', <div>{isForAll ? SAY_DELETE_ALL : sayDelete(post)}</div>),
    },
  }
  const edit = (which: Scope) =>
    which === 'all'
      ? void navigate({ to: '/posts/groups/$id/edit', params: { id: post.group_id! } })
      : void navigate({ to: '/posts/$id/edit', params: { id: post.id } })
  const start = (action: Action) => {
    setScope('one')
    if (action === 'edit') return isGroup ? choosing.open() : edit('one')
    if (action === 'retry') return retry.mutate()
    if (action === 'move') return moving.open()
    setAsked(action)
    question.open()
  }
  const duplicate = () => void navigate({ to: '/posts/new', search: { from: post.id } })

  return (
    <>
      {buttons.map((action, index) => {
        const { icon: Sign } = LOOK[action]
        return (
          <Button
            key={action}
            variant={index === 0 && !LOOK[action].danger ? 'filled' : 'default'}
            leftSection={<Sign size={16} />}
            loading={action === 'retry' && retry.isPending}
            onClick={() => start(action)}
          >
            {labelOf(action, post)}
          </Button>
        )
      })}
      {buttons.length === 0 && (
        <SecondaryButton leftSection={<IconCopy size={16} />} onClick={duplicate}>
          Duplicate
        </SecondaryButton>
      )}
      <ActionMenu
        label="More to do with this post"
        width={270}
        actions={[
          ['Duplicate to other platforms', IconCopy, duplicate],
          ...rest.map((action) => {
            const { icon, danger = false } = LOOK[action]
            return [labelOf(action, post), icon, () => start(action), danger] as const
          }),
        ]}
      />
      <Confirm opened={isAsking} onClose={question.close} {...questions[asked]} />
      <Modal opened={isMoving} onClose={moving.close} title="Move to another time" centered>
        <MoveForm post={post} together={together} onDone={moving.close} onClose={moving.close} />
      </Modal>
      <Modal opened={isChoosing} onClose={choosing.close} title="Edit together or alone?" centered>
        {withChoice(
          'What do you want to edit?',
          <Group justify="flex-end" gap="xs">
            <SecondaryButton onClick={choosing.close}>Go back</SecondaryButton>
            <Button onClick={() => edit(scope)}>Edit</Button>
          </Group>,
        )}
      </Modal>
    </>
  )
}

const SAY_DELETE_ALL =
  'All posts of the group are deleted with their history, and what is not out does not go out. What is published stays on the platforms. This cannot be undone.'

function sayDelete(post: Post): string {
  const platform = platformName(post)
  const forgotten = 'Doorpost forgets it, with its history.'
  switch (post.publication.state) {
    case 'published':
      return `${forgotten} On ${platform} it stays: delete it there if it has to go. This cannot be undone.`
    case 'unconfirmed':
      return `${forgotten} If it is on ${platform} it stays there. This cannot be undone.`
    default:
      return 'Its text, its date and its history are deleted, and it does not go out. This cannot be undone.'
  }
}
