import { Alert, Box, List, Paper } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Post } from '../../api/schema.ts'
import { Time } from '../../parts/time/Time.tsx'
import { Muted, Wrapped } from '../../parts/variants.ts'
import { isChangeable, MEDIA_TYPES, REPLIES } from '../post.ts'
import { useAccount } from '../reading.ts'

export function Facts({ post }: { post: Post }) {
  const account = useAccount(post)
  const kind = 'media_type' in post ? post.media_type : null
  const replies = 'reply_control' in post ? post.reply_control : null
  return (
    <Paper withBorder p="md">
      <Box
        component="dl"
        display="grid"
        m={0}
        style={{ gridTemplateColumns: 'max-content minmax(0, 1fr)', gap: '8px 16px' }}
      >
        <Fact name={post.status === 'draft' ? 'Planned for' : 'Date'}>
          <Time at={post.scheduled_date} none="No date" exact size="sm" />
        </Fact>
        {post.time_zone && <Fact name="Written in the zone">{post.time_zone}</Fact>}
        <Fact name="Account">
          {account && `${account.name ?? account.handle}${post.connection_id ? '' : ' (the default one)'}`}
          {account === null && 'None is connected'}
        </Fact>
        {kind && <Fact name="Kind">{MEDIA_TYPES[post.platform]?.[kind] ?? kind}</Fact>}
        {replies && <Fact name="Who may reply">{REPLIES[replies] ?? replies}</Fact>}
        <Fact name="Last change">
          <Time at={post.updated_at} size="sm" />
        </Fact>
        {post.publication.platform_id && <Fact name="Id on the platform">{post.publication.platform_id}</Fact>}
        <Fact name="Id">{post.id}</Fact>
      </Box>
    </Paper>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Muted component="dt">{name}</Muted>
      <Wrapped component="dd" m={0}>
        {children}
      </Wrapped>
    </>
  )
}

/** What the platform would refuse or alter. */
export function Warnings({ post }: { post: Post }) {
  // Once the post is on its way, warnings come too late.
  if (post.warnings.length === 0 || !isChangeable(post)) return null
  return (
    <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title="Before it goes out, look at this">
      <List size="sm" spacing={4}>
        {post.warnings.map(({ rule, field, message }) => (
          <List.Item key={`${rule} ${field}`}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
