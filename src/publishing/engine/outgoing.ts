import type { Outgoing, PlatformName } from '../../platforms/contract.ts'
import type { Platform, Status } from '../../posts/limits.ts'
import { composeText } from '../../posts/warnings.ts'
import type { PublishRow } from '../store.ts'

/** The post as the platform gets it. */
export function toOutgoing(post: PublishRow): Outgoing {
  return {
    platform: post.platform as PlatformName,
    mediaType: post.media_type,
    text: composeText({
      platform: post.platform as Platform,
      mediaType: post.media_type,
      content: post.content,
      mediaUrls: post.media_urls as string[] | null,
      hashtags: post.hashtags as string[] | null,
      mentions: post.mentions as string[] | null,
      replyControl: post.reply_control,
      status: post.status as Status,
      scheduledDate: post.scheduled_date,
    }),
    mediaUrls: (post.media_urls as string[] | null) ?? [],
    replyControl: post.reply_control,
  }
}
