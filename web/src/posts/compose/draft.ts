import { t } from '@lingui/core/macro'
import { parseDateTime } from '../../../../src/lib/time/date-time.ts'
import { zonedToInstant } from '../../../../src/lib/time/time-zone.ts'
import { withField } from '../../../../src/messages/message.ts'
import type { Format } from '../../../../src/platforms/shared/provider.ts'
import type { TrackLinks } from '../../../../src/platforms/shared/text.ts'
import { guessMediaType, hasField, TEXT_FIELD } from '../../../../src/posts/fields.ts'
import type {
  Connection,
  NewPhotoPost,
  NewPostGroup,
  NewProfessionalPost,
  NewShortPost,
  NewThreadPost,
  Post,
  PostPatch,
} from '../../api/schema.ts'
import { isPending } from '../../media/upload-queue.ts'
import { sentence } from '../../parts/sentence.ts'
import { addDays, showWall, wallOf } from '../../parts/wall-clock.ts'
import { kindOf } from '../media.ts'
import { hashtagsOf, mentionsOf, textOf as textOfPost } from '../post.ts'
import { timeInWords } from '../times.ts'
import type { Target } from './targets.ts'
import type { Parts } from './texts.ts'

/** The content of one target. Null means shared or automatic. */
export interface Own {
  text: string | null
  media: string[] | null
  mediaType: string | null
  replyControl: string
  hashtags: string[]
  mentions: string[]
  /** For a stored post; null means the default account. A new post uses its target's account. */
  connectionId?: string | null
  /** Set if a stored post differs from most others. */
  trackLinks?: TrackLinks | null
}

export interface Draft {
  /** Target keys. */
  targets: string[]
  text: string
  /** URLs and upload keys (see media/upload-queue.ts). */
  media: string[]
  /** By URL, so that they follow their file. */
  alts: Record<string, string>
  /** By target key; targets without own content may be missing. */
  own: Record<string, Own>
  /** Null follows the workspace. */
  trackLinks: TrackLinks | null
  /** In `zone`; empty until chosen. */
  date: string
  time: string
  zone: string
  /**
   * Requests that may have arrived, by target or for a group. The next attempt continues with them, so that nothing is
   * created twice.
   */
  sent: Record<string, Sent | undefined>
}

/** Its key makes the request safe to repeat. */
export interface Sent {
  key: string
  json: string
  /** First sent at, in milliseconds. Unknown in drafts of older dashboards. */
  at?: number
  /** Known once the API has answered. */
  id: string | null
}

const NOTHING: Own = {
  text: null,
  media: null,
  mediaType: null,
  replyControl: 'everyone',
  hashtags: [],
  mentions: [],
}

export function emptyDraft(targets: readonly Target[], zone: string): Draft {
  const keys = targets.map(({ key }) => key)
  return { targets: keys, text: '', media: [], alts: {}, own: {}, trackLinks: null, date: '', time: '', zone, sent: {} }
}

export function ownOf(draft: Pick<Draft, 'own'>, { key }: Pick<Target, 'key'>): Own {
  return draft.own[key] ?? NOTHING
}

export function trackLinksOf(draft: Draft, target: Target): TrackLinks | null {
  const { trackLinks: own } = ownOf(draft, target)
  return own === undefined ? draft.trackLinks : own
}

export function withTrackLinks(draft: Draft, trackLinks: TrackLinks | null): Draft {
  const own = Object.entries(draft.own).map(([key, { trackLinks: _, ...rest }]) => [key, rest])
  return { ...draft, trackLinks, own: Object.fromEntries(own) }
}

export function textOf(draft: Draft, target: Target): string {
  return ownOf(draft, target).text ?? draft.text
}

export function mediaOf(draft: Draft, target: Target): string[] {
  return ownOf(draft, target).media ?? draft.media
}

export function isBlank(draft: Draft): boolean {
  const owned = Object.values(draft.own).some(
    ({ text, media, hashtags, mentions }) => text?.trim() || media?.length || hashtags.length || mentions.length,
  )
  return draft.text.trim() === '' && draft.media.length === 0 && !owned
}

export function hasContent(draft: Draft, target: Target): boolean {
  const { hashtags, mentions } = ownOf(draft, target)
  const hasTags = hashtags.length + mentions.length > 0
  return textOf(draft, target).trim() !== '' || mediaOf(draft, target).length > 0 || hasTags
}

export function partsOf(draft: Draft, target: Target): Parts {
  const { hashtags, mentions } = ownOf(draft, target)
  return {
    text: textOf(draft, target),
    hashtags: hasField(target.platform, 'hashtags') ? hashtags : [],
    mentions: hasField(target.platform, 'mentions') ? mentions : [],
  }
}

/** The chosen type, or the one that fits the files. */
export function mediaTypeOf(draft: Draft, target: Target): string | null {
  if (!hasField(target.platform, 'media_type')) return null
  return ownOf(draft, target).mediaType ?? guessFor(target.platform, mediaOf(draft, target))
}

export function guessFor(platform: Format, media: string[]): string | null {
  return guessMediaType(platform, media.length, media[0] !== undefined && kindOf(media[0]) === 'video')
}

/** May be incomplete: the API says what is missing. */
export type Body = Omit<PostPatch, 'media_type'> & { media_type?: string | null }

export function toNewPost(body: Body) {
  return body as NewThreadPost | NewPhotoPost | NewProfessionalPost | NewShortPost
}

/** One group for several accounts: each has its own fields. */
export function toGroup(bodies: readonly Body[]): NewPostGroup {
  const accounts = bodies.map(({ connection_id, ...overrides }) => ({ connection_id: connection_id!, overrides }))
  return { accounts } as NewPostGroup
}

export function toPostPatch(body: Body) {
  return body as PostPatch
}

interface Timing {
  status: 'draft' | 'scheduled'
  dated: boolean
}

/** All fields of the format; empty ones are null. */
export function bodyOf(draft: Draft, target: Target, { status, dated }: Timing): Body {
  const { platform } = target
  const own = ownOf(draft, target)
  const filled = (list: string[]) => (list.length > 0 ? list : null)
  const urls = withoutPending(mediaOf(draft, target))
  return {
    [TEXT_FIELD[platform]]: textOf(draft, target).trim() || null,
    media_urls: filled(urls),
    alt_texts: altTextsOf(urls, draft.alts),
    ...(hasField(platform, 'media_type') ? { media_type: mediaTypeOf(draft, target) } : {}),
    ...(hasField(platform, 'reply_control') ? { reply_control: own.replyControl } : {}),
    ...(hasField(platform, 'hashtags') ? { hashtags: filled(own.hashtags) } : {}),
    ...(hasField(platform, 'mentions') ? { mentions: filled(own.mentions) } : {}),
    connection_id: own.connectionId === undefined ? (target.account?.id ?? null) : own.connectionId,
    track_links: trackLinksOf(draft, target),
    status,
    scheduled_date: dated ? `${draft.date}T${draft.time}:00` : null,
    time_zone: dated ? draft.zone : null,
  }
}

/** Errors stay valid while this stays the same, whichever button is pressed. */
export function fingerprintOf(draft: Draft, target: Target): string {
  return JSON.stringify(bodyOf(draft, target, { status: 'draft', dated: true }))
}

/** A copy of stored posts, for the same accounts. Others that are chosen later start with the hashtags of the first. */
export function copyOf(posts: readonly Post[], targets: readonly Target[], zone: string): Draft {
  const pairs = new Map<Target, Post>()
  for (const post of posts) {
    const target = targetFor(post, targets)
    if (target !== undefined && !pairs.has(target)) pairs.set(target, post)
  }
  const draft = draftOf([...pairs.values()], [...pairs.keys()], zone)
  const own = Object.entries(draft.own).map(([key, { connectionId: _, ...rest }]) => [key, rest])
  const hashtags = posts.map(hashtagsOf).find((tags) => tags.length > 0) ?? []
  const others = targets.filter((target) => !pairs.has(target) && hasField(target.platform, 'hashtags'))
  const tagged = others.map(({ key }) => [key, { ...NOTHING, hashtags }])
  return { ...draft, own: Object.fromEntries([...own, ...(hashtags.length > 0 ? tagged : [])]) }
}

/** The post's account, or the default one if it is gone. */
function targetFor({ platform, connection_id }: Post, targets: readonly Target[]): Target | undefined {
  const same = targets.filter((target) => target.platform === platform)
  return same.find(({ key }) => key === connection_id) ?? same[0]
}

/** Edits stored posts: what most of them have is common. */
export function draftOf(posts: readonly Post[], targets: readonly Target[], zone: string): Draft {
  const text = mostCommon(posts.map(textOfPost))
  const media = mostCommon(posts.map((post) => JSON.stringify(post.media_urls ?? [])))
  const trackLinks = mostCommon(posts.map((post) => post.track_links))
  const own = posts.map((post, index): [string, Own] => [
    targets[index]!.key,
    {
      ...ownFrom(post),
      ...(post.track_links === trackLinks ? {} : { trackLinks: post.track_links }),
      text: textOfPost(post) === text ? null : textOfPost(post),
      media: JSON.stringify(post.media_urls ?? []) === media ? null : (post.media_urls ?? []),
      connectionId: post.connection_id,
    },
  ])
  return {
    ...emptyDraft(targets, zone),
    text,
    media: JSON.parse(media) as string[],
    alts: Object.assign({}, ...posts.map((post) => altsOf(post.media_urls ?? [], post.alt_texts))),
    own: Object.fromEntries(own),
    trackLinks,
  }
}

function ownFrom(post: Post): Own {
  return {
    ...NOTHING,
    hashtags: hashtagsOf(post),
    mentions: mentionsOf(post),
    mediaType: keptMediaType(post, post.media_urls ?? []),
    replyControl: ('reply_control' in post && post.reply_control) || NOTHING.replyControl,
  }
}

function mostCommon<T extends string | null>(values: readonly T[]): T {
  const counts = Map.groupBy(values, (value) => value)
  return [...counts].reduce((most, each) => (each[1].length > most[1].length ? each : most))[0]
}

export function withDate(draft: Draft, post: Post): Draft {
  if (post.scheduled_date === null) return draft
  const zone = post.time_zone ?? draft.zone
  return { ...draft, ...localOf(new Date(post.scheduled_date), zone), zone }
}

/** Null when it equals the guess, so that it follows the files. */
function keptMediaType(post: Post, media: string[]): string | null {
  if (!('media_type' in post) || post.media_type === null) return null
  return post.media_type === guessFor(post.platform, media) ? null : post.media_type
}

export function accountOf(
  draft: Pick<Draft, 'own'>,
  target: Target,
  connections: readonly Connection[],
): Connection | null {
  const { connectionId } = ownOf(draft, target)
  if (connectionId === undefined) return target.account
  const those = connections.filter(({ platform }) => platform === target.platform)
  return those.find(({ id }) => id === connectionId) ?? those.find((connection) => connection.default) ?? null
}

interface Local {
  date: string
  time: string
}

type Instant = { at: Date } | { problem: string } | null

/** Null while nothing is chosen. */
export function instantOf({ date, time, zone }: Local & { zone: string }): Instant {
  if (date === '' && time === '') return null
  if (date === '') return { problem: t`Choose a date, too.` }
  if (time === '') return { problem: t`Choose a time, too.` }
  const wall = parseDateTime(`${date}T${time}:00`)
  if ('problem' in wall) return { problem: sentence(withField(wall.problem, t`The date`)) }
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const result = zonedToInstant({ year, month, day, hour, minute, second: 0, ms: 0 }, zone)
  return 'problem' in result ? { problem: sentence(result.problem) } : { at: result.date }
}

export function localOf(at: Date, zone: string): Local {
  const [date = '', time = ''] = wallOf(at, zone).split('T')
  return { date, time: time.slice(0, 5) }
}

/** When it goes out, in words; null without a date. */
export function whenInWords(draft: Draft, ownZone: string): string | null {
  const instant = instantOf(draft)
  return instant !== null && 'at' in instant ? timeInWords(instant.at, draft.zone, ownZone) : null
}

export function suggestions(now: Date, zone: string): Array<{ label: string; local: Local }> {
  const { date: today } = localOf(now, zone)
  const time = showWall('2000-01-01T09:00:00', { hour: 'numeric', minute: '2-digit' })
  const atNine = (label: string, offset: number) => ({ label, local: { date: addDays(today, offset), time: '09:00' } })
  const daysToMonday = (8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7 || 7
  return [
    { label: t`In an hour`, local: localOf(new Date(now.getTime() + 3_600_000), zone) },
    atNine(t`Tomorrow, ${time}`, 1),
    // On a Sunday that is tomorrow.
    ...(daysToMonday > 1 ? [atNine(t`Monday, ${time}`, daysToMonday)] : []),
  ]
}

// Files being uploaded have a key among the URLs of the draft. The keys are not sent to the API.

export interface DraftMedia {
  media: string[]
  alts: Record<string, string>
  own: Record<string, { media: string[] | null }>
}

export function withoutPending(media: readonly string[]): string[] {
  return media.filter((entry) => !isPending(entry))
}

/** Includes those of single targets. */
export function entriesOf({ media, own }: Pick<DraftMedia, 'media' | 'own'>): Set<string> {
  return new Set([...media, ...Object.values(own).flatMap((each) => each.media ?? [])])
}

/** Null removes the entry. No list gets the same entry twice. */
export function replaceEntry<D extends DraftMedia>(draft: D, entry: string, next: string | null): D {
  const replaced = (media: string[]) =>
    media.flatMap((each) => {
      if (each !== entry) return [each]
      return next === null || media.includes(next) ? [] : [next]
    })
  const { [entry]: alt, ...alts } = draft.alts
  const own = Object.entries(draft.own).map(([name, each]) => [
    name,
    each.media?.includes(entry) ? { ...each, media: replaced(each.media) } : each,
  ])
  return {
    ...draft,
    media: draft.media.includes(entry) ? replaced(draft.media) : draft.media,
    own: Object.fromEntries(own) as D['own'],
    alts: next !== null && alt !== undefined && alts[next] === undefined ? { ...alts, [next]: alt } : alts,
  }
}

/** One per URL, null where there is none. An empty list stops library files from bringing their own. */
export function altTextsOf(urls: readonly string[], alts: Record<string, string>): Array<string | null> | null {
  if (urls.length === 0) return null
  const texts = urls.map((url) => alts[url]?.trim() || null)
  return texts.some((text) => text !== null) ? texts : []
}

export function altsOf(urls: readonly string[], texts: ReadonlyArray<string | null> | null): Record<string, string> {
  const pairs = urls.map((url, index) => [url, texts?.[index]] as const)
  return Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string'))
}

/** The files of a restored draft are gone with their page. */
export function withoutUploads<D extends DraftMedia>(draft: D): D {
  return [...entriesOf(draft)].filter(isPending).reduce((rest, entry) => replaceEntry(rest, entry, null), draft)
}

/** The API remembers a key for 24 hours. */
const KEY_MS = 23 * 3_600_000

/** A request from days ago may have arrived, and its key no longer prevents a duplicate. The person decides. */
export function refuseOutlived({ id, at }: Pick<Sent, 'id' | 'at'>, remember: (sent: undefined) => void): void {
  if (id !== null || (at !== undefined && Date.now() - at < KEY_MS)) return
  remember(undefined)
  throw new Error(
    t`This was sent before and never answered, so it may be stored already. Look for it in the list of posts. If it is not there, send it again.`,
  )
}
