import type { Format } from '../platforms/profile.ts'
import type { PostInput } from './input.ts'
import { type Status, TEXT_FIELD } from './limits.ts'
import type { NewPost, PostRow } from './store.ts'

/** A post as the API shows it; which fields it has depends on the platform. */
export type Post = Record<string, unknown> & { id: string | null }

interface Shown {
  id: string
  input: PostInput
  publication: Publication
  warnings: unknown
  createdAt: Date
  updatedAt: Date
}

interface Publication {
  state: string
  attempts: number
  code: string | null
  reason: string | null
  permalink: string | null
  platform_id: string | null
  published_at: string | null
  deferred_until: string | null
  connection_id: string | null
}

export function fromNew(post: Omit<NewPost, 'event'>): Post {
  const at = new Date(post.createdAt)
  const publication = {
    state: post.state,
    attempts: 0,
    code: null,
    reason: null,
    permalink: null,
    platform_id: null,
    published_at: null,
    deferred_until: null,
    connection_id: post.input.connectionId,
  }
  return show({ id: post.id, input: post.input, publication, warnings: post.warnings, createdAt: at, updatedAt: at })
}

export function fromRow(row: PostRow): Post {
  return show({
    id: row.id,
    input: inputOf(row),
    publication: {
      state: row.publication_state,
      attempts: row.attempts,
      code: row.failure_class,
      reason: row.reason,
      permalink: row.permalink,
      platform_id: row.platform_id,
      published_at: row.published_at?.toISOString() ?? null,
      deferred_until: row.deferred_until?.toISOString() ?? null,
      connection_id: row.connection_id,
    },
    warnings: [...(row.warnings as unknown[]), ...(row.media_warnings as unknown[])],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
}

export function inputOf(row: PostRow): PostInput {
  return {
    platform: row.platform as Format,
    mediaType: row.media_type,
    content: row.content,
    mediaUrls: row.media_urls as string[] | null,
    hashtags: row.hashtags as string[] | null,
    mentions: row.mentions as string[] | null,
    replyControl: row.reply_control,
    status: row.status as Status,
    scheduledDate: row.scheduled_date,
    timeZone: row.time_zone,
    connectionId: row.connection_id,
  }
}

function show({ id, input, publication, warnings, createdAt, updatedAt }: Shown): Post {
  return {
    id,
    platform: input.platform,
    ...ownFields(input),
    status: input.status,
    scheduled_date: input.scheduledDate?.toISOString() ?? null,
    time_zone: input.timeZone,
    connection_id: input.connectionId,
    publication,
    warnings,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

/** The fields a platform's posts have, in the order of the interface. */
function ownFields(input: PostInput): Record<string, unknown> {
  const text = { [TEXT_FIELD[input.platform]]: input.content }
  switch (input.platform) {
    case 'thread':
      return { media_type: input.mediaType, ...text, media_urls: input.mediaUrls, reply_control: input.replyControl }
    case 'photo':
      return { media_type: input.mediaType, ...text, media_urls: input.mediaUrls, hashtags: input.hashtags }
    case 'professional':
      return { ...text, media_urls: input.mediaUrls, hashtags: input.hashtags }
    case 'short':
      return { ...text, media_urls: input.mediaUrls, mentions: input.mentions }
  }
}
