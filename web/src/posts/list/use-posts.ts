import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api, type List } from '../../api/client.ts'
import type { Post } from '../../api/schema.ts'
import type { Platform } from '../../parts/platforms.tsx'
import { GROUPS, type Group, type State } from '../post.ts'

type Stream = State | 'any'
type Cursors = Partial<Record<Stream, string>>
type Page = Partial<Record<Stream, List<Post>>>

/** The API filters by one state, so a group of states is read as one list for each, and merged by id: newest first. */
export function usePosts(group: Group | null, platform: Platform | null) {
  const streams: readonly Stream[] = group === null ? ['any'] : GROUPS[group].states
  const result = useInfiniteQuery({
    queryKey: ['posts', 'list', { group, platform }],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const read = async (stream: Stream): Promise<[Stream, List<Post>]> => {
        const query = { limit: 50, platform, state: stream === 'any' ? null : stream, cursor: pageParam[stream] }
        return [stream, await api.list<Post>('/v1/posts', query, signal)]
      }
      return Object.fromEntries(await Promise.all((Object.keys(pageParam) as Stream[]).map(read)))
    },
    initialPageParam: Object.fromEntries(streams.map((stream) => [stream, ''])) as Cursors,
    getNextPageParam: (last: Page): Cursors | undefined => {
      const open = Object.entries(last).filter(([, { pagination }]) => pagination.next_cursor !== null)
      if (open.length === 0) return undefined
      return Object.fromEntries(open.map(([stream, { pagination }]) => [stream, pagination.next_cursor!]))
    },
    placeholderData: keepPreviousData,
  })
  const pages = result.data?.pages ?? []
  const total = Object.values(pages[0] ?? {}).reduce((sum, { pagination }) => sum + pagination.total, 0)
  return { ...result, rows: mergePages(pages), total }
}

/** Only as far down as every list has been read: nothing appears later between two rows that are shown. */
function mergePages(pages: readonly Page[]): Post[] {
  const rows = pages.flatMap((page) => Object.values(page).flatMap(({ data }) => data))
  const open = Object.values(pages.at(-1) ?? {}).filter(({ pagination }) => pagination.next_cursor !== null)
  const floor = open.reduce((highest, { data }) => {
    const last = data.at(-1)?.id ?? ''
    return last > highest ? last : highest
  }, '')
  return rows.filter(({ id }) => id >= floor).sort((a, b) => (a.id < b.id ? 1 : -1))
}
