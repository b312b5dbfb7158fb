import { Anchor, List, Paper, Stack } from '@mantine/core'
import { useRead } from '../../api/queries.ts'
import type { Post } from '../../api/schema.ts'
import { countOf } from '../../contacts/names.ts'
import { AnchorLink } from '../../parts/links.tsx'
import { Hint, PartTitle, Wrapped } from '../../parts/variants.ts'

/** The tracked links of a post: what stands in its text, where that leads, and what came of it. */
export function PostLinks({ post }: { post: Post }) {
  const query = { post_id: post.id, limit: 100 }
  const links = useRead(['links', 'post', post.id], '/v1/links', { query, enabled: post.outgoing_text !== null })
  // A post that was changed after an attempt may have had others, too.
  const shown = links.data?.toReversed() ?? []
  if (post.outgoing_text === null || shown.length === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-label="Links">
      <PartTitle>Links</PartTitle>
      <List listStyleType="none" spacing="sm" styles={{ itemWrapper: { display: 'block' } }}>
        {shown.map(({ id, url, target, code, disabled_at, ...counts }) => (
          <List.Item key={id}>
            <Stack gap={2}>
              <Anchor href={target} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {target}
              </Anchor>
              <Hint style={{ overflowWrap: 'anywhere' }}>
                {isShort(post, url) ? url : `Code ${code}`}
                {disabled_at !== null && ' · disabled'}
              </Hint>
              <Wrapped>
                {resultOf(counts, isShort(post, url))}
                {' · '}
                <AnchorLink to="/links/$id" params={{ id }} inherit aria-label={`Days and sources of ${code}`}>
                  Days and sources
                </AnchorLink>
              </Wrapped>
            </Stack>
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}

/** A short link stands in the text; one with parameters leads straight to its page, so that its clicks are not seen here. */
function isShort(post: Post, url: string): boolean {
  return post.outgoing_text!.includes(url)
}

function resultOf({ clicks, visitors, leads }: Record<'clicks' | 'visitors' | 'leads', number>, hasClicks: boolean) {
  const people = `${countOf(clicks, 'click')} by ${countOf(visitors, 'visitor')}, `
  return `${hasClicks || clicks > 0 ? people : ''}${countOf(leads, 'lead')}`
}
