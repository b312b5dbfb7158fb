import { Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../api/client.ts'
import { ConfirmButton } from '../parts/dialogs.tsx'
import { PlatformName } from '../parts/platforms.tsx'
import { Time } from '../parts/Time.tsx'
import { ButtonLink, Muted, SecondaryButton, SecondaryLink, StateBadge } from '../parts/ui.tsx'
import { type Entry, type Member, movable } from './entries.ts'
import { MoveForm } from './Move.tsx'
import { Media, MemberList } from './PostParts.tsx'
import { accountName, allows, isWebLink, platformName, textOf } from './post.ts'
import { useAccount, useGroup, useGroupActions } from './reading.ts'

export function PostCard({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const count = entry?.members.length ?? 0
  const title =
    entry === null ? '' : count > 1 ? `${count} posts composed together` : `Post on ${platformName(entry.post)}`
  return (
    <Modal opened={entry !== null} onClose={onClose} title={title} centered>
      {entry && <Card key={entry.post.id} entry={entry} onClose={onClose} />}
    </Modal>
  )
}

function Card({ entry: { post, members }, onClose }: { entry: Entry; onClose: () => void }) {
  const may = useMay()
  const account = useAccount(post)
  const [isMoving, setMoving] = useState(false)
  const { reason, permalink, state } = post.publication
  const isGroup = members.length > 1
  const together = useGroup(isGroup ? post.group_id : null)
  const mayChange = may.write && movable(members).length > 0
  const text = (
    <Text size="sm" lineClamp={isGroup ? 6 : 8} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {textOf(post)}
    </Text>
  )
  const time = <Time at={post.scheduled_date} exact size="sm" fw={600} />
  const move = mayChange && <SecondaryButton onClick={() => setMoving(true)}>Move to another time</SecondaryButton>
  return (
    <Stack gap="sm">
      {isGroup ? (
        <>
          {time}
          {text}
          <MemberList members={members} />
        </>
      ) : (
        <>
          <Group gap="sm">
            <StateBadge state={state} />
            {time}
            <Group gap={4} wrap="nowrap">
              <PlatformName platform={post.platform} size={16} />
              {account && (
                <Muted truncate maw={180}>
                  {accountName(account)}
                </Muted>
              )}
            </Group>
          </Group>
          {text}
          <Media urls={post.media_urls ?? []} altTexts={post.alt_texts ?? []} size={72} />
          {reason && <Muted>{reason}</Muted>}
        </>
      )}
      {isMoving && (together || !isGroup) ? (
        <MoveForm post={post} together={together} onDone={onClose} onClose={() => setMoving(false)} />
      ) : isGroup ? (
        <Group gap="xs" mt="xs">
          {mayChange && (
            <ButtonLink to="/posts/groups/$id/edit" params={{ id: post.group_id! }} data-autofocus>
              Edit together
            </ButtonLink>
          )}
          {move}
          {may.write && <CancelAll groupId={post.group_id!} members={members} onDone={onClose} />}
        </Group>
      ) : (
        <Group gap="xs" mt="xs">
          <ButtonLink to="/posts/$id" params={{ id: post.id }} data-autofocus>
            Open
          </ButtonLink>
          {mayChange && (
            <SecondaryLink to="/posts/$id/edit" params={{ id: post.id }}>
              Edit
            </SecondaryLink>
          )}
          {move}
          {state === 'published' && isWebLink(permalink) && (
            <SecondaryButton component="a" href={permalink} target="_blank" rel="noreferrer">
              See it on {platformName(post)}
            </SecondaryButton>
          )}
        </Group>
      )}
    </Stack>
  )
}

/** Cancels what can be cancelled of a group, after asking. */
function CancelAll(props: { groupId: string; members: readonly Member[]; onDone: () => void }) {
  const { groupId, members, onDone } = props
  const group = useGroupActions(groupId)
  const count = members.filter(({ state }) => allows('cancel', state)).length
  if (count === 0) return null
  const what = count === 1 ? 'the post' : `all ${count} posts`
  return (
    <ConfirmButton
      button={{ children: `Cancel ${what}` }}
      title={`Cancel ${what}?`}
      label={`Cancel ${what}`}
      onConfirm={async () => {
        await group.act('cancel', count === 1 ? 'The post is cancelled.' : 'The posts are cancelled.')
        onDone()
      }}
    >
      They do not go out. They stay here among the drafts, and you can schedule them again. To cancel one of them, open
      it.
    </ConfirmButton>
  )
}
