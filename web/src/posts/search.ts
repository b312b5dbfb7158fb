import { useNavigate, useSearch } from '@tanstack/react-router'
import { PLATFORMS, type Platform } from '../parts/platforms.tsx'
import { isDay } from '../parts/wall-clock.ts'
import { type Group, groupOf } from './post.ts'

export interface PostsSearch {
  view: 'calendar' | 'list'
  span: 'month' | 'week'
  /** A day of what the calendar shows; null for today. */
  day: string | null
  platform: Platform | null
  group: Group | null
  /** Part of the text; empty for all. */
  q: string
}

/** As long as the API takes it. */
const Q_MAX = 255

/** What is shown, from the address: it can be shared, and the back button works. */
export function usePostsSearch(): [PostsSearch, (change: Partial<PostsSearch>) => void] {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const current: PostsSearch = {
    view: search.view === 'list' ? 'list' : 'calendar',
    span: search.span === 'week' ? 'week' : 'month',
    day: isDay(search.day) ? search.day : null,
    platform: PLATFORMS.find((each) => each === search.platform) ?? null,
    group: groupOf(search.state),
    q: (search.q ?? '').trim().slice(0, Q_MAX),
  }
  const change = (next: Partial<PostsSearch>) => {
    const { view, span, day, platform, group, q } = { ...current, ...next }
    void navigate({
      to: '/posts',
      search: {
        view,
        ...(span === 'week' ? { span } : {}),
        ...(day ? { day } : {}),
        ...(platform ? { platform } : {}),
        ...(group ? { state: group } : {}),
        ...(q ? { q } : {}),
      },
      // A turned page or a filter is no place to go back to; another view is.
      replace: next.view === undefined,
      resetScroll: false,
    })
  }
  return [current, change]
}
