import { Group, SegmentedControl, Select, type SelectProps, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useConnections, useList, useMay } from '../api/client.ts'
import type { Post } from '../api/schema.ts'
import { choices } from '../parts/forms.tsx'
import { IconCalendarEvent, IconPencilPlus, IconSearch } from '../parts/icons.tsx'
import { Page } from '../parts/Page.tsx'
import { PLATFORM, PLATFORMS, PlatformName, PROVIDER } from '../parts/platforms.tsx'
import { type Column, RecordList, SearchField } from '../parts/tables.tsx'
import { Hint, Small, Time, Wrapped } from '../parts/text.tsx'
import { ButtonLink, Empty, SecondaryButton, StateBadge, stateLook } from '../parts/ui.tsx'
import { Calendar } from './Calendar.tsx'
import { type Entry, mixOf, stateOf, toEntries } from './entries.ts'
import { Signs } from './PostParts.tsx'
import {
  accountLabel,
  type Group as Chosen,
  GROUPS,
  headlineOf,
  type Group as StateGroup,
  shorten,
  tagsOf,
  textOf,
} from './post.ts'
import { NO_FILTER, type PostsFilter, type PostsSearch, type SearchProps, toQuery, usePostsSearch } from './search.ts'

const COMPOSE = (
  <ButtonLink to="/posts/new" leftSection={<IconPencilPlus size={18} />}>
    Compose
  </ButtonLink>
)

const VIEWS = choices({ calendar: 'Calendar', list: 'List' })

export function Posts() {
  const { search, change } = usePostsSearch()
  const may = useMay()
  return (
    <Page title="Posts" lead={leadOf(search)} actions={may.write && COMPOSE}>
      <Filters search={search} change={change} />
      {search.view === 'calendar' ? (
        <Calendar search={search} change={change} />
      ) : (
        <PostList filter={search} onClear={() => change(NO_FILTER)} />
      )}
    </Page>
  )
}

function leadOf({ view, group }: PostsSearch): string {
  if (view === 'calendar') return 'What goes out and when. Drafts without a date are in the list.'
  if (group === 'scheduled') return 'What is to go out, the next one first.'
  return group ? 'Newest first.' : 'Every post, newest first, drafts too.'
}

function Filters({ search, change }: SearchProps) {
  return (
    <Group gap="sm" justify="space-between">
      <SegmentedControl
        aria-label="View"
        data={VIEWS}
        value={search.view}
        onChange={(view) => change({ view: view as PostsSearch['view'] })}
      />
      <SearchField
        label="Search posts"
        placeholder="Search in texts and hashtags"
        miw={220}
        value={search.q}
        onChange={(q) => change({ q })}
      />
      <Group gap="sm" grow preventGrowOverflow={false} wrap="nowrap">
        <FilterSelect
          label="State"
          all="All states"
          data={choices(GROUPS)}
          value={search.group}
          onChange={(group) => change({ group: group as StateGroup | null })}
        />
        <WhereFilter search={search} change={change} />
      </Group>
    </Group>
  )
}

const LIST = new Intl.ListFormat('en-GB')

/** By account where a platform has several. */
function WhereFilter({ search, change }: SearchProps) {
  const { data: connections = [] } = useConnections({ staleTime: 60_000 })
  const data = PLATFORMS.map((platform) => {
    const accounts = connections.filter((each) => each.platform === platform)
    const labels = [...new Set(accounts.map(({ provider }) => PROVIDER[provider].label))]
    const label = labels.length === 0 ? PLATFORM[platform].label : LIST.format(labels)
    if (accounts.length < 2) return { value: platform, label }
    const items = accounts.map((each) => ({ value: each.id, label: accountLabel(each) }))
    return { group: label, items: [{ value: platform, label: `All of ${label}` }, ...items] }
  })
  return (
    <FilterSelect
      label="Platform"
      all="All platforms"
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

const columnsFor = (q: string): Array<Column<Entry>> => [
  { title: 'Post', render: (entry) => <Headline entry={entry} q={q} /> },
  {
    title: 'Platform',
    width: 150,
    wideOnly: true,
    render: (entry) =>
      entry.members.length === 1 ? (
        <PlatformName platform={entry.post.platform} />
      ) : (
        <Group gap={6} wrap="nowrap">
          <Signs entry={entry} size={18} />
          <Small span>{entry.members.length} posts</Small>
        </Group>
      ),
  },
  {
    title: 'State',
    width: 150,
    render: (entry) => (
      <Stack gap={2}>
        <StateBadge state={stateOf(entry)} />
        <Hint>{mixOf(entry, (state) => stateLook(state).label)}</Hint>
      </Stack>
    ),
  },
  { title: 'When', render: ({ post }) => <When post={post} />, width: 200, wideOnly: true },
]

function PostList({ filter, onClear }: { filter: PostsFilter; onClear: () => void }) {
  const posts = useList(['posts', 'list'], '/v1/posts', { query: toQuery(filter) })
  const navigate = useNavigate()
  const rows = toEntries(posts.rows)
  // A loaded group counts once.
  const total = posts.total - posts.rows.length + rows.length
  return (
    <RecordList
      label="Posts"
      columns={columnsFor(filter.q)}
      of={{ ...posts, rows, total }}
      idOf={({ post }) => post.id}
      onOpen={({ post }) => void navigate({ to: '/posts/$id', params: { id: post.id } })}
      waiting={8}
      empty={<Nothing filter={filter} onClear={onClear} />}
    />
  )
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
  const { state, published_at, deferred_until } = post.publication
  const [words, at] =
    state === 'published' && published_at
      ? ['', published_at]
      : state === 'deferred' && deferred_until
        ? ['Next try ', deferred_until]
        : [post.status === 'draft' && post.scheduled_date ? 'Planned ' : '', post.scheduled_date]
  return (
    <Small component="div" c={post.status === 'draft' ? 'dimmed' : undefined}>
      {words}
      <Time at={at} none="No date" exact size="sm" span />
    </Small>
  )
}

const EMPTY: Record<Chosen, [title: string, words: string]> = {
  drafts: ['No drafts', 'A draft is a post without a promise: it waits here until you schedule it.'],
  scheduled: [
    'Nothing is scheduled',
    'A scheduled post goes out by itself at its time. Write one, or schedule a draft.',
  ],
  published: ['Nothing is published yet', 'Once a post is out you find it here, with the link to it.'],
  attention: [
    'Nothing needs attention',
    'Posts that failed, were missed, wait for an account or could not be confirmed show up here.',
  ],
}

function Nothing({ filter: { group, platform, q }, onClear }: { filter: PostsFilter; onClear: () => void }) {
  const may = useMay()
  if (q) {
    return (
      <Empty
        icon={IconSearch}
        title={`No post has “${shorten(q)}” in it`}
        action={<SecondaryButton onClick={onClear}>Show all posts</SecondaryButton>}
      >
        {group || platform
          ? 'Only posts of the chosen state and platform were searched. Take the filters away, or try other words.'
          : 'Texts, hashtags and mentions were searched. Try fewer or other words.'}
      </Empty>
    )
  }
  const [title, words] = group
    ? EMPTY[group]
    : ['No posts yet', 'Write one text, choose the platforms, and set when it goes out.']
  return (
    <Empty
      icon={IconCalendarEvent}
      title={platform ? `${title} on ${PLATFORM[platform].label}` : title}
      action={may.write && group !== 'attention' && COMPOSE}
    >
      {words}
    </Empty>
  )
}
