import type { Call, Reply } from '../http/call.ts'
import type { Upload } from '../state/records.ts'
import { findBlob } from './blobs.ts'
import { invalidRecord, invalidRequest } from './errors.ts'

// lexicons/app/bsky/feed/post.json, embed/*.json and richtext/facet.json of bluesky-social/atproto

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const TEXT = { graphemes: 300, bytes: 3_000 }
const IMAGES_MAX = 4
const IMAGE_BYTES = 2_000_000
const THUMB_BYTES = 1_000_000
const VIDEO_BYTES = 300_000_000

type Fields = Record<string, unknown>

export interface PostRecord {
  value: Fields
  text: string
  media: Array<{ upload: Upload; alt: string }>
  card: boolean
  thumb: Upload | null
}

/** Returns a record as the PDS stores it, or a refusal. */
export function checkPost(call: Call, accountId: string, value: unknown): PostRecord | Reply {
  const record = fieldsOf(value)
  const { text, createdAt, facets, langs } = record
  if (record.$type !== 'app.bsky.feed.post') return invalidRecord('Record/$type must be app.bsky.feed.post')
  if (typeof text !== 'string') return invalidRecord('Record must have the property "text"')
  if (Buffer.byteLength(text) > TEXT.bytes)
    return invalidRecord(`Record/text must not be longer than ${TEXT.bytes} characters`)
  if ([...GRAPHEMES.segment(text)].length > TEXT.graphemes) {
    return invalidRecord(`Record/text must not be longer than ${TEXT.graphemes} graphemes`)
  }
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt))) {
    return invalidRecord('Record/createdAt must be an valid atproto datetime (both RFC-3339 and ISO-8601)')
  }
  if (langs !== undefined && !(Array.isArray(langs) && langs.length <= 3))
    return invalidRecord('Record/langs must not have more than 3 elements')
  const facetProblem = checkFacets(Buffer.from(text), facets)
  if (facetProblem !== null) return invalidRecord(facetProblem)
  return checkEmbed(call, accountId, { value: record, text, media: [], card: false, thumb: null })
}

/** The PDS only checks the shape. Readers need facets that fit the text to see links. */
function checkFacets(text: Buffer, facets: unknown): string | null {
  if (facets === undefined) return null
  if (!Array.isArray(facets)) return 'Record/facets must be an array'
  for (const facet of facets.map(fieldsOf)) {
    const { byteStart, byteEnd } = fieldsOf(facet.index)
    const [start, end] = [Number(byteStart), Number(byteEnd)]
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end <= start || end > text.length) {
      return 'Record/facets/index must be inside the text'
    }
    // Clients ignore facets that begin or end inside a character: here they are an error.
    if (isInside(text, start) || isInside(text, end)) return 'Record/facets/index must not split a character'
    if (!Array.isArray(facet.features) || facet.features.length === 0) return 'Record/facets must have features'
  }
  return null
}

function isInside(text: Buffer, at: number): boolean {
  return at < text.length && (text[at]! & 0xc0) === 0x80
}

function checkEmbed(call: Call, accountId: string, record: PostRecord): PostRecord | Reply {
  const embed = fieldsOf(record.value.embed)
  const blobOf = (value: unknown, most: number, type: RegExp): Upload | Reply => {
    const blob = fieldsOf(value)
    const upload = findBlob(call, accountId, String(fieldsOf(blob.ref).$link))
    if (!upload) return invalidRequest(`Could not find blob: ${String(fieldsOf(blob.ref).$link)}`, 'BlobNotFound')
    if (upload.bytes > most) {
      return invalidRequest(
        `This file is too large. It is ${upload.bytes} bytes but the maximum size is ${most} bytes.`,
        'BlobTooLarge',
      )
    }
    if (!type.test(upload.type ?? ''))
      return invalidRequest(`Wrong mimetype of file. It is ${upload.type}.`, 'InvalidMimeType')
    return upload
  }
  switch (embed.$type) {
    case undefined:
      return record
    case 'app.bsky.embed.images': {
      const images = Array.isArray(embed.images) ? embed.images.map(fieldsOf) : []
      if (images.length > IMAGES_MAX) return invalidRecord('Record/embed/images must not have more than 4 elements')
      for (const { image, alt } of images) {
        if (typeof alt !== 'string') return invalidRecord('Record/embed/images/0 must have the property "alt"')
        const upload = blobOf(image, IMAGE_BYTES, /^image\//)
        if ('status' in upload) return upload
        record.media.push({ upload, alt })
      }
      return record
    }
    case 'app.bsky.embed.video': {
      const upload = blobOf(embed.video, VIDEO_BYTES, /^video\/mp4$/)
      if ('status' in upload) return upload
      record.media.push({ upload, alt: String(embed.alt ?? '') })
      return record
    }
    case 'app.bsky.embed.external': {
      const external = fieldsOf(embed.external)
      const missing = ['uri', 'title', 'description'].find((name) => typeof external[name] !== 'string')
      if (missing) return invalidRecord(`Record/embed/external must have the property "${missing}"`)
      const thumb = external.thumb === undefined ? null : blobOf(external.thumb, THUMB_BYTES, /^image\//)
      if (thumb !== null && 'status' in thumb) return thumb
      return { ...record, card: true, thumb }
    }
    default:
      return invalidRecord(`Record/embed/$type must be a known embed`)
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}
