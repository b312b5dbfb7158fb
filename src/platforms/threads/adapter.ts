import { createMetaAdapter } from '../meta/adapter.ts'
import type { Dialect } from '../meta/dialect.ts'
import type { Adapter } from '../shared/contract.ts'
import { threadsAuth } from './auth.ts'
import { readStatus } from './errors.ts'
import { threadsMedia } from './media.ts'
import { threadsProfile } from './profile.ts'

const dialect: Dialect = {
  name: threadsProfile.label,
  auth: threadsAuth,
  media: threadsMedia,
  tokenIn: 'parameter',
  edges: { create: 'threads', publish: 'threads_publish', list: 'threads' },
  statusFields: 'status,error_message',
  readStatus,
  textField: 'text',
  listedTypes: { text: 'TEXT_POST', image: 'IMAGE', video: 'VIDEO', carousel: 'CAROUSEL_ALBUM' },
  single({ mediaType, mediaUrls: [url], text }) {
    // Never auto_publish_text: there would be no container to ask about.
    if (mediaType === 'text') return text === '' ? null : { media_type: 'TEXT' }
    if (url === undefined) return null
    if (mediaType === 'image') return image(url)
    return mediaType === 'video' ? { media_type: 'VIDEO', video_url: url } : null
  },
  image,
  wording: ({ text, replyControl }) => ({
    ...(text === '' ? {} : { text }),
    ...(replyControl === null ? {} : { reply_control: replyControl }),
  }),
}

/** Threads, by developers.facebook.com/docs/threads/posts. */
export const threads: Adapter = createMetaAdapter(dialect)

function image(url: string) {
  return { media_type: 'IMAGE', image_url: url }
}
