import { byFormat } from '../../../../src/platforms/registry.ts'
import { hasField, TEXT_FIELD } from '../../../../src/posts/fields.ts'
import type {
  Connection,
  NewPhotoPost,
  NewProfessionalPost,
  NewShortPost,
  NewThreadPost,
  Post,
  PostPatch,
} from '../../api/schema.ts'
import { PLATFORMS, type Platform } from '../../parts/platforms.tsx'
import { kindOf } from '../media.ts'
import { hashtagsOf, mentionsOf, textOf as textOfPost } from '../post.ts'
import type { Parts } from './counters.ts'
import { altsOf, altTextsOf, withoutPending } from './media/pending.ts'
import { localOf } from './when.ts'

/** The content that one platform has for itself. Null means shared, or chosen automatically. */
export interface Own {
  text: string | null
  media: string[] | null
  mediaType: string | null
  replyControl: string
  hashtags: string[]
  mentions: string[]
  connectionId: string | null
}

/** The content of the form: a common text and common media, and what each platform has for itself. */
export interface Draft {
  platforms: Platform[]
  text: string
  /** URLs, and keys of files that are being uploaded: see media/pending.ts. */
  media: string[]
  /** Alt texts by URL, so that they follow their file. */
  alts: Record<string, string>
  own: Record<Platform, Own>
  /** In `zone`; empty until chosen. */
  date: string
  time: string
  zone: string
  /** Requests that may have arrived. The next try continues with them, so that nothing is created twice. */
  sent: Partial<Record<Platform, Sent>>
}

/** A request for a new post. Its key makes it safe to repeat. */
export interface Sent {
  key: string
  body: Body
  /** Of the post, once the API has answered. */
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
  return { platforms, text: '', media: [], alts: {}, own: byFormat(() => NOTHING), date: '', time: '', zone, sent: {} }
}

export function textOf(draft: Draft, platform: Platform): string {
  return draft.own[platform].text ?? draft.text
}

export function mediaOf(draft: Draft, platform: Platform): string[] {
  return draft.own[platform].media ?? draft.media
}

/** Nothing was typed that somebody would miss. */
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

/** The chosen type, or the one that fits the files. */
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

/** May be incomplete: the API says what is missing. */
export type Body = Omit<PostPatch, 'media_type'> & { media_type?: string | null }

export function toNewPost(body: Body) {
  return body as NewThreadPost | NewPhotoPost | NewProfessionalPost | NewShortPost
}

export function toPostPatch(body: Body) {
  return body as PostPatch
}

interface Timing {
  status: 'draft' | 'scheduled'
  /** With the date of the form. */
  dated: boolean
}

/** Has every field of the platform; empty ones are null. */
export function bodyOf(draft: Draft, platform: Platform, { status, dated }: Timing): Body {
  const own = draft.own[platform]
  const filled = (list: string[]) => (list.length > 0 ? list : null)
  const urls = withoutPending(mediaOf(draft, platform))
  return {
    [TEXT_FIELD[platform]]: textOf(draft, platform).trim() || null,
    media_urls: filled(urls),
    alt_texts: altTextsOf(urls, draft.alts),
    ...(hasField(platform, 'media_type') ? { media_type: mediaTypeOf(draft, platform) } : {}),
    ...(hasField(platform, 'reply_control') ? { reply_control: own.replyControl } : {}),
    ...(hasField(platform, 'hashtags') ? { hashtags: filled(own.hashtags) } : {}),
    ...(hasField(platform, 'mentions') ? { mentions: filled(own.mentions) } : {}),
    connection_id: own.connectionId,
    status,
    scheduled_date: dated ? `${draft.date}T${draft.time}:00` : null,
    time_zone: dated ? draft.zone : null,
  }
}

/** Identifies the content, whichever button is pressed: errors stay valid as long as it stays the same. */
export function fingerprintOf(draft: Draft, platform: Platform): string {
  return JSON.stringify(bodyOf(draft, platform, { status: 'draft', dated: true }))
}

/** A stored post in the form, to change it or to start others from it. */
export function draftOf(post: Post, platforms: Platform[], zone: string): Draft {
  const draft = emptyDraft(platforms, zone)
  const media = post.media_urls ?? []
  const hashtags = hashtagsOf(post)
  const own: Own = {
    ...NOTHING,
    hashtags,
    mentions: mentionsOf(post),
    mediaType: keptMediaType(post, media),
    replyControl: ('reply_control' in post && post.reply_control) || NOTHING.replyControl,
    connectionId: post.connection_id,
  }
  draft.text = textOfPost(post)
  draft.media = media
  draft.alts = altsOf(media, post.alt_texts)
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

/** Null when it equals the guess, so that it follows when files are added or removed. */
function keptMediaType(post: Post, media: string[]): string | null {
  if (!('media_type' in post) || post.media_type === null) return null
  return post.media_type === guessMediaType(post.platform, media) ? null : post.media_type
}

/** The account that would publish it. */
export function accountOf(connections: Connection[], platform: Platform, id: string | null): Connection | null {
  const those = connections.filter((connection) => connection.platform === platform)
  return those.find((connection) => connection.id === id) ?? those.find((connection) => connection.default) ?? null
}
