import type { Outgoing } from '../../platforms/contract.ts'
import type { Format } from '../../platforms/profile.ts'
import { composeText } from '../../platforms/text.ts'
import type { PublishRow } from '../store.ts'

/** The post as the platform gets it. */
export function toOutgoing(post: PublishRow): Outgoing {
  return {
    platform: post.platform as Format,
    mediaType: post.media_type,
    text: composeText({
      content: post.content,
      hashtags: post.hashtags as string[] | null,
      mentions: post.mentions as string[] | null,
    }),
    mediaUrls: (post.media_urls as string[] | null) ?? [],
    replyControl: post.reply_control,
  }
}
