import { Paper } from '@mantine/core'
import type { Post } from '../../api/schema.ts'
import { Hint, PartTitle } from '../../parts/variants.ts'
import { memberOf } from './entries.ts'
import { MemberList } from './MemberList.tsx'
import { useGroup } from './use-group.ts'

/** The posts that were composed together with this one, with a link to each. */
export function Together({ post }: { post: Post }) {
  const posts = useGroup(post.group_id).data?.group.posts ?? []
  if (posts.length < 2) return null
  return (
    <Paper withBorder p="md" component="section" aria-label="Composed together">
      <PartTitle>Composed together</PartTitle>
      <MemberList members={posts.map(memberOf)} ownId={post.id} />
      <Hint mt="xs">Edit, move, publish, cancel and delete ask whether they are meant for all of them.</Hint>
    </Paper>
  )
}
