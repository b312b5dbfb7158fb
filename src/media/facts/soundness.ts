import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { type Message, message } from '../../messages/message.ts'
import { type ByteSource, buffered, type MediaFacts, type MediaType } from './file-type.ts'
import { readFacts } from './headers.ts'

// Checks that a file has the type it claims, is complete, and has a size that a browser can show. Nothing is decoded:
// the check walks from part to part, with a bounded number of steps.

/** The types that the library accepts, with their names and extensions. */
export const TAKEN_TYPES = {
  jpeg: { name: 'JPEG', extension: 'jpg', kind: 'image' },
  png: { name: 'PNG', extension: 'png', kind: 'image' },
  webp: { name: 'WebP', extension: 'webp', kind: 'image' },
  gif: { name: 'GIF', extension: 'gif', kind: 'image' },
  mp4: { name: 'MP4', extension: 'mp4', kind: 'video' },
  mov: { name: 'MOV', extension: 'mov', kind: 'video' },
  pdf: { name: 'PDF', extension: 'pdf', kind: 'document' },
} as const
export type TakenType = keyof typeof TAKEN_TYPES

export const TAKEN_WORDS = 'JPEG, PNG, WebP or GIF images, MP4 or MOV videos, and PDF documents'

/** More than any network accepts; a browser would need half a gigabyte of memory to show it. */
const PIXELS_MAX = 120_000_000

type Sized = ByteSource & { size: number }
type SoundFacts = MediaFacts & { type: TakenType; bytes: number }

/** The facts of an acceptable file, or a sentence that says why it is refused and what would be accepted. */
export async function checkSoundness(file: Sized): Promise<{ facts: SoundFacts } | { problem: Message }> {
  if (file.size === 0) return { problem: message('file.empty') }
  const source = { ...buffered(file), size: file.size }
  const facts = await readFacts(source)
  if (!isTaken(facts.type)) return { problem: await describeUnknown(source, facts.type) }
  const { name: type, kind } = TAKEN_TYPES[facts.type]
  const problem = await WALKS[facts.type](source)
  if (problem !== null) return { problem: message(problem, { type }) }
  const { width, height } = facts
  if (kind !== 'document' && (width === null || height === null)) {
    return { problem: message(kind === 'video' ? 'file.no_video_size' : 'file.no_size', { type }) }
  }
  if (width !== null && height !== null && width * height > PIXELS_MAX) {
    return { problem: message('file.too_many_pixels', { width, height, most: PIXELS_MAX / 1_000_000 }) }
  }
  return { facts: { ...facts, type: facts.type, bytes: file.size } }
}

function isTaken(type: MediaType): type is TakenType {
  return Object.hasOwn(TAKEN_TYPES, type)
}

const CUT_OFF = 'file.cut_off'

async function describeUnknown(source: Sized, type: MediaType): Promise<Message> {
  const beginning = (await source.read(0, 512))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  const taken = message('file.types')
  if (type === 'webm') return message('file.webm', { taken })
  if (/^<(?:\?xml|svg|!DOCTYPE svg)/i.test(beginning)) return message('file.svg', { taken })
  if (/^<(?:!doctype|html|head|body|script)/i.test(beginning)) return message('file.web_page', { taken })
  if (/^.{4}ftyp(?:hei|hev|mif1|msf1|avi)/s.test(beginning)) return message('file.heic', { taken })
  return message('file.unknown', { taken })
}

/** The code of the problem, or null. */
type Walk = (
  source: Sized,
) => Promise<
  `file.${'cut_off' | 'broken_parts' | 'no_picture' | 'too_many_parts' | 'no_header' | 'bomb' | 'no_index'}` | null
>

const WALKS: Record<TakenType, Walk> = {
  jpeg: walkJpeg,
  png: walkPng,
  gif: walkGif,
  webp: walkWebp,
  mp4: walkBoxes,
  mov: walkBoxes,
  pdf: walkPdf,
}

const SEGMENTS_MAX = 1_024
const SCAN_BYTES = 65_536

/** Segments up to the scan, then the end marker, which encoded data cannot contain. */
async function walkJpeg(source: Sized): ReturnType<Walk> {
  let at = 2
  for (let i = 0; i < SEGMENTS_MAX; i++) {
    const head = await source.read(at, 4)
    if (head.length < 4) return CUT_OFF
    if (head[0] !== 0xff) return 'file.broken_parts'
    const marker = head[1]!
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else if (marker === 0xda) return (await contains(source, at, Buffer.from([0xff, 0xd9]))) ? null : CUT_OFF
    else if (marker === 0xd9) return 'file.no_picture'
    else at += 2 + Math.max(2, head.readUInt16BE(2))
  }
  return 'file.too_many_parts'
}

async function contains(source: Sized, from: number, mark: Buffer): Promise<boolean> {
  for (let at = from; at < source.size; at += SCAN_BYTES) {
    const part = await source.read(at, SCAN_BYTES + mark.length - 1)
    if (part.includes(mark)) return true
  }
  return false
}

const CHUNKS_MAX = 200_000
/** Texts and colour profiles in pictures take some kilobytes. */
const UNPACKED_MAX = 8 * 1_048_576
const PACKED_MAX = 1_048_576
const unpack = promisify(inflate)

async function walkPng(source: Sized): ReturnType<Walk> {
  for (let at = 8, i = 0; i < CHUNKS_MAX; i++) {
    const head = await source.read(at, 8)
    if (head.length < 8) return CUT_OFF
    const length = head.readUInt32BE(0)
    const name = head.toString('latin1', 4, 8)
    if (i === 0 && name !== 'IHDR') return 'file.no_header'
    const end = at + 12 + length
    if (end > source.size) return CUT_OFF
    if (name === 'IEND') return null
    if (await isBomb(source, name, at + 8, length)) {
      return 'file.bomb'
    }
    at = end
  }
  return 'file.too_many_parts'
}

/** Compressed chunks beside the picture: a keyword, a zero byte, then deflated data. */
async function isBomb(source: Sized, name: string, start: number, length: number): Promise<boolean> {
  if (name !== 'iCCP' && name !== 'zTXt' && name !== 'iTXt') return false
  if (length > PACKED_MAX) return true
  const content = await source.read(start, length)
  const keyword = content.indexOf(0)
  if (keyword === -1) return false
  let packed = content.subarray(keyword + 2)
  if (name === 'iTXt') {
    if (content[keyword + 1] !== 1) return false
    const language = content.indexOf(0, keyword + 3)
    packed = content.subarray(content.indexOf(0, language + 1) + 1)
  }
  try {
    await unpack(packed, { maxOutputLength: UNPACKED_MAX })
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
  }
}

const GIF_STEPS_MAX = 2_000_000

async function walkGif(source: Sized): ReturnType<Walk> {
  const header = await source.read(0, 13)
  if (header.length < 13) return CUT_OFF
  let at = 13 + colourTableBytes(header[10]!)
  let images = 0
  for (let steps = 0; steps < GIF_STEPS_MAX; steps++) {
    const [kind] = await source.read(at, 1)
    if (kind === undefined) return CUT_OFF
    if (kind === 0x3b) return images > 0 ? null : 'file.no_picture'
    if (kind === 0x21) at += 2
    else if (kind === 0x2c) {
      const descriptor = await source.read(at, 10)
      if (descriptor.length < 10) return CUT_OFF
      images++
      at += 10 + colourTableBytes(descriptor[9]!) + 1
    } else return 'file.broken_parts'
    for (; ; steps++) {
      const [length] = await source.read(at, 1)
      if (length === undefined || steps > GIF_STEPS_MAX) return CUT_OFF
      at += 1 + length
      if (length === 0) break
    }
  }
  return 'file.too_many_parts'
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

async function walkWebp(source: Sized): ReturnType<Walk> {
  const head = await source.read(0, 8)
  return head.length < 8 || head.readUInt32LE(4) + 8 > source.size ? CUT_OFF : null
}

const BOXES_MAX = 20_000

/** The top-level boxes, which must reach the end of the file and include an index. */
async function walkBoxes(source: Sized): ReturnType<Walk> {
  let hasIndex = false
  let at = 0
  for (let i = 0; at < source.size; i++) {
    const head = await source.read(at, 16)
    if (head.length < 8) return CUT_OFF
    if (i >= BOXES_MAX) return 'file.too_many_parts'
    const name = head.toString('latin1', 4, 8)
    let size = head.readUInt32BE(0)
    if (size === 1 && head.length === 16) size = Number(head.readBigUInt64BE(8))
    else if (size === 0) size = source.size - at
    if (size < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(name)) return 'file.broken_parts'
    if (at + size > source.size) return CUT_OFF
    hasIndex ||= name === 'moov'
    at += size
  }
  return hasIndex ? null : 'file.no_index'
}

const PDF_TAIL_BYTES = 4_096

async function walkPdf(source: Sized): ReturnType<Walk> {
  const start = Math.max(0, source.size - PDF_TAIL_BYTES)
  const tail = (await source.read(start, PDF_TAIL_BYTES)).toString('latin1')
  return tail.includes('startxref') && tail.includes('%%EOF') ? null : CUT_OFF
}
