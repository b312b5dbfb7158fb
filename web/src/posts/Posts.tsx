import { Group, SegmentedControl, Select, type SelectProps } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { useConnections } from '../api/connections.ts'
import { useMay } from '../api/session.ts'
import { choices } from '../parts/forms/choices.ts'
import { ButtonLink } from '../parts/links.tsx'
import { Page } from '../parts/page/Page.tsx'
import { PLATFORM, PLATFORMS, PROVIDER } from '../parts/platforms.tsx'
import { SearchField } from '../parts/tables/SearchField.tsx'
import { Calendar } from './calendar/Calendar.tsx'
import { PostList } from './PostList.tsx'
import { accountLabel, GROUPS, type Group as StateGroup } from './post.ts'
import { NO_FILTER, type PostsSearch, type SearchProps, usePostsSearch } from './search.ts'

const VIEWS = choices({ calendar: 'Calendar', list: 'List' })

export function Posts() {
  const { search, change } = usePostsSearch()
  const may = useMay()
  return (
    <Page
      title="Posts"
      lead={leadOf(search)}
      actions={
        may.write && (
          <ButtonLink to="/posts/new" leftSection={<IconPencilPlus size={18} aria-hidden />}>
            Compose
          </ButtonLink>
        )
      }
    >
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

/** By platform, or by account where a platform has several. */
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
