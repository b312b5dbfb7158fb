import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Modal, Paper, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/client.ts'
import type { Post } from '../api/schema.ts'
import { Confirm } from '../parts/dialogs.tsx'
import { Help } from '../parts/Help.tsx'
import { IconBan, IconCalendarTime, IconCopy, IconPencil, IconSend, IconTrash } from '../parts/icons.tsx'
import { formatNumber } from '../parts/locale.ts'
import { ActionMenu, Page, PagePart, RecordPage } from '../parts/Page.tsx'
import { plainReason } from '../parts/reasons.ts'
import { type Fact, Facts, Figures } from '../parts/tables.tsx'
import { Heading, Hint, Muted, Small, useOwnZone, useTimeZone } from '../parts/text.tsx'
import { AnchorLink, ButtonLink, SecondaryButton, StateBadge, stateLook } from '../parts/ui.tsx'
import { formatSince } from '../parts/wall-clock.ts'
import { useAccountNames, useNetworkName } from './accounts.ts'
import { memberOf, mixOf, movable } from './entries.ts'
import { MoveForm } from './Move.tsx'
import { DeleteAllWords } from './PostActions.tsx'
import { AsItLooks } from './PostPage.tsx'
import { Signs } from './PostParts.tsx'
import { type Action, allows, headlineOf, isWebLink, shorten } from './post.ts'
import { isUndoable, useAuthor, useGroupActions, useGroupRead } from './reading.ts'
import classes from './record.module.css'
import { dayAndTime, timeInWords } from './times.ts'

/** The posts that were composed together for several accounts, and what each became. */
export function GroupPage() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/inside/posts/groups/$id' })
  return (
    <RecordPage
      of={useGroupRead(id)}
      title={t`Posts composed together`}
      back="posts"
      missing={t`There are no such posts`}
    >
      {({ data: posts }) => <Shown id={id} posts={posts} />}
    </RecordPage>
  )
}

interface GroupProps {
  id: string
  posts: readonly Post[]
}

function Shown({ id, posts }: GroupProps) {
  const { t } = useLingui()
  const may = useMay()
  const nameOf = useAccountNames()
  const [asked, setAsked] = useState(posts[0]!.id)
  const open = posts.find((post) => post.id === asked) ?? posts[0]!
  const results = posts.reduce(
    (sum, { results }) => ({
      clicks: sum.clicks + (results?.clicks ?? 0),
      visitors: sum.visitors + (results?.visitors ?? 0),
      leads: sum.leads + (results?.leads ?? 0),
    }),
    { clicks: 0, visitors: 0, leads: 0 },
  )
  const isOut = posts.some(({ publication: { state } }) => state === 'published')
  return (
    <Page
      title={shorten(headlineOf(posts[0]!), 60)}
      back="posts"
      help={
        <Help about={t`Posts of a group`} page="platforms#the-same-everywhere">
          <Trans>
            Posts that were written together for several accounts. Change them together, or open one to change it alone.
          </Trans>
        </Help>
      }
    >
      <div className={classes.record}>
        <Stack gap="sm" className={classes.thing!}>
          {posts.length > 1 && (
            <SegmentedControl
              aria-label={t`Which account`}
              w="fit-content"
              value={open.id}
              onChange={setAsked}
              data={posts.map((post) => ({
                value: post.id,
                label: (
                  <Group gap={6} wrap="nowrap" h={28} px={4}>
                    <Signs entry={{ members: [memberOf(post)] }} size={18} />
                    <VisuallyHidden>{nameOf(post)}</VisuallyHidden>
                  </Group>
                ),
              }))}
            />
          )}
          <AsItLooks key={open.id} post={open} />
        </Stack>
        <Stack gap="md" className={classes.work!}>
          <Paper withBorder p="md">
            <Stack gap="md">
              <Heading aria-live="polite">
                <GroupState posts={posts} />
              </Heading>
              <GroupFacts posts={posts} />
              {may.write && (
                <div className={classes.actions}>
                  <GroupButtons id={id} posts={posts} />
                </div>
              )}
            </Stack>
          </Paper>
          {(isOut || results.clicks > 0 || results.leads > 0) && (
            <PagePart title={t`Results of all`}>
              <Group gap="xl" align="flex-start">
                <Figures of={results} />
              </Group>
            </PagePart>
          )}
        </Stack>
        <section className={classes.below} aria-label={t`On each account`}>
          <Heading mb="sm">
            <Trans>On each account</Trans>
          </Heading>
          <Paper withBorder>
            <ul className={classes.members} aria-label={t`Posts of the group`}>
              {posts.map((post) => (
                <MemberRow key={post.id} post={post} />
              ))}
            </ul>
          </Paper>
        </section>
      </div>
    </Page>
  )
}

/** "Goes out Tue 24 Nov, 9:00, on 6 accounts" */
function GroupState({ posts }: Pick<GroupProps, 'posts'>) {
  const zone = useTimeZone()
  const count = posts.length
  const [first] = posts
  const { state } = first!.publication
  const mix = mixOf({ post: first!, members: posts.map(memberOf) }, (each) => stateLook(each).label)
  if (mix !== null) return mix
  const dates = new Set(posts.map(({ scheduled_date }) => scheduled_date))
  const date = dates.size === 1 ? first!.scheduled_date : null
  const when = date === null ? '' : dayAndTime(date, zone)
  switch (state) {
    case 'waiting':
      return date === null ? (
        <Plural value={count} one="# post is scheduled" other="# posts are scheduled" />
      ) : (
        <Plural value={count} one={`Goes out ${when}, on # account`} other={`Goes out ${when}, on # accounts`} />
      )
    case 'none':
      return date === null ? (
        <Plural value={count} one="# draft" other="# drafts" />
      ) : (
        <Plural value={count} one={`# draft, planned for ${when}`} other={`# drafts, planned for ${when}`} />
      )
    case 'published':
      return <Plural value={count} one="Published on # account" other="Published on # accounts" />
    default: {
      const label = stateLook(state).label
      return <Plural value={count} one={`# post: ${label}`} other={`# posts: ${label}`} />
    }
  }
}

function GroupFacts({ posts }: Pick<GroupProps, 'posts'>) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const ownZone = useOwnZone()
  const [first] = posts
  const author = useAuthor(first!)
  const written = formatSince(first!.created_at)
  const dates = [...new Set(posts.flatMap(({ scheduled_date }) => scheduled_date ?? []))]
  const date = dates[0]
  const facts: ReadonlyArray<Fact | false> = [
    [
      t({ message: 'When', comment: 'The time of a post' }),
      date === undefined ? (
        t`No date`
      ) : dates.length > 1 ? (
        t`At several times`
      ) : (
        <>
          <Small>{timeInWords(date, zone, ownZone)}</Small>
          <Hint>{formatSince(date)}</Hint>
        </>
      ),
    ],
    [
      t({ message: 'Where', comment: 'The network and account of a post' }),
      plural(posts.length, { one: '# account', other: '# accounts' }),
    ],
    [
      t({ message: 'Written', comment: 'Who wrote a post, and when' }),
      author === null ? written : t`by ${author}, ${written}`,
    ],
  ]
  return <Facts label={t`When and where`} facts={facts} nameWidth={104} withRowBorders={false} />
}

function MemberRow({ post }: { post: Post }) {
  const zone = useTimeZone()
  const name = useAccountNames()(post)
  const network = useNetworkName(post)
  const { state, published_at, permalink } = post.publication
  const reason = plainReason(post.publication)
  const at = published_at ?? post.scheduled_date
  const { clicks = 0, leads = 0 } = post.results ?? {}
  return (
    <Group component="li" gap="sm" p="sm" wrap="nowrap" align="flex-start">
      <Text component="span" lh={1} mt={2}>
        <Signs entry={{ members: [memberOf(post)] }} size={20} />
      </Text>
      <Stack gap={2} miw={0} flex={1}>
        <AnchorLink to="/posts/$id" params={{ id: post.id }} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </AnchorLink>
        <Muted>{at === null ? <Trans>No date</Trans> : dayAndTime(at, zone)}</Muted>
        {reason && <Hint style={{ overflowWrap: 'anywhere' }}>{reason}</Hint>}
        {(clicks > 0 || leads > 0) && (
          <Hint>
            <Plural value={clicks} one="# click" other="# clicks" /> ·{' '}
            <Plural value={leads} one="# lead" other="# leads" />
          </Hint>
        )}
        {state === 'published' && isWebLink(permalink) && (
          <Anchor href={permalink} target="_blank" rel="noreferrer" size="sm" w="fit-content">
            <Trans>See it on {network}</Trans>
          </Anchor>
        )}
      </Stack>
      <StateBadge state={state} />
    </Group>
  )
}

const LIST = { to: '/posts', search: { view: 'list' } } as const

function GroupButtons({ id, posts }: GroupProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const group = useGroupActions(id)
  const [isMoving, moving] = useDisclosure()
  const [asked, setAsked] = useState<'publish' | 'cancel' | 'delete'>('publish')
  const [isAsking, question] = useDisclosure()
  const able = (action: Action) => posts.filter(({ publication: { state } }) => allows(action, state)).length
  const mayChange = movable(posts.map(memberOf)).length > 0
  const duplicate = () => void navigate({ to: '/posts/new', search: { group: id } })
  const ask = (action: typeof asked) => () => {
    setAsked(action)
    question.open()
  }
  const remove = async () => {
    await navigate(LIST)
    group.removeWithUndo(posts)
  }
  const [publishing, cancelling, deleting] = [able('publish'), able('cancel'), able('delete')]
  const questions = {
    publish: {
      title: plural(publishing, { one: 'Publish # post now?', other: 'Publish # posts now?' }),
      label: t`Publish now`,
      danger: false,
      onConfirm: () => group.act('publish', t`The posts are on their way.`),
      children: <Trans>They go out at once, for everybody to see. They cannot be called back from here.</Trans>,
    },
    cancel: {
      title: plural(cancelling, { one: 'Cancel # post?', other: 'Cancel # posts?' }),
      label: plural(cancelling, { one: 'Cancel the post', other: 'Cancel the posts' }),
      onConfirm: () => group.act('cancel', t`The posts are cancelled.`),
      children: <Trans>They do not go out. They stay here among the drafts, and you can schedule them again.</Trans>,
    },
    delete: {
      title: plural(deleting, { one: 'Delete # post?', other: 'Delete # posts?' }),
      label: t`Delete them`,
      onConfirm: async () => {
        await group.remove()
        await navigate(LIST)
      },
      children: <DeleteAllWords />,
    },
  }
  const count = formatNumber(publishing)
  return (
    <>
      {mayChange ? (
        <>
          <ButtonLink to="/posts/groups/$id/edit" params={{ id }} leftSection={<IconPencil size={16} />}>
            <Trans>Edit together</Trans>
          </ButtonLink>
          <SecondaryButton leftSection={<IconCalendarTime size={16} />} onClick={moving.open}>
            <Trans comment="A post to another time">Move</Trans>
          </SecondaryButton>
        </>
      ) : (
        <Button leftSection={<IconCopy size={16} />} onClick={duplicate}>
          <Trans>Duplicate</Trans>
        </Button>
      )}
      <ActionMenu
        label={t`More to do with these posts`}
        width={230}
        actions={[
          mayChange && [t`Duplicate`, IconCopy, duplicate],
          publishing > 0 && [t`Publish ${count} now`, IconSend, ask('publish')],
          cancelling > 0 && [t`Cancel the posts`, IconBan, ask('cancel'), true],
          deleting > 0 && [
            t`Delete the posts`,
            IconTrash,
            posts.every(isUndoable) ? () => void remove() : ask('delete'),
            true,
          ],
        ]}
      />
      <Confirm opened={isAsking} onClose={question.close} {...questions[asked]} />
      <Modal opened={isMoving} onClose={moving.close} title={t`Move to another time`} centered>
        <MoveForm post={posts[0]!} together={posts} onDone={moving.close} onClose={moving.close} />
      </Modal>
    </>
  )
}
