import { type FrameSize, keyFrame, pictureParameters, repeatFrame, sequenceParameters } from './h264.ts'

const FRAMES_PER_SECOND = 30
const TIMESCALE = 30_000

interface VideoShape extends FrameSize {
  seconds: number
  hue: number
}

/**
 * A still picture of the given length as an MP4 (ISO 14496-12): 30 frames a second, no sound, index before the data.
 */
export function makeMp4(shape: VideoShape): Buffer {
  const count = Math.max(1, Math.round(shape.seconds * FRAMES_PER_SECOND))
  const samples = [keyFrame(shape, shape.hue)]
  for (let number = 1; number < count; number += 1) samples.push(repeatFrame(shape, number))
  const framed = samples.map((unit) => Buffer.concat([u32(unit.length), unit]))
  const type = box('ftyp', text('isom'), u32(512), text('isomiso2avc1mp41'))
  const sizes = framed.map((sample) => sample.length)
  // The position of the data depends on the size of the index, which does not depend on the position.
  const indexSize = index(shape, count, sizes, 0).length
  return Buffer.concat([type, index(shape, count, sizes, type.length + indexSize + 8), box('mdat', ...framed)])
}

function index(shape: VideoShape, count: number, sizes: number[], dataAt: number): Buffer {
  const { width, height } = shape
  const frameTicks = TIMESCALE / FRAMES_PER_SECOND
  // The header has exactly the requested length; the frames approximate it.
  const duration = Math.round(shape.seconds * TIMESCALE)
  const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32))
  const movie = full(
    'mvhd',
    0,
    u32(0),
    u32(0),
    u32(TIMESCALE),
    u32(duration),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    matrix,
    zeros(24),
    u32(2),
  )
  const track = full(
    'tkhd',
    3,
    u32(0),
    u32(0),
    u32(1),
    u32(0),
    u32(duration),
    zeros(16),
    matrix,
    u32(width << 16),
    u32(height << 16),
  )
  const media = full('mdhd', 0, u32(0), u32(0), u32(TIMESCALE), u32(duration), u16(0x55c4), u16(0))
  const handler = full('hdlr', 0, u32(0), text('vide'), zeros(12), text('VideoHandler\0'))
  const source = box('dinf', full('dref', 0, u32(1), full('url ', 1)))
  const table = box(
    'stbl',
    full('stsd', 0, u32(1), description(shape)),
    full('stts', 0, u32(1), u32(count), u32(frameTicks)),
    full('stss', 0, u32(1), u32(1)),
    full('stsc', 0, u32(1), u32(1), u32(count), u32(1)),
    full('stsz', 0, u32(0), u32(count), ...sizes.map(u32)),
    full('stco', 0, u32(1), u32(dataAt)),
  )
  const information = box('minf', full('vmhd', 1, zeros(8)), source, table)
  return box('moov', movie, box('trak', track, box('mdia', media, handler, information)))
}

function description({ width, height }: VideoShape): Buffer {
  const sps = sequenceParameters({ width, height })
  const pps = pictureParameters()
  const configuration = box(
    'avcC',
    Buffer.from([1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([1]),
    u16(pps.length),
    pps,
  )
  const resolution = u32(72 << 16)
  return box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(width),
    u16(height),
    resolution,
    resolution,
    u32(0),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    configuration,
  )
}

function box(name: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(body.length + 8), text(name), body])
}

function full(name: string, flags: number, ...content: Buffer[]): Buffer {
  return box(name, u32(flags), ...content)
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function zeros(count: number): Buffer {
  return Buffer.alloc(count)
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1')
}
