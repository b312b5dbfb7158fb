import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '../api/client.ts'
import type { Post } from '../api/schema.ts'
import { useRemoved } from '../parts/action.ts'
import { Confirm } from '../parts/dialogs.tsx'
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
import { useRemoval } from '../parts/removals.tsx'
import { SecondaryButton, tell } from '../parts/ui.tsx'
import { useAccountNames, useNetworkName } from './accounts.ts'
import { MoveForm, type Scope, ScopeChoice } from './Move.tsx'
import { ACTIONS, type Action } from './post.ts'
import { isUndoable, useGroup, useGroupActions, type Versioned } from './reading.ts'

const LOOK: Record<Action, { label: MessageDescriptor; icon: Icon; danger?: boolean }> = {
  edit: { label: msg`Edit`, icon: IconPencil },
  move: { label: msg({ message: 'Move', comment: 'A post to another time' }), icon: IconCalendarTime },
  publish: { label: msg`Publish now`, icon: IconSend },
  retry: { label: msg`Try again now`, icon: IconRefresh },
  cancel: { label: msg`Cancel the post`, icon: IconBan, danger: true },
  delete: { label: msg`Delete`, icon: IconTrash, danger: true },
}

const BUTTONS = 2
const LIST = { to: '/posts', search: { view: 'list' } } as const

/** A post with a future date waits for it. */
function labelOf(action: Action, { scheduled_date: date }: Post): MessageDescriptor {
  const isAhead = date !== null && new Date(date).getTime() > Date.now()
  return action === 'retry' && isAhead ? msg`Try again at its time` : LOOK[action].label
}

/** The next steps as buttons, the rest in a menu, and their dialogs. */
export function PostActions({ data: post, etag }: Versioned<Post>) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const removed = useRemoved(['posts', 'page', post.id])
  const removal = useRemoval('posts')
  const [asked, setAsked] = useState<'publish' | 'cancel' | 'delete'>('publish')
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
  const areUndoable = together.every(isUndoable)
  const remove = async () => {
    const params = { path: { id: post.id }, header: { 'If-Match': etag } }
    const done = t`The post is deleted.`
    if (!isUndoable(post)) return removed(api.DELETE('/v1/posts/{id}', { params }), done, LIST)
    await navigate(LIST)
    void removal([post], done)
  }
  const removeAll = async () => {
    if (!areUndoable) await group.remove()
    await navigate(LIST)
    if (areUndoable) void group.removeWithUndo(together)
  }
  const comesBack = isForAll ? areUndoable : isUndoable(post)
  const network = useNetworkName(post)
  const questions = {
    publish: {
      title: t`Publish now`,
      label: t`Publish now`,
      danger: false,
      onConfirm: () => (isForAll ? group.act('publish', t`The posts are on their way.`) : act('publish')),
      children: withChoice(
        t`What goes out?`,
        <div>
          {isForAll ? (
            <Trans>They go out at once, for everybody to see. They cannot be called back from here.</Trans>
          ) : (
            <Trans>It goes to {network} at once, for everybody to see. It cannot be called back from here.</Trans>
          )}
        </div>,
      ),
    },
    cancel: {
      title: t`Cancel the post`,
      label: t`Cancel the post`,
      onConfirm: () => (isForAll ? group.act('cancel', t`The posts are cancelled.`) : act('cancel')),
      children: withChoice(
        t`What is cancelled?`,
        <div>
          <Trans>
            A cancelled post does not go out. It stays here among the drafts, and you can schedule it again.
          </Trans>
        </div>,
      ),
    },
    delete: {
      title: t`Delete the post`,
      label: isForAll ? t`Delete them` : t`Delete it`,
      onConfirm: () => (isForAll ? removeAll() : remove()),
      children: withChoice(
        t`What is deleted?`,
        !comesBack && <div>{isForAll ? <DeleteAllWords /> : <DeleteWords post={post} />}</div>,
      ),
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
    if (action === 'delete' && !isGroup && isUndoable(post)) return void remove()
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
            {t(labelOf(action, post))}
          </Button>
        )
      })}
      {buttons.length === 0 && (
        <SecondaryButton leftSection={<IconCopy size={16} />} onClick={duplicate}>
          <Trans>Duplicate</Trans>
        </SecondaryButton>
      )}
      <ActionMenu
        label={t`More to do with this post`}
        width={230}
        actions={[
          buttons.length > 0 && [t`Duplicate`, IconCopy, duplicate],
          ...rest.map((action) => {
            const { icon, danger = false } = LOOK[action]
            return [t(labelOf(action, post)), icon, () => start(action), danger] as const
          }),
        ]}
      />
      <Confirm opened={isAsking} onClose={question.close} {...questions[asked]} />
      <Modal opened={isMoving} onClose={moving.close} title={t`Move to another time`} centered>
        <MoveForm post={post} together={together} onDone={moving.close} onClose={moving.close} />
      </Modal>
      <Modal opened={isChoosing} onClose={choosing.close} title={t`Edit together or alone?`} centered>
        {withChoice(
          t`What do you want to edit?`,
          <Group justify="flex-end" gap="xs">
            <SecondaryButton onClick={choosing.close}>
              <Trans>Go back</Trans>
            </SecondaryButton>
            <Button onClick={() => edit(scope)}>
              <Trans>Edit</Trans>
            </Button>
          </Group>,
        )}
      </Modal>
    </>
  )
}

export function DeleteAllWords() {
  return (
    <Trans>
      All posts of the group are deleted with their history, and those that are not out do not go out. Published ones
      stay on their networks. This cannot be undone.
    </Trans>
  )
}

function DeleteWords({ post }: { post: Post }) {
  const network = useNetworkName(post)
  switch (post.publication.state) {
    case 'published':
      return (
        <Trans>
          Doorpost forgets it, with its history. On {network} it stays: delete it there, too, if it has to go. This
          cannot be undone.
        </Trans>
      )
    case 'unconfirmed':
      return (
        <Trans>
          Doorpost forgets it, with its history. If it is on {network}, it stays there. This cannot be undone.
        </Trans>
      )
    default:
      return (
        <Trans>Its text, its date and its history are deleted, and it does not go out. This cannot be undone.</Trans>
      )
  }
}
