import { loadTwitterText } from '../../../lib/text/twitter-text.ts'
import { findLinks, isHandle } from '../text.ts'

// Bluesky shows as a link only what the post marks as one, by its place in the UTF-8 bytes of the text.
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

const MENTION = /(?<=^|[\s(])@([a-z0-9.-]+)/giu
/** As in the app: a tag is not a number, and does not end in punctuation. */
const TAG = /(?<=^|\s)[#＃]([^\s#]*[^\d\s\p{P}#][^\s#]*)/gu
const TAG_MAX = 64

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
  return [...text.matchAll(MENTION)].flatMap(({ 1: name, index }) => {
    const handle = name!.replace(/[.-]+$/, '')
    return isHandle(handle) ? [{ handle, start: index, end: index + 1 + handle.length }] : []
  })
}

function tagsOf(text: string): Array<Span & { tag: string }> {
  return [...text.matchAll(TAG)].flatMap(({ 1: word, index }) => {
    const tag = word!.replace(/(?:[\p{P}\p{Cf}]|\ufe0f)+$/u, '')
    if (tag === '' || tag.length > TAG_MAX) return []
    return [{ tag, start: index, end: index + 1 + tag.length }]
  })
}
