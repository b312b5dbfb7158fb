import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Group, SegmentedControl, Select, type SelectProps, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useConnections, useList, useMay } from '../api/client.ts'
import type { Post } from '../api/schema.ts'
import { choices } from '../parts/forms.tsx'
import { IconCalendarEvent, IconPencilPlus, IconSearch } from '../parts/icons.tsx'
import { formatList } from '../parts/locale.ts'
import { Page } from '../parts/Page.tsx'
import { PLATFORM, PLATFORMS, PlatformName, PROVIDER } from '../parts/platforms.tsx'
import { type Column, RecordList, SearchField } from '../parts/tables.tsx'
import { Hint, Small, Time, Wrapped } from '../parts/text.tsx'
import { ButtonLink, Empty, SecondaryButton, StateBadge, stateLook } from '../parts/ui.tsx'
import { Calendar } from './Calendar.tsx'
import { type Entry, mixOf, stateOf, toEntries } from './entries.ts'
import { Signs } from './PostParts.tsx'
import { accountLabel, GROUPS, headlineOf, type Group as StateGroup, shorten, tagsOf, textOf } from './post.ts'
import { NO_FILTER, type PostsFilter, type PostsSearch, type SearchProps, toQuery, usePostsSearch } from './search.ts'

const COMPOSE = (
  <ButtonLink to="/posts/new" leftSection={<IconPencilPlus size={18} />}>
    <Trans>Compose</Trans>
  </ButtonLink>
)

export function Posts() {
  const { t } = useLingui()
  const { search, change } = usePostsSearch()
  const may = useMay()
  return (
    <Page title={t`Posts`} actions={may.write && COMPOSE}>
      <Filters search={search} change={change} />
      {search.view === 'calendar' ? (
        <Calendar search={search} change={change} />
      ) : (
        <PostList filter={search} onClear={() => change(NO_FILTER)} />
      )}
    </Page>
  )
}

function Filters({ search, change }: SearchProps) {
  const { t } = useLingui()
  const groups = Object.entries(GROUPS).map(([value, { label }]) => ({ value, label: t(label) }))
  return (
    <Group gap="sm" justify="space-between">
      <SegmentedControl
        aria-label={t({ message: 'View', comment: 'Calendar or list' })}
        data={choices({ calendar: t`Calendar`, list: t`List` })}
        value={search.view}
        onChange={(view) => change({ view: view as PostsSearch['view'] })}
      />
      <SearchField
        label={t`Search posts`}
        placeholder={t`Search in texts and hashtags`}
        miw={220}
        value={search.q}
        onChange={(q) => change({ q })}
      />
      <Group gap="sm" grow preventGrowOverflow={false} wrap="nowrap">
        <FilterSelect
          label={t({ message: 'State', comment: 'Of a post' })}
          all={t`All states`}
          data={groups}
          value={search.group}
          onChange={(group) => change({ group: group as StateGroup | null })}
        />
        <WhereFilter search={search} change={change} />
      </Group>
    </Group>
  )
}

/** By account where a platform has several. */
function WhereFilter({ search, change }: SearchProps) {
  const { t } = useLingui()
  const { data: connections = [] } = useConnections({ staleTime: 60_000 })
  const data = PLATFORMS.map((platform) => {
    const accounts = connections.filter((each) => each.platform === platform)
    const labels = [...new Set(accounts.map(({ provider }) => PROVIDER[provider].label))]
    const label = labels.length === 0 ? PLATFORM[platform].label : formatList(labels)
    if (accounts.length < 2) return { value: platform, label }
    const items = accounts.map((each) => ({ value: each.id, label: accountLabel(each) }))
    return { group: label, items: [{ value: platform, label: t`All of ${label}` }, ...items] }
  })
  return (
    <FilterSelect
      label={t`Network`}
      all={t`All networks`}
      data={data}
      value={search.account ?? search.platform}
      onChange={(value) => {
        const platform = PLATFORMS.find((each) => each === value) ?? null
        change({ platform, account: platform === null ? value : null })
      }}
    />
  )
}

function FilterSelect({ label, all, ...select }: SelectProps & { label: string; all: string }) {
  return (
    <Select
      aria-label={label}
      placeholder={all}
      clearable
      clearButtonProps={{ 'aria-label': all }}
      miw={0}
      maw={190}
      {...select}
    />
  )
}

const columnsFor = (q: string, t: (label: MessageDescriptor) => string): Array<Column<Entry>> => [
  { title: t(msg`Post`), render: (entry) => <Headline entry={entry} q={q} /> },
  {
    title: t(msg`Network`),
    width: 150,
    wideOnly: true,
    render: (entry) =>
      entry.members.length === 1 ? (
        <PlatformName platform={entry.post.platform} />
      ) : (
        <Group gap={6} wrap="nowrap">
          <Signs entry={entry} size={18} />
          <Small span>
            <Plural value={entry.members.length} one="# post" other="# posts" />
          </Small>
        </Group>
      ),
  },
  {
    title: t(msg({ message: 'State', comment: 'Of a post' })),
    width: 150,
    render: (entry) => (
      <Stack gap={2}>
        <StateBadge state={stateOf(entry)} />
        <Hint>{mixOf(entry, (state) => stateLook(state).label)}</Hint>
      </Stack>
    ),
  },
  {
    title: t(msg({ message: 'When', comment: 'The time of a post' })),
    render: ({ post }) => <When post={post} />,
    width: 200,
    wideOnly: true,
  },
]

function PostList({ filter, onClear }: { filter: PostsFilter; onClear: () => void }) {
  const posts = useList(['posts', 'list'], '/v1/posts', { query: toQuery(filter) })
  const { t } = useLingui()
  const navigate = useNavigate()
  const rows = toEntries(posts.rows)
  // A loaded group counts once.
  const total = posts.total - posts.rows.length + rows.length
  return (
    <RecordList
      label={t`Posts`}
      columns={columnsFor(filter.q, t)}
      of={{ ...posts, rows, total }}
      idOf={({ post }) => post.id}
      onOpen={(entry) => void navigate(placeOf(entry))}
      waiting={8}
      empty={<Nothing filter={filter} onClear={onClear} />}
    />
  )
}

/** A group has a page of its own. */
function placeOf({ post, members }: Entry) {
  if (members.length > 1) return { to: '/posts/groups/$id', params: { id: post.group_id! } } as const
  return { to: '/posts/$id', params: { id: post.id } } as const
}

function Headline({ entry, q }: { entry: Entry; q: string }) {
  const { post } = entry
  return (
    <Stack gap={2}>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Text component="span" hiddenFrom="sm" lh={1} mt={2}>
          <Signs entry={entry} size={16} />
        </Text>
        <Wrapped lineClamp={2}>{headlineOf(post)}</Wrapped>
      </Group>
      {!textOf(post).toLowerCase().includes(q.toLowerCase()) && (
        // Shown if only the tags match.
        <Hint lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {tagsOf(post).join(' ')}
        </Hint>
      )}
      {post.publication.reason && (
        <Hint lineClamp={1} visibleFrom="sm">
          {post.publication.reason}
        </Hint>
      )}
      <Hint component="div" hiddenFrom="sm">
        <When post={post} />
      </Hint>
    </Stack>
  )
}

function When({ post }: { post: Post }) {
  const { t } = useLingui()
  const { state, published_at, deferred_until } = post.publication
  const isAgain = state === 'deferred' && deferred_until !== null
  const at = isAgain ? deferred_until : (published_at ?? post.scheduled_date)
  const time = <Time at={at} none={t`No date`} exact size="sm" span />
  return (
    <Small component="div" c={post.status === 'draft' ? 'dimmed' : undefined}>
      {isAgain ? (
        <Trans>Next try {time}</Trans>
      ) : post.status === 'draft' && at !== null ? (
        <Trans>Planned {time}</Trans>
      ) : (
        time
      )}
    </Small>
  )
}

const EMPTY: Record<StateGroup, [title: MessageDescriptor, words: MessageDescriptor]> = {
  drafts: [msg`No drafts`, msg`A draft waits here until you schedule it.`],
  scheduled: [
    msg`Nothing is scheduled`,
    msg`A scheduled post goes out by itself at its time. Write one, or schedule a draft.`,
  ],
  published: [msg`Nothing is published yet`, msg`Once a post is out you find it here, with the link to it.`],
  attention: [
    msg`Nothing needs attention`,
    msg`Posts that failed, were missed, wait for an account or could not be confirmed show up here.`,
  ],
}

const NO_POSTS = [
  msg`No posts yet`,
  msg`Write one text, choose your accounts, and set when it goes out. It shows up here and in the calendar.`,
] as const

function Nothing({ filter: { group, platform, account, q }, onClear }: { filter: PostsFilter; onClear: () => void }) {
  const { t } = useLingui()
  const may = useMay()
  const isFiltered = group !== null || platform !== null || account !== null
  const clear = (
    <SecondaryButton onClick={onClear}>
      <Trans>Show all posts</Trans>
    </SecondaryButton>
  )
  const words = shorten(q)
  if (q) {
    return (
      <Empty icon={IconSearch} title={t`No post has “${words}” in it`} action={clear}>
        {isFiltered ? (
          <Trans>Only posts that match the filters were searched. Remove the filters, or try other words.</Trans>
        ) : (
          <Trans>Texts, hashtags and mentions were searched. Try fewer or other words.</Trans>
        )}
      </Empty>
    )
  }
  if (platform !== null || account !== null) {
    return (
      <Empty icon={IconSearch} title={t`No post matches the filters`} action={clear}>
        <Trans>Posts on other networks or in other states are hidden.</Trans>
      </Empty>
    )
  }
  const [title, about] = group ? EMPTY[group] : NO_POSTS
  return (
    <Empty icon={IconCalendarEvent} title={t(title)} action={may.write && group !== 'attention' && COMPOSE}>
      {t(about)}
    </Empty>
  )
}
