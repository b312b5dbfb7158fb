import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Group, List, Paper, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { rulesFor } from '../../../src/platforms/registry.ts'
import { useConnections, useMay, useRead } from '../api/client.ts'
import type { Post } from '../api/schema.ts'
import { Help } from '../parts/Help.tsx'
import { IconInfoCircle } from '../parts/icons.tsx'
import { More, Page, PagePart, RecordPage } from '../parts/Page.tsx'
import { type Fact, Facts, Figures } from '../parts/tables.tsx'
import { Hint, Muted, Small, Time, useOwnZone, useTimeZone, Wrapped } from '../parts/text.tsx'
import { AnchorLink, SecondaryLink, StateBadge } from '../parts/ui.tsx'
import { formatSince } from '../parts/wall-clock.ts'
import { useAccount, useNetworkName } from './accounts.ts'
import { inScreenWords } from './compose/words.ts'
import { memberOf } from './entries.ts'
import { PostLook } from './look/Look.tsx'
import { fileNameOf, shownSrcOf } from './media.ts'
import { PostActions } from './PostActions.tsx'
import { MemberList } from './PostParts.tsx'
import { PostState } from './PostState.tsx'
import { PostTimeline } from './PostTimeline.tsx'
import { accountName, allows, isWebLink, MEDIA_TYPES, REPLIES, wholeTextOf } from './post.ts'
import { useAuthor, useGroup, usePost, type Versioned } from './reading.ts'
import classes from './record.module.css'
import { dayAndTime, timeInWords } from './times.ts'

export function PostPage() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/inside/posts/$id' })
  const post = usePost(id)
  // The account decides how the post looks and what its buttons say: shown before it is known, the page would jump.
  const { isPending } = useConnections({ staleTime: 60_000 })
  return (
    <RecordPage
      of={isPending ? { ...post, data: undefined } : post}
      title={t`Post`}
      back="posts"
      missing={t`There is no such post`}
    >
      {(read) => <Shown {...read} />}
    </RecordPage>
  )
}

function Shown(read: Versioned<Post>) {
  const { t } = useLingui()
  const { data: post } = read
  const may = useMay()
  const network = useNetworkName(post)
  return (
    <Page
      title={t`Post on ${network}`}
      back="posts"
      badge={<StateBadge state={post.publication.state} />}
      help={
        <Help about={t`Post`} page="platforms#the-same-everywhere">
          <Trans>
            The post as it looks, and how far it is. If it did not go out, the page says why and what to do.
          </Trans>
        </Help>
      }
    >
      <div className={classes.record}>
        <div className={classes.thing}>
          <AsItLooks post={post} />
        </div>
        <Stack gap="md" className={classes.work!}>
          <Paper withBorder p="md">
            <Stack gap="md">
              <PostState post={post} />
              <PostFacts post={post} />
              {may.write && (
                <div className={classes.actions}>
                  <PostActions {...read} />
                </div>
              )}
              {!may.write && (
                <Muted>
                  <Trans>Your role is viewer: you can look, not change. Ask an owner of the workspace.</Trans>
                </Muted>
              )}
            </Stack>
          </Paper>
          <Warnings post={post} />
          <PostResults post={post} />
          <Together post={post} />
          <PostLinks post={post} />
        </Stack>
        <Stack gap="lg" className={classes.below!}>
          <PostTimeline post={post} />
          <Technical post={post} />
        </Stack>
      </div>
    </Page>
  )
}

/** The post, large, as its network shows it. */
export function AsItLooks({ post }: { post: Post }) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const account = useAccount(post) ?? null
  const { name: provider, label, text: rules } = rulesFor(post.platform, account)
  const name = account?.name ?? account?.handle ?? t`Your ${label} account`
  const at = post.publication.published_at ?? post.scheduled_date
  const alts = post.alt_texts ?? []
  const files = (post.media_urls ?? []).map((url, index) => ({ url, src: shownSrcOf(url), alt: alts[index] ?? null }))
  return (
    <PostLook
      provider={provider}
      label={t`The post on ${label}`}
      isLarge
      platform={post.platform}
      text={post.outgoing_text ?? wholeTextOf(post)}
      links={rules.links}
      files={files}
      mediaType={'media_type' in post ? post.media_type : null}
      name={name}
      handle={account?.handle ?? name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')}
      when={at === null ? t({ message: 'no date', comment: 'In place of the time of a post' }) : dayAndTime(at, zone)}
    />
  )
}

function PostFacts({ post }: { post: Post }) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const ownZone = useOwnZone()
  const account = useAccount(post)
  const author = useAuthor(post)
  const network = useNetworkName(post)
  const handle = account ? accountName(account) : null
  const date = post.publication.published_at ?? post.scheduled_date
  const kind = 'media_type' in post && post.media_type && MEDIA_TYPES[post.platform]?.[post.media_type]
  const replies = 'reply_control' in post && post.reply_control !== 'everyone' && REPLIES[post.reply_control ?? '']
  const written = formatSince(post.created_at)
  const facts: ReadonlyArray<Fact | false> = [
    [
      t({ message: 'When', comment: 'The time of a post' }),
      date === null ? (
        t`No date`
      ) : (
        <>
          <Small>{timeInWords(date, zone, ownZone)}</Small>
          <Hint>{formatSince(date)}</Hint>
        </>
      ),
    ],
    [
      t({ message: 'Where', comment: 'The network and account of a post' }),
      handle === null && account === null ? t`${network}, no account connected` : `${network} ${handle ?? ''}`,
    ],
    [
      t({ message: 'Written', comment: 'Who wrote a post, and when' }),
      author === null ? written : t`by ${author}, ${written}`,
    ],
    !!kind && [t({ message: 'Kind', comment: 'Kind of post' }), t(kind)],
    !!replies && [t`Who can reply`, t(replies)],
  ]
  return <Facts label={t`When and where`} facts={facts} nameWidth={104} withRowBorders={false} />
}

function Together({ post }: { post: Post }) {
  const { t } = useLingui()
  const posts = useGroup(post.group_id) ?? []
  if (posts.length < 2) return null
  return (
    <PagePart
      title={t`Composed together`}
      actions={
        <AnchorLink to="/posts/groups/$id" params={{ id: post.group_id! }} size="sm">
          <Trans>See all of them</Trans>
        </AnchorLink>
      }
    >
      <MemberList members={posts.map(memberOf)} ownId={post.id} />
    </PagePart>
  )
}

function PostResults({ post: { id, results, publication } }: { post: Post }) {
  const { t } = useLingui()
  if (!results) return null
  const { clicks, leads } = results
  if (publication.state !== 'published' && clicks === 0 && leads === 0) return null
  return (
    <PagePart title={t`Results`}>
      <Group gap="xl" align="flex-start">
        <Figures of={results} />
      </Group>
      {leads > 0 ? (
        <SecondaryLink to="/contacts" search={{ post: id }} size="xs" mt="md">
          <Plural value={leads} one="See the lead" other="See the # leads" />
        </SecondaryLink>
      ) : (
        <Muted mt="sm">
          <Trans>Contacts that come through a link of this post are counted as leads.</Trans>
        </Muted>
      )}
    </PagePart>
  )
}

function PostLinks({ post }: { post: Post }) {
  const { t } = useLingui()
  const query = { post_id: post.id, limit: 100 }
  const links = useRead(['links', 'post', post.id], '/v1/links', { query, enabled: post.outgoing_text !== null })
  // A post that was changed after an attempt may have had other links.
  const shown = links.data?.toReversed() ?? []
  if (post.outgoing_text === null || shown.length === 0) return null
  return (
    <PagePart title={t`Links`}>
      <List listStyleType="none" spacing="sm" styles={{ itemWrapper: { display: 'block' } }}>
        {shown.map(({ id, url, target, code, disabled_at, clicks, visitors, leads }) => {
          // Links with parameters lead straight to their page, so their clicks are not counted.
          const isShort = post.outgoing_text!.includes(url)
          return (
            <List.Item key={id}>
              <Stack gap={2}>
                <Anchor href={target} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {target}
                </Anchor>
                {isShort && <Hint style={{ overflowWrap: 'anywhere' }}>{url}</Hint>}
                {disabled_at !== null && (
                  <Hint>
                    <Trans>Switched off</Trans>
                  </Hint>
                )}
                <Wrapped>
                  {(isShort || clicks > 0) && (
                    <>
                      <Plural value={clicks} one="# click" other="# clicks" />
                      {' · '}
                      <Plural value={visitors} one="# visitor" other="# visitors" />
                      {' · '}
                    </>
                  )}
                  <Plural value={leads} one="# lead" other="# leads" />
                  {' · '}
                  <AnchorLink to="/links/$id" params={{ id }} inherit aria-label={t`Days and sources of ${code}`}>
                    <Trans>Days and sources</Trans>
                  </AnchorLink>
                </Wrapped>
              </Stack>
            </List.Item>
          )
        })}
      </List>
    </PagePart>
  )
}

function Warnings({ post }: { post: Post }) {
  const { t } = useLingui()
  // Warnings are too late once the post is on its way.
  if (post.warnings.length === 0 || !allows('edit', post.publication.state)) return null
  return (
    <Alert color="orange" icon={<IconInfoCircle />} title={t`Look at this before it goes out`}>
      <List size="sm" spacing={4}>
        {post.warnings.map(({ rule, field, message }) => (
          <List.Item key={`${rule} ${field}`}>{inScreenWords(message)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** For support and programs: ids, addresses of files, exact times. */
function Technical({ post }: { post: Post }) {
  const { t } = useLingui()
  const urls = post.media_urls ?? []
  const facts: ReadonlyArray<Fact | false> = [
    [t`Id`, post.id],
    post.group_id !== null && [t`Id of the group`, post.group_id],
    post.publication.platform_id !== null && [t`Id on the network`, post.publication.platform_id],
    [t`Created`, <Time key="created" at={post.created_at} exact size="sm" />],
    [t`Last change`, <Time key="change" at={post.updated_at} exact size="sm" />],
    post.time_zone !== null && [t`Time zone`, post.time_zone],
    urls.length > 0 && [
      t`Files`,
      <Stack key="files" gap={4}>
        {urls.map((url, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a post may have the same file twice
          <div key={at}>
            {isWebLink(url) ? (
              <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
                {fileNameOf(url)}
              </Anchor>
            ) : (
              url
            )}
            <Hint>{post.alt_texts?.[at] ?? t`No alt text`}</Hint>
          </div>
        ))}
      </Stack>,
    ],
  ]
  return (
    <More>
      <Facts label={t`Technical details`} facts={facts} />
    </More>
  )
}
