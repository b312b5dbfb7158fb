import type { Adapter, Outgoing } from '../contract.ts'
import { createMetaAdapter } from '../meta/adapter.ts'
import type { Dialect } from '../meta/dialect.ts'
import { instagramAuth } from './auth.ts'
import { readStatus } from './errors.ts'
import { instagramProfile } from './profile.ts'

const dialect: Dialect = {
  name: instagramProfile.label,
  auth: instagramAuth,
  tokenIn: 'header',
  edges: { create: 'media', publish: 'media_publish', list: 'media' },
  statusFields: 'status_code,status',
  readStatus,
  textField: 'caption',
  listedTypes: { feed_post: 'IMAGE', reel: 'VIDEO', carousel: 'CAROUSEL_ALBUM' },
  single(post) {
    const [url] = post.mediaUrls
    if (url === undefined) return null
    switch (post.mediaType) {
      case 'feed_post':
        return { image_url: url, ...wording(post) }
      case 'reel':
        return { media_type: 'REELS', video_url: url, ...wording(post) }
      default:
        return null
    }
  },
  child: (url, isVideo) => ({
    ...(isVideo ? { media_type: 'VIDEO', video_url: url } : { image_url: url }),
    is_carousel_item: 'true',
  }),
  parent: (post, children) => ({ media_type: 'CAROUSEL', children: children.join(','), ...wording(post) }),
}

/** Instagram with Instagram Login, by developers.facebook.com/docs/instagram-platform/content-publishing. */
export const instagram: Adapter = createMetaAdapter(dialect)

function wording(post: Outgoing): Record<string, string> {
  return post.text === '' ? {} : { caption: post.text }
}
