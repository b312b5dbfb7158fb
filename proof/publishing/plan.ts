import { FORMATS, type Format } from '../../src/platforms/profile.ts'
import type { Random } from '../random.ts'

/** One post of the proof: what is sent to the interface, and what is done to it afterwards. */
export interface PlannedPost {
  number: number
  platform: Format
  kind: string
  body: Record<string, unknown>
  /** Which of the platform's accounts. */
  account: number
  /** From the moment it is created. */
  dueInMs: number
  change: 'none' | 'edit' | 'cancel'
  /** Posts with the same number here are composed together, in one request, and changed together; null for a single one. */
  group: number | null
}

type Kind = [name: string, fields: (media: Media) => Record<string, unknown>]

interface Media {
  image(at: number): string
  video(): string
}

/** Every type of every platform. */
const KINDS: Record<Format, Kind[]> = {
  thread: [
    ['text', () => ({ media_type: 'text' })],
    ['image', ({ image }) => ({ media_type: 'image', media_urls: [image(1)] })],
    ['video', ({ video }) => ({ media_type: 'video', media_urls: [video()] })],
    ['carousel', ({ image }) => ({ media_type: 'carousel', media_urls: [image(1), image(2), image(3)] })],
  ],
  photo: [
    ['feed_post', ({ image }) => ({ media_type: 'feed_post', media_urls: [image(1)], hashtags: ['proof'] })],
    ['reel', ({ video }) => ({ media_type: 'reel', media_urls: [video()] })],
    ['carousel', ({ image }) => ({ media_type: 'carousel', media_urls: [image(1), image(2)] })],
  ],
  professional: [
    ['text', () => ({ hashtags: ['proof'] })],
    ['image', ({ image }) => ({ media_urls: [image(1)] })],
    ['multi-image', ({ image }) => ({ media_urls: [image(1), image(2), image(3)] })],
    ['video', ({ video }) => ({ media_urls: [video()] })],
  ],
  short: [
    ['text', () => ({})],
    ['image', ({ image }) => ({ media_urls: [image(1)] })],
    ['multi-image', ({ image }) => ({ media_urls: [image(1), image(2)] })],
    ['video', ({ video }) => ({ media_urls: [video()] })],
    ['mention', () => ({ mentions: ['someone'] })],
  ],
}

// The changed ones are due later, so that most changes come in time and some do not.
const DUE_MS = [300, 4_000] as const
const DUE_OF_CHANGED_MS = [400, 2_500] as const

/** Every so many rounds of the platforms is one composition for an account of each. */
const ROUNDS_PER_GROUP = 3

export function planPosts(random: Random, count: number, accounts: number, mediaUrl: string): PlannedPost[] {
  const seen: Record<string, number> = {}
  const changeOfGroup = new Map<number, PlannedPost['change']>()
  return Array.from({ length: count }, (_, number) => {
    const platform = FORMATS[number % FORMATS.length]!
    const turn = (seen[platform] ?? -1) + 1
    seen[platform] = turn
    const [kind, fields] = KINDS[platform][turn % KINDS[platform].length]!
    const media: Media = {
      image: (at) => `${mediaUrl}/p${number}-${at}.jpg?width=320&height=320`,
      video: () => `${mediaUrl}/p${number}.mp4?seconds=5`,
    }
    const round = Math.floor(number / FORMATS.length)
    const group = round % ROUNDS_PER_GROUP === 0 ? round : null
    const drawn = (['edit', 'cancel'] as const)[random.between(0, 19)] ?? 'none'
    if (group !== null && !changeOfGroup.has(group)) changeOfGroup.set(group, drawn)
    const change = group === null ? drawn : changeOfGroup.get(group)!
    const [least, most] = change === 'none' ? DUE_MS : DUE_OF_CHANGED_MS
    return {
      number,
      platform,
      kind,
      body: {
        ...fields(media),
        ...plannedText(platform, number, 1),
        ...(isTracked(number) ? { track_links: 'short' } : {}),
        status: 'scheduled',
      },
      account: random.between(0, accounts - 1),
      dueInMs: random.between(least, most),
      change,
      group,
    }
  })
}

/** Every second round has a tracked link, on all platforms. */
export function isTracked(number: number): boolean {
  return Math.floor(number / FORMATS.length) % 2 === 1
}

/** The link is the same in every edition, so that it keeps its code. Cards are read from the page, which nobody serves. */
export function plannedText(platform: Format, number: number, edition: number): Record<string, string> {
  const texts = Object.entries(textOf(platform, number, edition))
  const page = platform === 'professional' ? 'http://127.0.0.1:9' : 'https://www.example.com'
  return Object.fromEntries(
    texts.map(([field, text]) => [field, isTracked(number) ? `${text} ${page}/p/${number}` : text]),
  )
}

/** The text says which post it is, and which edition: whatever becomes public can be told apart. */
export function textOf(platform: Format, number: number, edition: number): Record<string, string> {
  return { [platform === 'photo' ? 'caption' : 'content']: `Proof (a_b*c) of post proof${number}e${edition}x & more` }
}

/** Null for what is not ours. */
export function readText(text: string): { number: number; edition: number } | null {
  const [, number, edition] = /proof(\d+)e(\d+)x/.exec(text) ?? []
  return number === undefined ? null : { number: Number(number), edition: Number(edition) }
}
