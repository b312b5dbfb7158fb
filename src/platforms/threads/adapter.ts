import type { Adapter, Outgoing } from '../contract.ts'
import { createMetaAdapter } from '../meta/adapter.ts'
import type { Dialect } from '../meta/dialect.ts'
import { threadsAuth } from './auth.ts'
import { readStatus } from './errors.ts'
import { threadsProfile } from './profile.ts'

const dialect: Dialect = {
  name: threadsProfile.label,
  auth: threadsAuth,
  tokenIn: 'parameter',
  edges: { create: 'threads', publish: 'threads_publish', list: 'threads' },
  statusFields: 'status,error_message',
  readStatus,
  textField: 'text',
  listedTypes: { text: 'TEXT_POST', image: 'IMAGE', video: 'VIDEO', carousel: 'CAROUSEL_ALBUM' },
  single(post) {
    const [url] = post.mediaUrls
    switch (post.mediaType) {
      case 'text':
        // Never auto_publish_text: it would be out before there is a container to ask about.
        return post.text === '' ? null : { media_type: 'TEXT', ...wording(post) }
      case 'image':
        return url === undefined ? null : { media_type: 'IMAGE', image_url: url, ...wording(post) }
      case 'video':
        return url === undefined ? null : { media_type: 'VIDEO', video_url: url, ...wording(post) }
      default:
        return null
    }
  },
  child: (url, isVideo) => ({
    ...(isVideo ? { media_type: 'VIDEO', video_url: url } : { media_type: 'IMAGE', image_url: url }),
    is_carousel_item: 'true',
  }),
  parent: (post, children) => ({ media_type: 'CAROUSEL', children: children.join(','), ...wording(post) }),
}

/** Threads, by developers.facebook.com/docs/threads/posts. */
export const threads: Adapter = createMetaAdapter(dialect)

function wording(post: Outgoing): Record<string, string> {
  return {
    ...(post.text === '' ? {} : { text: post.text }),
    ...(post.replyControl === null ? {} : { reply_control: post.replyControl }),
  }
}
