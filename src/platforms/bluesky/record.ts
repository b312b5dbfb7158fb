import { timeOfId } from '../../lib/ids.ts'
import { loadTwitterText } from '../../lib/text/twitter-text.ts'
import { countGraphemes } from '../shared/text.ts'
import { findLinks, isHandle } from './text.ts'

// https://atproto.com/specs/tid: microseconds since 1970 and ten bits for the client, sortable.

const LETTERS = '234567abcdefghijklmnopqrstuvwxyz'
const LENGTH = 13
/** A millisecond has 1,024,000 keys, for the 4,096 values of an id's counter. */
const KEYS_PER_COUNT = 250

/**
 * Always the same key for a post, so that sending again writes the same record. Ids of one millisecond have different
 * counters.
 */
export function recordKeyOf(postId: string): string {
  const counter = Number.parseInt(postId.slice(15, 18), 16)
  const random = Number.parseInt(postId.slice(-4), 16) % KEYS_PER_COUNT
  return toLetters(BigInt(timeOfId(postId)) * 1_024_000n + BigInt(counter * KEYS_PER_COUNT + random))
}

export function isRecordKey(text: unknown): text is string {
  return typeof text === 'string' && /^[234567a-z]{13}$/.test(text)
}

function toLetters(value: bigint): string {
  let rest = value
  let text = ''
  for (let i = 0; i < LENGTH; i++) {
    text = LETTERS[Number(rest & 31n)]! + text
    rest >>= 5n
  }
  return text
}

// Links are marked by their position in the UTF-8 bytes, by the rules of Bluesky's own app:
// https://docs.bsky.app/docs/advanced-guides/post-richtext

type Feature =
  | { $type: 'app.bsky.richtext.facet#link'; uri: string }
  | { $type: 'app.bsky.richtext.facet#mention'; did: string }
  | { $type: 'app.bsky.richtext.facet#tag'; tag: string }

interface Facet {
  index: { byteStart: number; byteEnd: number }
  features: Feature[]
}

interface Span {
  start: number
  end: number
}

const MENTION = /(?<=^|[\s(])@([a-z0-9.-]+)\b/gi
/** Including invisible characters. */
const TAG_END = String.raw`\s\u00ad\u200a-\u200d\u2060\u20e2`
/** With U+FE0F it is an emoji. */
const TAG = new RegExp(String.raw`(?<=^|\s)[#＃](?!\ufe0f)([^${TAG_END}]*[^\d\p{P}${TAG_END}][^${TAG_END}]*)`, 'gu')
const TAG_MAX = { length: 64, bytes: 640 }
const CASHTAG = /(?<=^|[\s(])\$([a-z][a-z0-9]{0,4})(?=$|[\s.,;:!?)"'’])/gi

/** `dids` by handle. */
export function facetsOf(text: string, dids: Readonly<Record<string, string | null>>): Facet[] {
  const found: Array<Span & { feature: Feature }> = []
  const add = (span: Span, feature: Feature) => {
    if (found.every((other) => span.end <= other.start || span.start >= other.end)) found.push({ ...span, feature })
  }
  for (const { url: uri, ...span } of findLinks(text, loadTwitterText)) {
    add(span, { $type: 'app.bsky.richtext.facet#link', uri })
  }
  for (const { handle, ...span } of mentionsOf(text)) {
    const did = dids[handle.toLowerCase()]
    if (did) add(span, { $type: 'app.bsky.richtext.facet#mention', did })
  }
  for (const { tag, ...span } of tagsOf(text)) add(span, { $type: 'app.bsky.richtext.facet#tag', tag })
  const bytesBefore = (at: number) => Buffer.byteLength(text.slice(0, at))
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, feature }) => ({
      index: { byteStart: bytesBefore(start), byteEnd: bytesBefore(end) },
      features: [feature],
    }))
}

export function handlesIn(text: string): string[] {
  return [...new Set(mentionsOf(text).map(({ handle }) => handle.toLowerCase()))]
}

function mentionsOf(text: string): Array<Span & { handle: string }> {
  return [...text.matchAll(MENTION)].flatMap(({ 1: handle, index }) =>
    isHandle(handle!) ? [{ handle: handle!, start: index, end: index + 1 + handle!.length }] : [],
  )
}

function tagsOf(text: string): Array<Span & { tag: string }> {
  const words = [...text.matchAll(TAG)].flatMap(({ 1: word, index }) => {
    const tag = word!.replace(/(?<!\p{P})\p{P}+$/u, '')
    const isTooLong = countGraphemes(tag) > TAG_MAX.length || Buffer.byteLength(tag) > TAG_MAX.bytes
    return isTooLong ? [] : [{ tag, start: index, end: index + 1 + tag.length }]
  })
  const shares = [...text.matchAll(CASHTAG)].map(({ 0: word, index }) => ({
    tag: word.toUpperCase(),
    start: index,
    end: index + word.length,
  }))
  return [...words, ...shares]
}

/** Scripts that suggest one language. */
const SCRIPTS: ReadonlyArray<readonly [language: string, letters: RegExp]> = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
]

export function languagesOf(text: string): string[] {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return SCRIPTS.filter(([, script]) => (text.match(script)?.length ?? 0) * 3 > letters).map(([language]) => language)
}
