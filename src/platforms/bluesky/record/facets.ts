import { loadTwitterText } from '../../../lib/text/twitter-text.ts'
import { countGraphemes } from '../../text/text.ts'
import { findLinks, isHandle } from '../text.ts'

// Bluesky shows as a link only what the post marks as one, by its place in the UTF-8 bytes of the text. The rules are those
// of Bluesky's own app (RichText of @atproto/api), so that a text gets the same marks there and here.
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
/** Spaces, and signs that nobody sees. */
const TAG_END = String.raw`\s\u00ad\u200a-\u200d\u2060\u20e2`
/** Not only of digits and punctuation. A number sign with U+FE0F behind it is an emoji. */
const TAG = new RegExp(String.raw`(?<=^|\s)[#＃](?!\ufe0f)([^${TAG_END}]*[^\d\p{P}${TAG_END}][^${TAG_END}]*)`, 'gu')
/** In graphemes and in bytes. */
const TAG_MAX = { length: 64, bytes: 640 }
const CASHTAG = /(?<=^|[\s(])\$([a-z][a-z0-9]{0,4})(?=$|[\s.,;:!?)"'’])/gi

/** The marks of a text. `dids` has those who are mentioned; a name that belongs to nobody stays text. */
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

/** Who is mentioned, as names that can be looked up. */
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
