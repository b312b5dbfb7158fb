import { api, type QueryOf } from '../../api/client.ts'
import { useList } from '../../api/queries.ts'
import type { Platform } from '../../parts/platforms.tsx'
import { GROUPS, type Group } from '../post.ts'

export interface PostsFilter {
  platform: Platform | null
  group: Group | null
  /** Part of the text. */
  q: string
}

type PostsQuery = Pick<QueryOf<'/v1/posts'>, 'platform' | 'q' | 'state' | 'order'>

/** As the API asks for them. What is still to go out is read in the order in which it goes; all else newest first. */
export function toQuery({ platform, group, q }: PostsFilter): PostsQuery {
  return {
    platform: platform ?? undefined,
    q,
    state: group ? GROUPS[group].states.join(',') : undefined,
    order: group === 'scheduled' ? 'scheduled' : undefined,
  }
}

export function usePosts(filter: PostsFilter) {
  return useList(['posts', 'list'], toQuery(filter), (query, signal) =>
    api.GET('/v1/posts', { params: { query }, signal }),
  )
}
