import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { composeText } from '../../../src/platforms/shared/text.ts'
import type { PublicationState, STATE_TABLE } from '../../../src/publishing/states.ts'
import type { Connection, Post, Publication } from '../api/schema.ts'
import { networkLabel } from '../parts/networks.ts'

export type State = Publication['state']

/** Filters for people, and their states. */
export const GROUPS = {
  drafts: { label: msg({ message: 'Drafts', comment: 'Posts' }), states: ['none', 'cancelled'] },
  scheduled: {
    label: msg({ message: 'Scheduled', comment: 'Posts' }),
    states: ['waiting', 'deferred', 'preparing', 'sending', 'confirming'],
  },
  published: { label: msg({ message: 'Published', comment: 'Posts' }), states: ['published'] },
  attention: {
    label: msg({ message: 'Needs attention', comment: 'Posts' }),
    states: ['failed', 'unconfirmed', 'missed', 'held'],
  },
} as const satisfies Record<string, { label: MessageDescriptor; states: readonly State[] }>

export type Group = keyof typeof GROUPS

/** A group or state from the URL. */
export function groupOf(text: string | undefined): Group | null {
  const names = Object.keys(GROUPS) as Group[]
  return names.find((name) => name === text || (GROUPS[name].states as readonly string[]).includes(text ?? '')) ?? null
}

export function textOf(post: Post): string {
  return (post.platform === 'photo' ? post.caption : post.content) ?? ''
}

export function headlineOf(post: Post): string {
  const text = textOf(post).replace(/\s+/g, ' ').trim()
  if (text) return text
  const files = post.media_urls?.length ?? 0
  return files === 0 ? t`No text yet` : plural(files, { one: '# file, no text', other: '# files, no text' })
}

export function hashtagsOf(post: Post): string[] {
  return ('hashtags' in post ? post.hashtags : null) ?? []
}

export function mentionsOf(post: Post): string[] {
  return ('mentions' in post ? post.mentions : null) ?? []
}

export function shorten(text: string, most = 40): string {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text
}

export function tagsOf(post: Post): string[] {
  return [...hashtagsOf(post).map((tag) => `#${tag}`), ...mentionsOf(post).map((name) => `@${name}`)]
}

/** With its hashtags and mentions, as it goes out without tracked links. */
export function wholeTextOf(post: Post): string {
  return composeText({ content: textOf(post), hashtags: hashtagsOf(post), mentions: mentionsOf(post) })
}

export function allows(action: Action, state: State): boolean {
  return (ACTIONS[state] as readonly Action[]).includes(action)
}

export function accountName(account: Connection | null): string {
  if (account === null) return t`No account`
  return account.handle ? `@${account.handle}` : (account.name ?? account.account_id)
}

/** "Bluesky @example" */
export function accountLabel(account: Connection): string {
  return `${networkLabel(account.platform, account)} ${accountName(account)}`
}

/** Data may contain any scheme. */
export function isWebLink(text: string | null): text is string {
  return text !== null && /^https?:\/\//i.test(text.trim())
}

export const MEDIA_TYPES: Partial<Record<Post['platform'], Record<string, MessageDescriptor>>> = {
  thread: {
    text: msg({ message: 'Text only', comment: 'Kind of post' }),
    image: msg({ message: 'Picture', comment: 'Kind of post' }),
    video: msg({ message: 'Video', comment: 'Kind of post' }),
    carousel: msg({ message: 'Carousel', comment: 'Kind of post: several pictures' }),
  },
  photo: {
    feed_post: msg({ message: 'Feed post', comment: 'Kind of post on Instagram' }),
    reel: msg({ message: 'Reel', comment: 'Kind of post on Instagram' }),
    carousel: msg({ message: 'Carousel', comment: 'Kind of post: several pictures' }),
  },
}

export const REPLIES: Record<string, MessageDescriptor> = {
  everyone: msg({ message: 'Everyone', comment: 'Who can reply' }),
  accounts_you_follow: msg({ message: 'Accounts you follow', comment: 'Who can reply' }),
  mentioned_only: msg({ message: 'Only those you mention', comment: 'Who can reply' }),
}

/** The API allows these actions in a state. Moving is editing the date. */
type Allowed<S extends PublicationState> = (typeof STATE_TABLE)[S]['may'][number]
type ActionIn<S extends PublicationState> =
  | Exclude<Allowed<S>, 'resolve'>
  | ('edit' extends Allowed<S> ? 'move' : never)
export type Action = ActionIn<PublicationState> | 'move'

/** The page shows the first actions as buttons, the rest in a menu. The most urgent state is first. */
export const ACTIONS: { [S in PublicationState]: readonly ActionIn<S>[] } = {
  unconfirmed: ['delete'],
  failed: ['retry', 'edit', 'move', 'cancel', 'delete'],
  missed: ['publish', 'move', 'edit', 'cancel', 'delete'],
  held: ['retry', 'edit', 'move', 'cancel', 'delete'],
  sending: [],
  confirming: [],
  preparing: ['cancel'],
  deferred: ['retry', 'edit', 'move', 'cancel', 'delete'],
  waiting: ['edit', 'move', 'publish', 'cancel', 'delete'],
  none: ['edit', 'publish', 'move', 'delete'],
  cancelled: ['edit', 'publish', 'delete'],
  published: ['delete'],
}

export const STATES = Object.keys(ACTIONS) as State[]
