import { Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Post } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { ButtonLink, SecondaryLink } from '../../parts/links.tsx'
import { PlatformName } from '../../parts/platforms.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Time } from '../../parts/Time.tsx'
import { Muted, SecondaryButton } from '../../parts/variants.ts'
import { MoveForm } from '../MoveForm.tsx'
import { Media } from '../page/Media.tsx'
import { accountName, isChangeable, isWebLink, platformName, textOf } from '../post.ts'
import { useAccount } from '../reading.ts'

export function PostCard({ post, onClose }: { post: Post | null; onClose: () => void }) {
  return (
    <Modal opened={post !== null} onClose={onClose} title={post ? `Post on ${platformName(post)}` : ''} centered>
      {post && <Card key={post.id} post={post} onClose={onClose} />}
    </Modal>
  )
}

function Card({ post, onClose }: { post: Post; onClose: () => void }) {
  const may = useMay()
  const account = useAccount(post)
  const [isMoving, setMoving] = useState(false)
  const { reason, permalink, state } = post.publication
  const mayChange = may.write && isChangeable(post)
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <StateBadge state={post.publication.state} />
        <Time at={post.scheduled_date} exact size="sm" fw={600} />
        <Group gap={4} wrap="nowrap">
          <PlatformName platform={post.platform} size={16} />
          {account && (
            <Muted truncate maw={180}>
              {accountName(account)}
            </Muted>
          )}
        </Group>
      </Group>
      <Text size="sm" lineClamp={8} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {textOf(post)}
      </Text>
      <Media urls={post.media_urls ?? []} altTexts={post.alt_texts ?? []} size={72} />
      {reason && <Muted>{reason}</Muted>}
      {isMoving ? (
        <MoveForm post={post} onDone={onClose} onClose={() => setMoving(false)} />
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
          {mayChange && <SecondaryButton onClick={() => setMoving(true)}>Move to another time</SecondaryButton>}
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
