import { Alert, Anchor, Avatar, Grid, Group, List, Paper, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useMay, useRead } from '../api/client.ts'
import type { Post } from '../api/schema.ts'
import { countOf } from '../contacts/names.ts'
import { IconInfoCircle } from '../parts/icons.tsx'
import { Page, PagePart, RecordPage } from '../parts/Page.tsx'
import { PLATFORM } from '../parts/platforms.tsx'
import { type Fact, Facts, Figures } from '../parts/tables.tsx'
import { Hint, Muted, Strong, Time, Wrapped } from '../parts/text.tsx'
import { AnchorLink, SecondaryLink, StateBadge } from '../parts/ui.tsx'
import { memberOf } from './entries.ts'
import { PostActions } from './PostActions.tsx'
import { Media, MemberList } from './PostParts.tsx'
import { StatePanel, Story } from './PostState.tsx'
import { accountName, allows, MEDIA_TYPES, platformName, REPLIES, tagsOf, textOf } from './post.ts'
import { useAccount, useGroup, usePost, type Versioned } from './reading.ts'

export function PostPage() {
  const { id } = useParams({ from: '/inside/posts/$id' })
  return (
    <RecordPage of={usePost(id)} title="Post" back="posts" missing="There is no such post">
      {(read) => <Shown {...read} />}
    </RecordPage>
  )
}

function Shown(read: Versioned<Post>) {
  const { data: post } = read
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
            <PostFacts post={post} />
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

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/

function Content({ post }: { post: Post }) {
  const { label, icon: Sign } = PLATFORM[post.platform]
  const account = useAccount(post)
  const tags = tagsOf(post)
  const text = textOf(post)
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap">
          <Avatar radius="xl" color="gray" variant="light">
            <Sign size={20} />
          </Avatar>
          <div>
            <Strong>
              {account ? (account.name ?? accountName(account)) : account === null ? 'No account connected' : '…'}
            </Strong>
            <Hint>{account?.handle ? `@${account.handle} on ${label}` : label}</Hint>
          </div>
        </Group>
        {text ? (
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{withLinks(text)}</Text>
        ) : (
          <Text c="dimmed">No text</Text>
        )}
        {tags.length > 0 && <Wrapped c="var(--mantine-color-anchor)">{tags.join(' ')}</Wrapped>}
        <Media urls={post.media_urls ?? []} altTexts={post.alt_texts ?? []} size={120} />
      </Stack>
    </Paper>
  )
}

function withLinks(text: string) {
  return text.split(LINK).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in their order
      <Anchor key={index} href={part} target="_blank" rel="noreferrer" underline="always">
        {part}
      </Anchor>
    ) : (
      part
    ),
  )
}

function Together({ post }: { post: Post }) {
  const posts = useGroup(post.group_id) ?? []
  if (posts.length < 2) return null
  return (
    <PagePart title="Composed together">
      <MemberList members={posts.map(memberOf)} ownId={post.id} />
      <Hint mt="xs">Edit, move, publish, cancel and delete ask whether they are meant for all of them.</Hint>
    </PagePart>
  )
}

function PostResults({ post: { id, results, publication } }: { post: Post }) {
  if (!results) return null
  const { clicks, leads } = results
  if (publication.state !== 'published' && clicks === 0 && leads === 0) return null
  return (
    <PagePart title="Results">
      <Group gap="xl" align="flex-start">
        <Figures of={results} />
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

function PostLinks({ post }: { post: Post }) {
  const query = { post_id: post.id, limit: 100 }
  const links = useRead(['links', 'post', post.id], '/v1/links', { query, enabled: post.outgoing_text !== null })
  // A post that was changed after an attempt may have had other links.
  const shown = links.data?.toReversed() ?? []
  if (post.outgoing_text === null || shown.length === 0) return null
  return (
    <PagePart title="Links">
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
    </PagePart>
  )
}

/** Links with parameters lead straight to their page, so their clicks are not counted. */
function isShort(post: Post, url: string): boolean {
  return post.outgoing_text!.includes(url)
}

function resultOf({ clicks, visitors, leads }: Record<'clicks' | 'visitors' | 'leads', number>, hasClicks: boolean) {
  const people = `${countOf(clicks, 'click')} by ${countOf(visitors, 'visitor')}, `
  return `${hasClicks || clicks > 0 ? people : ''}${countOf(leads, 'lead')}`
}

function PostFacts({ post }: { post: Post }) {
  const account = useAccount(post)
  const kind = 'media_type' in post && post.media_type
  const replies = 'reply_control' in post && post.reply_control
  const accountFact = account && `${account.name ?? account.handle}${post.connection_id ? '' : ' (the default one)'}`
  const facts: ReadonlyArray<Fact | false> = [
    [
      post.status === 'draft' ? 'Planned for' : 'Date',
      <Time key="date" at={post.scheduled_date} none="No date" exact size="sm" />,
    ],
    post.time_zone !== null && ['Written in the zone', post.time_zone],
    ['Account', account === null ? 'None is connected' : accountFact],
    !!kind && ['Kind', MEDIA_TYPES[post.platform]?.[kind] ?? kind],
    !!replies && ['Who may reply', REPLIES[replies] ?? replies],
    ['Last change', <Time key="change" at={post.updated_at} size="sm" />],
    post.publication.platform_id !== null && ['Id on the platform', post.publication.platform_id],
    ['Id', post.id],
  ]
  return (
    <Paper withBorder p="md">
      <Facts label="Facts" facts={facts} />
    </Paper>
  )
}

function Warnings({ post }: { post: Post }) {
  // Warnings are too late once the post is on its way.
  if (post.warnings.length === 0 || !allows('edit', post.publication.state)) return null
  return (
    <Alert color="orange" icon={<IconInfoCircle />} title="Before it goes out, look at this">
      <List size="sm" spacing={4}>
        {post.warnings.map(({ rule, field, message }) => (
          <List.Item key={`${rule} ${field}`}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
