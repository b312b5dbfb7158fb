import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useConnections, useMay } from '../api/client.ts'
import { AddFilter, type Filter } from '../parts/AddFilter.tsx'
import { choices } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconCalendarEvent, IconPencilPlus, IconSearch } from '../parts/icons.tsx'
import { formatList } from '../parts/locale.ts'
import { networkLabel } from '../parts/networks.ts'
import { Page } from '../parts/Page.tsx'
import { PLATFORMS, PROVIDER } from '../parts/platforms.tsx'
import { SearchField } from '../parts/tables.tsx'
import { ButtonLink, Empty, Sample, SecondaryButton } from '../parts/ui.tsx'
import { Calendar } from './Calendar.tsx'
import { PostList } from './PostList.tsx'
import { accountLabel, GROUPS, groupOf, type Group as StateGroup, shorten } from './post.ts'
import { NO_FILTER, type PostsFilter, type PostsSearch, type SearchProps, usePostsSearch } from './search.ts'

const COMPOSE = (
  <ButtonLink to="/posts/new" leftSection={<IconPencilPlus size={18} />}>
    <Trans>Compose</Trans>
  </ButtonLink>
)

export function Posts() {
  const { t } = useLingui()
  const { search, change } = usePostsSearch()
  const [count, setCount] = useState<number>()
  const may = useMay()
  const clear = () => change(NO_FILTER)
  return (
    <Page
      title={t`Posts`}
      count={count}
      isWide
      primary={may.write && COMPOSE}
      help={
        <Help about={t`Posts`} page="platforms">
          <Trans>Everything that is planned and everything that went out. Drag a post to another day to move it.</Trans>
        </Help>
      }
    >
      <Group gap="xs">
        <SegmentedControl
          aria-label={t({ message: 'View', comment: 'Calendar or list' })}
          data={choices({ calendar: t`Calendar`, list: t`List` })}
          value={search.view}
          onChange={(view) => change({ view: view as PostsSearch['view'] })}
        />
        <SearchField
          label={t`Search posts`}
          placeholder={t`Search in texts and hashtags`}
          flex="1 1 280px"
          maw={{ sm: 360 }}
          value={search.q}
          onChange={(q) => change({ q })}
        />
        <AddFilter filters={useFilters({ search, change })} onClearAll={clear} />
      </Group>
      {search.view === 'calendar' ? (
        <Calendar search={search} change={change} />
      ) : (
        <PostList filter={search} onCount={setCount} empty={<Nothing filter={search} onClear={clear} />} />
      )}
    </Page>
  )
}

function useFilters({ search, change }: SearchProps): Filter[] {
  const { t } = useLingui()
  const { data: connections = [] } = useConnections({ staleTime: 60_000 })
  const { group, platform, account } = search
  const labelOf = (format: (typeof PLATFORMS)[number]) => {
    const own = connections.filter((each) => each.platform === format)
    const labels = [...new Set(own.map(({ provider }) => PROVIDER[provider].label))]
    return labels.length === 0 ? networkLabel(format, null) : formatList(labels)
  }
  const chosen = connections.find(({ id }) => id === account)
  return [
    {
      name: 'state',
      label: t({ message: 'State', comment: 'Of a post' }),
      shown: group && t(GROUPS[group].label),
      chosen: group ? [group] : [],
      choices: Object.entries(GROUPS).map(([value, { label }]) => ({ value, label: t(label) })),
      onChange: (value) => change({ group: groupOf(value) }),
    },
    {
      name: 'network',
      label: t`Network`,
      shown: platform && labelOf(platform),
      chosen: platform ? [platform] : [],
      choices: PLATFORMS.map((value) => ({ value, label: labelOf(value) })),
      onChange: (value) => change({ platform: PLATFORMS.find((each) => each === value) ?? null, account: null }),
    },
    {
      name: 'account',
      label: t`Account`,
      shown: account && (chosen ? accountLabel(chosen) : t`An account that is gone`),
      chosen: account ? [account] : [],
      choices: connections.map((each) => ({ value: each.id, label: accountLabel(each) })),
      onChange: (value) => change({ account: value || null, platform: null }),
    },
  ]
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
    <Empty
      icon={IconCalendarEvent}
      title={t(title)}
      action={may.write && group !== 'attention' && COMPOSE}
      sample={
        group === null && (
          <Sample title={t`We open on Saturday`} text={t`Instagram, LinkedIn and Bluesky`} aside={t`Friday, 9:00`} />
        )
      }
    >
      {t(about)}
    </Empty>
  )
}
