import { textOf } from '../answers.ts'
import type { Adapter, Outgoing } from '../contract.ts'
import { createMetaAdapter } from '../meta/adapter.ts'
import { createMetaAuth } from '../meta/auth.ts'
import type { Dialect } from '../meta/dialect.ts'
import { threadsProfile } from './profile.ts'

// developers.facebook.com/docs/threads/troubleshooting: why a container ended with ERROR. "ASPEC" is how they spell it.
const REASONS: Record<string, { text: string; isFinal: boolean }> = {
  FAILED_DOWNLOADING_VIDEO: { text: 'the video could not be downloaded from its address', isFinal: false },
  FAILED_PROCESSING_AUDIO: { text: 'the sound of the video could not be processed', isFinal: false },
  FAILED_PROCESSING_VIDEO: { text: 'the video could not be processed', isFinal: false },
  INVALID_ASPEC_RATIO: { text: 'the video has a shape that is not allowed', isFinal: true },
  INVALID_ASPECT_RATIO: { text: 'the video has a shape that is not allowed', isFinal: true },
  INVALID_BIT_RATE: { text: 'the bit rate of the video is too high', isFinal: true },
  INVALID_DURATION: { text: 'the video is too long; up to 5 minutes are allowed', isFinal: true },
  INVALID_FRAME_RATE: { text: 'the frame rate of the video must be 23 to 60 per second', isFinal: true },
  INVALID_AUDIO_CHANNELS: { text: 'the sound of the video must be mono or stereo', isFinal: true },
  UNKNOWN: { text: 'it does not say why', isFinal: false },
  INVALID_AUDIO_CHANNEL_LAYOUT: { text: 'the sound of the video must be mono or stereo', isFinal: true },
}

const dialect: Dialect = {
  name: threadsProfile.label,
  auth: createMetaAuth({
    name: threadsProfile.label,
    scopes: ['threads_basic', 'threads_content_publish'],
    exchangeGrant: 'th_exchange_token',
    refreshGrant: 'th_refresh_token',
    profileFields: 'id,username,name',
    idFields: ['id'],
    tokenIn: 'parameter',
  }),
  tokenIn: 'parameter',
  edges: { create: 'threads', publish: 'threads_publish', list: 'threads' },
  statusFields: 'status,error_message',
  readStatus(body) {
    const code = textOf(body.error_message)
    const known = REASONS[code ?? 'UNKNOWN']
    return {
      status: textOf(body.status) ?? '',
      code,
      reason: known?.text ?? code ?? '',
      isFinal: known?.isFinal ?? false,
    }
  },
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
