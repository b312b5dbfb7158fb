import { Grid, Stack } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { isProblem } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { SecondaryLink } from '../parts/links.tsx'
import { Page } from '../parts/Page.tsx'
import { StateBadge } from '../parts/StateBadge.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { Muted } from '../parts/variants.ts'
import { Together } from './groups/Together.tsx'
import { Content } from './page/Content.tsx'
import { Facts, Warnings } from './page/Facts.tsx'
import { PostActions } from './page/PostActions.tsx'
import { PostLinks } from './page/PostLinks.tsx'
import { PostResults } from './page/PostResults.tsx'
import { StatePanel } from './page/StatePanel.tsx'
import { Story } from './page/Story.tsx'
import { platformName } from './post.ts'
import { usePost } from './reading.ts'

const BACK = { to: '/posts', label: 'Posts' }

export function PostPage() {
  const { id } = useParams({ from: '/inside/posts/$id' })
  const read = usePost(id)
  const may = useMay()
  const post = read.data?.post
  if (isProblem(read.error, 'not_found')) {
    return (
      <Page title="Post" back={BACK}>
        <Empty
          icon={IconCalendarX}
          title="There is no such post"
          action={<SecondaryLink to="/posts">See all posts</SecondaryLink>}
        >
          It was deleted, or the address is not complete.
        </Empty>
      </Page>
    )
  }
  return (
    <Page
      title={post ? `Post on ${platformName(post)}` : 'Post'}
      back={BACK}
      badge={post && <StateBadge state={post.publication.state} />}
      actions={read.data && may.write && <PostActions {...read.data} />}
    >
      <Read of={read} rows={6}>
        {({ post }) => (
          <Grid gutter="md">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Stack gap="md">
                <StatePanel post={post} />
                <PostResults post={post} />
                <Warnings post={post} />
                <Story post={post} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack gap="md">
                <Content post={post} />
                <Together post={post} />
                <PostLinks post={post} />
                <Facts post={post} />
                {!may.write && (
                  <Muted>
                    Your role is viewer: you can look, not change. Ask an owner of the workspace if you need more.
                  </Muted>
                )}
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </Read>
    </Page>
  )
}
