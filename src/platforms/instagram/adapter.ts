import { textOf } from '../answers.ts'
import type { Adapter, Outgoing } from '../contract.ts'
import { createMetaAdapter } from '../meta/adapter.ts'
import { createMetaAuth } from '../meta/auth.ts'
import type { Dialect } from '../meta/dialect.ts'
import { instagramProfile } from './profile.ts'

// Subcodes that name a fault of the file: processing it again finds the same.
const FILE_FAULTS: Record<string, string> = {
  2207004: 'the image is larger than 8 MB',
  2207005: 'the image is not a JPEG',
  2207009: 'the image has a shape that is not allowed; 4:5 to 1.91:1 is',
  2207023: 'the kind of media is not known',
  2207026: 'the video format is not supported; use MP4 or MOV with H.264 and AAC',
  2207057: 'the cover image lies outside the video',
}
const PASSING_FAULTS: Record<string, string> = {
  2207003: 'the file took too long to download',
  2207052: 'the file could not be downloaded from its address',
  2207077: 'the video could not be downloaded from its address',
}

const dialect: Dialect = {
  name: instagramProfile.label,
  auth: createMetaAuth({
    name: instagramProfile.label,
    scopes: ['instagram_business_basic', 'instagram_business_content_publish'],
    exchangeGrant: 'ig_exchange_token',
    refreshGrant: 'ig_refresh_token',
    profileFields: 'user_id,username,name',
    // `id` is the person's id inside the app; the account that publishes is `user_id`.
    idFields: ['user_id', 'id'],
    tokenIn: 'header',
  }),
  tokenIn: 'header',
  edges: { create: 'media', publish: 'media_publish', list: 'media' },
  statusFields: 'status_code,status',
  readStatus(body) {
    const words = textOf(body.status) ?? ''
    const code = /\b2207\d{3}\b/.exec(words)?.[0] ?? null
    const fault = FILE_FAULTS[code ?? ''] ?? PASSING_FAULTS[code ?? '']
    return {
      status: textOf(body.status_code) ?? '',
      code,
      reason: fault ?? words,
      isFinal: (code ?? '') in FILE_FAULTS,
    }
  },
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
