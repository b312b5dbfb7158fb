import type { QueryOf } from '../api/client.ts'
import { useUrl } from '../parts/forms.tsx'
import { PLATFORMS, type Platform } from '../parts/platforms.tsx'
import { isDay } from '../parts/wall-clock.ts'
import { GROUPS, type Group, groupOf } from './post.ts'

export interface PostsFilter {
  platform: Platform | null
  account: string | null
  group: Group | null
  q: string
}

export const NO_FILTER: PostsFilter = { platform: null, account: null, group: null, q: '' }

export interface PostsSearch extends PostsFilter {
  view: 'calendar' | 'list'
  span: 'month' | 'week'
  /** A day in view; null for today. */
  day: string | null
}

export interface SearchProps {
  search: PostsSearch
  change: (next: Partial<PostsSearch>) => void
}

type PostsQuery = Pick<QueryOf<'/v1/posts'>, 'platform' | 'connection_id' | 'q' | 'state' | 'order'>

/** Scheduled posts in the order they go out; others newest first. */
export function toQuery({ platform, account, group, q }: PostsFilter): PostsQuery {
  return {
    platform: platform ?? undefined,
    connection_id: account ?? undefined,
    q,
    state: group ? GROUPS[group].states.join(',') : undefined,
    order: group === 'scheduled' ? 'scheduled' : undefined,
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The API's limit. */
const Q_MAX = 255

/** In the URL, so that it can be shared and the back button works. */
export function usePostsSearch(): SearchProps {
  const [url, changeUrl] = useUrl()
  const search: PostsSearch = {
    view: url.view === 'list' ? 'list' : 'calendar',
    span: url.span === 'week' ? 'week' : 'month',
    day: isDay(url.day) ? url.day : null,
    platform: PLATFORMS.find((each) => each === url.platform) ?? null,
    account: UUID.test(url.account ?? '') ? url.account! : null,
    group: groupOf(url.state),
    q: (url.q ?? '').trim().slice(0, Q_MAX),
  }
  const change = (next: Partial<PostsSearch>) => {
    const { group: state, span, ...rest } = { ...search, ...next }
    const all = Object.entries({ ...rest, state, span: span === 'week' && span })
    // The back button undoes a change of view, not of a page or filter.
    changeUrl(Object.fromEntries(all.map(([name, value]) => [name, value || undefined])), next.view && 'push')
  }
  return { search, change }
}
