import { ActionIcon, Button, Menu, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  type Icon,
  IconBan,
  IconCalendarTime,
  IconCopy,
  IconDots,
  IconPencil,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { Post } from '../../api/schema.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { tell } from '../../parts/tell.ts'
import { SecondaryButton } from '../../parts/variants.ts'
import { MoveForm } from '../MoveForm.tsx'
import { platformName } from '../post.ts'
import type { VersionedPost } from '../reading.ts'
import { ACTIONS, type Action } from './actions.ts'

const LOOK: Record<Action, { label: string; icon: Icon; danger?: boolean }> = {
  edit: { label: 'Edit', icon: IconPencil },
  move: { label: 'Move', icon: IconCalendarTime },
  publish: { label: 'Publish now', icon: IconSend },
  retry: { label: 'Try again now', icon: IconRefresh },
  cancel: { label: 'Cancel the post', icon: IconBan, danger: true },
  delete: { label: 'Delete', icon: IconTrash, danger: true },
}

const BUTTONS = 2

/** A post whose date is ahead waits for it. */
function labelOf(action: Action, { scheduled_date: date }: Post): string {
  const isAhead = date !== null && new Date(date).getTime() > Date.now()
  return action === 'retry' && isAhead ? 'Try again at its time' : LOOK[action].label
}

/** Exactly what can be done with the post in its state. */
export function PostActions({ post, etag }: VersionedPost) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<keyof typeof questions>('publish')
  const [isAsking, question] = useDisclosure()
  const [isMoving, moving] = useDisclosure()
  const actions = ACTIONS[post.publication.state]
  const buttons: Action[] = actions.filter((action) => action !== 'delete').slice(0, BUTTONS)
  const rest = actions.filter((action) => !buttons.includes(action))

  const act = async (verb: 'publish' | 'retry' | 'cancel') => {
    await api.POST(`/v1/posts/{id}/${verb}`, { params: { path: { id: post.id } } })
    await queries.invalidateQueries({ queryKey: ['posts'] })
  }
  const retry = useMutation({ mutationFn: () => act('retry'), onError: tell.problem })
  const remove = async () => {
    await api.DELETE('/v1/posts/{id}', { params: { path: { id: post.id }, header: { 'If-Match': etag } } })
    await navigate({ to: '/posts', search: { view: 'list' } })
    queries.removeQueries({ queryKey: ['posts', 'page', post.id] })
    await queries.invalidateQueries({ queryKey: ['posts'] })
    tell.done('The post is deleted.')
  }
  const questions = {
    publish: {
      title: 'Publish now',
      label: 'Publish now',
      danger: false,
      onConfirm: () => act('publish'),
      children: `It goes to ${platformName(post)} at once, for everybody to see. It cannot be called back from here.`,
    },
    cancel: {
      title: 'Cancel the post',
      label: 'Cancel the post',
      onConfirm: () => act('cancel'),
      children: 'It does not go out. It stays here among the drafts, and you can schedule it again.',
    },
    delete: { title: 'Delete the post', label: 'Delete it', onConfirm: remove, children: sayDelete(post) },
  }
  const start = (action: Action) => {
    if (action === 'edit') return void navigate({ to: '/posts/$id/edit', params: { id: post.id } })
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
            leftSection={<Sign size={16} aria-hidden />}
            loading={action === 'retry' && retry.isPending}
            onClick={() => start(action)}
          >
            {labelOf(action, post)}
          </Button>
        )
      })}
      {buttons.length === 0 && (
        <SecondaryButton leftSection={<IconCopy size={16} aria-hidden />} onClick={duplicate}>
          Duplicate
        </SecondaryButton>
      )}
      <Menu position="bottom-end" width={270}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More to do with this post">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={duplicate}>
            Duplicate to other platforms
          </Menu.Item>
          {rest.map((action) => {
            const { icon: Sign, danger } = LOOK[action]
            return (
              <Menu.Item
                key={action}
                leftSection={<Sign size={16} aria-hidden />}
                c={danger ? 'light-dark(#c92a2a, #ff8787)' : undefined}
                onClick={() => start(action)}
              >
                {labelOf(action, post)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      <Confirm opened={isAsking} onClose={question.close} {...questions[asked]} />
      <Modal opened={isMoving} onClose={moving.close} title="Move to another time" centered>
        <MoveForm post={post} onDone={moving.close} onClose={moving.close} />
      </Modal>
    </>
  )
}

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
