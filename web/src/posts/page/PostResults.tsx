import { Group } from '@mantine/core'
import type { Post } from '../../api/schema.ts'
import { SecondaryLink } from '../../parts/links.tsx'
import { PagePart } from '../../parts/page/PagePart.tsx'
import { Figure } from '../../parts/tables/Figure.tsx'
import { Muted } from '../../parts/variants.ts'

/** What the post has brought, with the leads one click away. Nothing before it is out. */
export function PostResults({ post: { id, results, publication } }: { post: Post }) {
  if (!results) return null
  const { clicks, visitors, leads } = results
  if (publication.state !== 'published' && clicks === 0 && leads === 0) return null
  return (
    <PagePart title="Results">
      <Group gap="xl" align="flex-start">
        <Figure name={clicks === 1 ? 'click' : 'clicks'} value={clicks} />
        <Figure name={visitors === 1 ? 'visitor' : 'visitors'} value={visitors} />
        <Figure name={leads === 1 ? 'lead' : 'leads'} value={leads} />
      </Group>
      {leads > 0 ? (
        <SecondaryLink to="/contacts" search={{ post: id }} size="xs" mt="md">
          {leads === 1 ? 'See the lead' : `See the ${leads.toLocaleString()} leads`}
        </SecondaryLink>
      ) : (
        <Muted mt="sm">
          Contacts that come through a link of this post are counted here as leads, and listed with one click.
        </Muted>
      )}
    </PagePart>
  )
}
