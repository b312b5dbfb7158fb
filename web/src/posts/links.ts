import type { TrackLinks } from '../../../src/platforms/text/text.ts'
import { api } from '../api/client.ts'
import { useRead } from '../api/queries.ts'

export const TRACK_LABELS: Record<TrackLinks, string> = { off: 'As typed', utm: 'With UTM', short: 'Short' }

/** The links of a post that have a code. */
export function usePostLinks(postId: string, enabled: boolean) {
  const query = { post_id: postId, limit: 100 }
  return useRead(['links', 'post', postId], () => api.GET('/v1/links', { params: { query } }), { enabled })
}
