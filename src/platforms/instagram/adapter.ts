import { createMetaAdapter } from '../meta/adapter.ts'
import type { Dialect } from '../meta/dialect.ts'
import type { Adapter } from '../shared/contract.ts'
import { instagramAuth } from './auth.ts'
import { readStatus } from './errors.ts'
import { instagramMedia } from './media.ts'
import { instagramProfile } from './profile.ts'

const dialect: Dialect = {
  name: instagramProfile.label,
  auth: instagramAuth,
  media: instagramMedia,
  tokenIn: 'header',
  edges: { create: 'media', publish: 'media_publish', list: 'media' },
  statusFields: 'status_code,status',
  readStatus,
  textField: 'caption',
  listedTypes: { feed_post: 'IMAGE', reel: 'VIDEO', carousel: 'CAROUSEL_ALBUM' },
  single({ mediaType, mediaUrls: [url] }) {
    if (url === undefined) return null
    if (mediaType === 'feed_post') return { image_url: url }
    return mediaType === 'reel' ? { media_type: 'REELS', video_url: url } : null
  },
  image: (url) => ({ image_url: url }),
  wording: ({ text }): Record<string, string> => (text === '' ? {} : { caption: text }),
}

/** Instagram with Instagram Login, by developers.facebook.com/docs/instagram-platform/content-publishing. */
export const instagram: Adapter = createMetaAdapter(dialect)
