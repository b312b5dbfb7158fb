import { PROVIDERS, type Provider, profileOf } from '../../src/platforms/registry.ts'
import type { Format } from '../../src/platforms/shared/provider.ts'
import type { Random } from '../random.ts'

/** One post of the proof: what is sent to the API, and what happens to it afterwards. */
export interface PlannedPost {
  number: number
  platform: Format
  provider: Provider
  kind: string
  body: Record<string, unknown>
  files: readonly PlannedFile[]
  /** Uploads the files to the library first; otherwise they stay at the simulators' URLs. */
  isUploaded: boolean
  /** Index of the provider's account. */
  account: number
  /** Milliseconds after its creation. */
  dueInMs: number
  change: 'none' | 'edit' | 'cancel'
  /** Posts with the same number are composed in one request, and changed together; null for a single post. */
  group: number | null
}

interface PlannedFile {
  kind: 'image' | 'video' | 'document'
  url: string
  /** For a document: its title. */
  altText: string
}

type Kind = [name: string, files: readonly PlannedFile['kind'][], fields?: Record<string, unknown>]

const SHORT: Kind[] = [
  ['text', []],
  ['image', ['image']],
  ['multi-image', ['image', 'image']],
  ['video', ['video']],
  ['mention', [], { mentions: ['someone'] }],
]

/** Every type of every provider. */
const KINDS: Record<Provider, Kind[]> = {
  threads: [
    ['text', [], { media_type: 'text' }],
    ['image', ['image'], { media_type: 'image' }],
    ['video', ['video'], { media_type: 'video' }],
    ['carousel', ['image', 'image', 'image'], { media_type: 'carousel' }],
  ],
  instagram: [
    ['feed_post', ['image'], { media_type: 'feed_post', hashtags: ['proof'] }],
    ['reel', ['video'], { media_type: 'reel' }],
    ['carousel', ['image', 'image'], { media_type: 'carousel' }],
  ],
  linkedin: [
    ['text', [], { hashtags: ['proof'] }],
    ['image', ['image']],
    ['multi-image', ['image', 'image', 'image']],
    ['video', ['video']],
    ['document', ['document']],
  ],
  x: SHORT,
  bluesky: SHORT,
  mastodon: SHORT,
}

const FILE_NAMES: Record<PlannedFile['kind'], string> = {
  image: '.jpg?width=320&height=320',
  video: '.mp4?seconds=5',
  document: '.pdf?pages=2',
}

// Posts that will be changed are due later, so that most changes come in time and some do not.
const DUE_MS = [300, 4_000] as const
const DUE_OF_CHANGED_MS = [400, 2_500] as const

/** One in this many rounds of the providers is a composition for one account of each. */
const ROUNDS_PER_GROUP = 3

export function planPosts(random: Random, count: number, accounts: number, mediaUrl: string): PlannedPost[] {
  const changeOfGroup = new Map<number, PlannedPost['change']>()
  return Array.from({ length: count }, (_, number) => {
    const provider = PROVIDERS[number % PROVIDERS.length]!
    const platform = profileOf(provider).format
    const round = Math.floor(number / PROVIDERS.length)
    const kinds = KINDS[provider]
    const [kind, fileKinds, fields] = kinds[round % kinds.length]!
    const group = round % ROUNDS_PER_GROUP === 0 ? round : null
    const drawn = (['edit', 'cancel'] as const)[random.between(0, 19)] ?? 'none'
    if (group !== null && !changeOfGroup.has(group)) changeOfGroup.set(group, drawn)
    const change = group === null ? drawn : changeOfGroup.get(group)!
    const [least, most] = change === 'none' ? DUE_MS : DUE_OF_CHANGED_MS
    return {
      number,
      platform,
      provider,
      kind,
      body: {
        ...fields,
        ...plannedText(platform, number, 1),
        ...(isTracked(number) ? { track_links: 'short' } : {}),
        status: 'scheduled',
      },
      files: fileKinds.map((each, at) => ({
        kind: each,
        url: `${mediaUrl}/p${number}-${at}${FILE_NAMES[each]}`,
        altText: `What file ${at} of post ${number} shows`,
      })),
      // Alternates for every kind.
      isUploaded: Math.floor(round / kinds.length) % 2 === 0,
      account: random.between(0, accounts - 1),
      dueInMs: random.between(least, most),
      change,
      group,
    }
  })
}

/** Every second round has a tracked link, with all providers. */
export function isTracked(number: number): boolean {
  return Math.floor(number / PROVIDERS.length) % 2 === 1
}

/**
 * The link is the same in every edition, so that it keeps its code. Cards would be read from the page, which does not
 * exist.
 */
export function plannedText(platform: Format, number: number, edition: number): Record<string, string> {
  const texts = Object.entries(textOf(platform, number, edition))
  const page = platform === 'professional' ? 'http://127.0.0.1:9' : 'https://www.example.com'
  return Object.fromEntries(
    texts.map(([field, text]) => [field, isTracked(number) ? `${text} ${page}/p/${number}` : text]),
  )
}

/** The text contains the number and edition of the post, to identify whatever becomes public. */
export function textOf(platform: Format, number: number, edition: number): Record<string, string> {
  return { [platform === 'photo' ? 'caption' : 'content']: `Proof (a_b*c) of post proof${number}e${edition}x & more` }
}

/** Returns null for posts of other origin. */
export function readText(text: string): { number: number; edition: number } | null {
  const [, number, edition] = /proof(\d+)e(\d+)x/.exec(text) ?? []
  return number === undefined ? null : { number: Number(number), edition: Number(edition) }
}
