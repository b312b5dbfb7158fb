import { type ByteSource, type MediaFacts, type Size, sizeOf, turn } from './facts.ts'

// ISO/IEC 14496-12 (MP4) and QuickTime: boxes of a length, a name and a content, which may be boxes again. Only headers
// are read; large tables are stepped over. The nesting that is followed is fixed, so that no file can make it deeper.

interface Box {
  name: string
  /** Of the content. */
  start: number
  end: number
}

const MOST_BOXES = 64
const MOST_TRACKS = 8

/** Null when there is no index where one can be found. */
export async function readMovie(source: ByteSource): Promise<Partial<MediaFacts> | null> {
  const end = source.size ?? Number.MAX_SAFE_INTEGER
  const movie = find(await listBoxes(source, 0, end, 'moov'), 'moov')
  if (!movie) return null
  const boxes = await listBoxes(source, movie.start, movie.end)
  const time = await readTime(source, find(boxes, 'mvhd'))
  const video = await findVideo(source, boxes)
  const seconds = time?.seconds ?? (await readFragmentSeconds(source, boxes, time)) ?? video?.seconds ?? null
  return { ...video?.size, durationMs: seconds === null ? null : Math.round(seconds * 1_000) }
}

async function findVideo(source: ByteSource, movie: readonly Box[]) {
  for (const track of movie.filter(({ name }) => name === 'trak').slice(0, MOST_TRACKS)) {
    const boxes = await listBoxes(source, track.start, track.end, 'mdia')
    const media = await listInside(source, find(boxes, 'mdia'), 'minf')
    const handler = await readContent(source, find(media, 'hdlr'), 12)
    if (handler.toString('latin1', 8, 12) !== 'vide') continue
    const samples = await listInside(source, find(await listInside(source, find(media, 'minf')), 'stbl'), 'stsd')
    const seconds = (await readTime(source, find(media, 'mdhd')))?.seconds ?? null
    const size = await readTrackSize(source, find(boxes, 'tkhd'))
    return { size: size ?? (await readFormatSize(source, find(samples, 'stsd'))), seconds }
  }
  return null
}

/** Of mvhd and mdhd, which begin alike. `seconds` is null when unknown or 0, as in files made of fragments. */
async function readTime(source: ByteSource, box: Box | undefined) {
  const content = await readContent(source, box, 32)
  const isLong = content[0] === 1
  if (content.length < (isLong ? 32 : 20)) return null
  const scale = content.readUInt32BE(isLong ? 20 : 12)
  if (scale === 0) return null
  return { scale, seconds: readSeconds(content, isLong ? 24 : 16, isLong, scale) }
}

async function readFragmentSeconds(source: ByteSource, movie: readonly Box[], time: { scale: number } | null) {
  if (!time) return null
  const content = await readContent(source, find(await listInside(source, find(movie, 'mvex')), 'mehd'), 12)
  const isLong = content[0] === 1
  return content.length < (isLong ? 12 : 8) ? null : readSeconds(content, 4, isLong, time.scale)
}

function readSeconds(content: Buffer, at: number, isLong: boolean, scale: number): number | null {
  const duration = isLong ? Number(content.readBigUInt64BE(at)) : content.readUInt32BE(at)
  const isUnknown = duration === 0 || duration > Number.MAX_SAFE_INTEGER || (!isLong && duration === 0xffff_ffff)
  return isUnknown ? null : duration / scale
}

/** Phones film sideways and say by a matrix how to turn it. */
async function readTrackSize(source: ByteSource, box: Box | undefined): Promise<Size | null> {
  const content = await readContent(source, box, 96)
  const matrix = content[0] === 1 ? 52 : 40
  if (content.length < matrix + 44) return null
  const size = sizeOf(content.readUInt32BE(matrix + 36) >>> 16, content.readUInt32BE(matrix + 40) >>> 16)
  const isTurned = content.readInt32BE(matrix) === 0 && content.readInt32BE(matrix + 4) !== 0
  return size && isTurned ? turn(size) : size
}

async function readFormatSize(source: ByteSource, box: Box | undefined): Promise<Size | null> {
  const content = await readContent(source, box, 44)
  const codec = content.toString('latin1', 12, 16).trim()
  if (content.length < 44 || !/^[\w .-]{2,4}$/.test(codec)) return null
  return sizeOf(content.readUInt16BE(40), content.readUInt16BE(42))
}

/** The boxes from `start` to `end`, up to and including the first one called `last`. Stops at what is not a box. */
async function listBoxes(source: ByteSource, start: number, end: number, last?: string): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end && boxes.length < MOST_BOXES; ) {
    const head = await source.read(at, 16)
    if (head.length < 8) break
    const name = head.toString('latin1', 4, 8)
    let size = head.readUInt32BE(0)
    let headBytes = 8
    if (size === 1) {
      if (head.length < 16) break
      size = Number(head.readBigUInt64BE(8))
      headBytes = 16
    } else if (size === 0) {
      size = end - at // to the end
    }
    if (size < headBytes || at + size > Number.MAX_SAFE_INTEGER) break
    boxes.push({ name, start: at + headBytes, end: Math.min(at + size, end) })
    if (name === last) break
    at += size
  }
  return boxes
}

async function listInside(source: ByteSource, box: Box | undefined, last?: string): Promise<Box[]> {
  return box ? listBoxes(source, box.start, box.end, last) : []
}

async function readContent(source: ByteSource, box: Box | undefined, length: number): Promise<Buffer> {
  if (!box || box.end <= box.start) return Buffer.alloc(0)
  return source.read(box.start, Math.min(length, box.end - box.start))
}

function find(boxes: readonly Box[], name: string): Box | undefined {
  return boxes.find((box) => box.name === name)
}
