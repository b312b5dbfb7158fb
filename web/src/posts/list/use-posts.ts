import { useList } from '../../api/queries.ts'
import type { Post } from '../../api/schema.ts'
import type { Platform } from '../../parts/platforms.tsx'
import { GROUPS, type Group } from '../post.ts'

export interface PostsFilter {
  platform: Platform | null
  group: Group | null
  /** Part of the text. */
  q: string
}

/** As the API asks for them. What is still to go out is read in the order in which it goes; all else newest first. */
export function toQuery({ platform, group, q }: PostsFilter) {
  return {
    platform,
    q,
    state: group && GROUPS[group].states.join(','),
    order: group === 'scheduled' ? 'scheduled' : null,
  }
}

export function usePosts(filter: PostsFilter) {
  return useList<Post>(['posts', 'list'], '/v1/posts', toQuery(filter))
}
