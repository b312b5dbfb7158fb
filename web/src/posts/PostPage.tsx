import { Grid, Stack } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { Page } from '../parts/page/Page.tsx'
import { RecordPage } from '../parts/page/RecordPage.tsx'
import { StateBadge } from '../parts/StateBadge.tsx'
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
import { usePost, type VersionedPost } from './reading.ts'

const MISSING = {
  icon: IconCalendarX,
  title: 'There is no such post',
  children: 'It was deleted, or the address is not complete.',
}

export function PostPage() {
  const { id } = useParams({ from: '/inside/posts/$id' })
  return (
    <RecordPage of={usePost(id)} title="Post" back="posts" missing={MISSING}>
      {(read) => <Shown {...read} />}
    </RecordPage>
  )
}

function Shown(read: VersionedPost) {
  const { post } = read
  const may = useMay()
  return (
    <Page
      title={`Post on ${platformName(post)}`}
      back="posts"
      badge={<StateBadge state={post.publication.state} />}
      actions={may.write && <PostActions {...read} />}
    >
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
    </Page>
  )
}
