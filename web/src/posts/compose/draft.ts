import { byFormat } from '../../../../src/platforms/registry.ts'
import { hasField, TEXT_FIELD } from '../../../../src/posts/fields.ts'
import type { Connection, Post } from '../../api/schema.ts'
import { PLATFORMS, type Platform } from '../../parts/platforms.tsx'
import type { Body } from './body.ts'
import type { Parts } from './counters.ts'
import { kindOf } from './media.ts'
import { localOf } from './when.ts'

/** What one platform has for itself. Null is "as for all" or "by itself". */
export interface Own {
  text: string | null
  media: string[] | null
  mediaType: string | null
  replyControl: string
  hashtags: string[]
  mentions: string[]
  connectionId: string | null
}

/** What stands in the form: one text and one row of media, and what each platform has for itself. */
export interface Draft {
  platforms: Platform[]
  text: string
  media: string[]
  own: Record<Platform, Own>
  /** As the fields for date and time have it, in `zone`; empty while nothing is chosen. */
  date: string
  time: string
  zone: string
  /** What was sent and may have arrived: the next try goes on with it, so that nothing is made twice. */
  sent: Partial<Record<Platform, Sent>>
}

/** A request for a new post. Sent again with its key, it makes no second one. */
export interface Sent {
  key: string
  body: Body
  /** Of the post, once an answer has come. */
  id: string | null
}

const NOTHING: Own = {
  text: null,
  media: null,
  mediaType: null,
  replyControl: 'everyone',
  hashtags: [],
  mentions: [],
  connectionId: null,
}

export function emptyDraft(platforms: Platform[], zone: string): Draft {
  return {
    platforms,
    text: '',
    media: [],
    own: byFormat(() => NOTHING),
    date: '',
    time: '',
    zone,
    sent: {},
  }
}

export function textOf(draft: Draft, platform: Platform): string {
  return draft.own[platform].text ?? draft.text
}

export function mediaOf(draft: Draft, platform: Platform): string[] {
  return draft.own[platform].media ?? draft.media
}

/** What has been typed by a person, and would be missed. */
export function isBlank(draft: Draft): boolean {
  const owned = Object.values(draft.own).some(
    ({ text, media, hashtags, mentions }) => text?.trim() || media?.length || hashtags.length || mentions.length,
  )
  return draft.text.trim() === '' && draft.media.length === 0 && !owned
}

export function hasContent(draft: Draft, platform: Platform): boolean {
  const { hashtags, mentions } = draft.own[platform]
  const hasTags = hashtags.length + mentions.length > 0
  return textOf(draft, platform).trim() !== '' || mediaOf(draft, platform).length > 0 || hasTags
}

export function partsOf(draft: Draft, platform: Platform): Parts {
  const { hashtags, mentions } = draft.own[platform]
  return {
    text: textOf(draft, platform),
    hashtags: hasField(platform, 'hashtags') ? hashtags : [],
    mentions: hasField(platform, 'mentions') ? mentions : [],
  }
}

/** What the files make of the post, unless a person has chosen. */
export function mediaTypeOf(draft: Draft, platform: Platform): string | null {
  if (!hasField(platform, 'media_type')) return null
  return draft.own[platform].mediaType ?? guessMediaType(platform, mediaOf(draft, platform))
}

export function guessMediaType(platform: Platform, media: string[]): string {
  const isVideo = media[0] !== undefined && kindOf(media[0]) === 'video'
  if (media.length > 1) return 'carousel'
  if (platform === 'photo') return isVideo ? 'reel' : 'feed_post'
  if (media.length === 0) return 'text'
  return isVideo ? 'video' : 'image'
}

export interface Timing {
  status: 'draft' | 'scheduled'
  /** With the date that stands in the form. */
  dated: boolean
}

/** The body of a request: every field that the platform has, null for what is empty. */
export function bodyOf(draft: Draft, platform: Platform, { status, dated }: Timing): Body {
  const own = draft.own[platform]
  const media = mediaOf(draft, platform)
  return {
    [TEXT_FIELD[platform]]: textOf(draft, platform).trim() || null,
    media_urls: media.length > 0 ? media : null,
    ...(hasField(platform, 'media_type') ? { media_type: mediaTypeOf(draft, platform) } : {}),
    ...(hasField(platform, 'reply_control') ? { reply_control: own.replyControl } : {}),
    ...(hasField(platform, 'hashtags') ? { hashtags: own.hashtags.length > 0 ? own.hashtags : null } : {}),
    ...(hasField(platform, 'mentions') ? { mentions: own.mentions.length > 0 ? own.mentions : null } : {}),
    connection_id: own.connectionId,
    status,
    scheduled_date: dated ? `${draft.date}T${draft.time}:00` : null,
    time_zone: dated ? draft.zone : null,
  }
}

/** What the request would say, whichever button is pressed: as long as it is the same, so is what was said about it. */
export function fingerprintOf(draft: Draft, platform: Platform): string {
  return JSON.stringify(bodyOf(draft, platform, { status: 'draft', dated: true }))
}

/** A stored post in the form, for a change of it or as the start of others. */
export function draftOf(post: Post, platforms: Platform[], zone: string): Draft {
  const draft = emptyDraft(platforms, zone)
  const { text, media } = contentOf(post)
  const hashtags = ('hashtags' in post && post.hashtags) || []
  const own: Own = {
    ...NOTHING,
    hashtags,
    mentions: ('mentions' in post && post.mentions) || [],
    mediaType: keptMediaType(post, media),
    replyControl: ('reply_control' in post && post.reply_control) || NOTHING.replyControl,
    connectionId: post.connection_id,
  }
  draft.text = text
  draft.media = media
  for (const platform of PLATFORMS) {
    if (platform === post.platform) draft.own[platform] = own
    else if (hasField(platform, 'hashtags')) draft.own[platform] = { ...NOTHING, hashtags }
  }
  return draft
}

export function withDate(draft: Draft, post: Post): Draft {
  if (post.scheduled_date === null) return draft
  const zone = post.time_zone ?? draft.zone
  return { ...draft, ...localOf(new Date(post.scheduled_date), zone), zone }
}

export function contentOf(post: Post): { text: string; media: string[] } {
  const text = post.platform === 'photo' ? post.caption : post.content
  return { text: text ?? '', media: post.media_urls ?? [] }
}

/** What would be guessed anyway stays a guess, so that it follows when files come and go. */
function keptMediaType(post: Post, media: string[]): string | null {
  if (!('media_type' in post) || post.media_type === null) return null
  return post.media_type === guessMediaType(post.platform, media) ? null : post.media_type
}

/** The account that would send it. */
export function accountOf(connections: Connection[], platform: Platform, id: string | null): Connection | null {
  const those = connections.filter((connection) => connection.platform === platform)
  return those.find((connection) => connection.id === id) ?? those.find((connection) => connection.default) ?? null
}
