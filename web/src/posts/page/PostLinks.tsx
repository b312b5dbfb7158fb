import { Anchor, List, Paper, Stack } from '@mantine/core'
import type { Post } from '../../api/schema.ts'
import { countOf } from '../../contacts/names.ts'
import { Hint, PartTitle, Wrapped } from '../../parts/variants.ts'
import { usePostLinks } from '../links.ts'

/** The tracked links of a post: what stands in its text, where that leads, and what came of it. */
export function PostLinks({ post }: { post: Post }) {
  const links = usePostLinks(post.id, post.outgoing_text !== null).data ?? []
  // A post that was changed after an attempt may have had others, too.
  const shown = links.toReversed()
  if (post.outgoing_text === null || shown.length === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-label="Links">
      <PartTitle>Links</PartTitle>
      <List listStyleType="none" spacing="sm" styles={{ itemWrapper: { display: 'block' } }}>
        {shown.map(({ id, url, target, code, clicks, visitors, disabled_at }) => (
          <List.Item key={id}>
            <Stack gap={2}>
              <Anchor href={target} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {target}
              </Anchor>
              <Hint style={{ overflowWrap: 'anywhere' }}>
                {post.outgoing_text!.includes(url) ? url : `Code ${code}`}
                {disabled_at !== null && ' · disabled'}
              </Hint>
              <Wrapped>
                {countOf(clicks, 'click')} by {countOf(visitors, 'visitor')}
              </Wrapped>
            </Stack>
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}
