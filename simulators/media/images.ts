import { crc32, deflateSync } from 'node:zlib'
import { createBitWriter } from './bits.ts'

// Small valid pictures: a colour gradient that depends on `hue`.

interface ImageSize {
  width: number
  height: number
  hue: number
}

/**
 * Baseline JPEG with only a DC value per block, so that the Huffman tables are trivial: 12 DC codes of 4 bits, one AC
 * code (end of block).
 */
export function makeJpeg({ width, height, hue }: ImageSize): Buffer {
  const quantization = Buffer.alloc(64, 8)
  const writer = createBitWriter()
  const previous = [0, 0, 0]
  for (let y = 0; y < height; y += 8) {
    for (let x = 0; x < width; x += 8) {
      const colour = toYcc(gradient(x / width, y / height, hue))
      colour.forEach((value, component) => {
        // DC is 8 × mean; divided by the quantizer 8, it is the mean itself.
        const dc = Math.round(value) - 128
        writeDc(writer, dc - previous[component]!)
        previous[component] = dc
      })
    }
  }
  writer.align(1)
  const scan = Buffer.from([...writer.done()].flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])))
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  const dcLengths = [0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  const acLengths = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xdb, Buffer.concat([Buffer.from([0]), quantization])),
    segment(0xc0, Buffer.from([8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])),
    segment(0xc4, Buffer.from([0x00, ...dcLengths, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])),
    segment(0xc4, Buffer.from([0x10, ...acLengths, 0])),
    segment(0xda, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 63, 0])),
    scan,
    Buffer.from([0xff, 0xd9]),
  ])
}

function writeDc(writer: ReturnType<typeof createBitWriter>, difference: number): void {
  const category = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference))
  writer.bits(category, 4)
  if (category > 0) writer.bits(difference > 0 ? difference : difference + 2 ** category - 1, category)
  writer.bits(0, 1)
}

function segment(marker: number, payload: Buffer): Buffer {
  const length = payload.length + 2
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), payload])
}

export function makePng({ width, height, hue }: ImageSize): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) {
    const start = y * (1 + width * 3) + 1
    for (let x = 0; x < width; x += 1) rows.set(gradient(x / width, y / height, hue), start + x * 3)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, payload: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), payload])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(payload.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** GIF with clear codes before its dictionary grows: larger than necessary, but simple. */
export function makeGif({ width, height, hue }: ImageSize): Buffer {
  const palette = Buffer.alloc(128 * 3)
  for (let at = 0; at < 128; at += 1) palette.set(gradient(at / 128, at / 128, hue), at * 3)
  const codes: number[] = []
  for (let at = 0; at < width * height; at += 1) {
    if (at % 120 === 0) codes.push(128)
    codes.push(Math.floor((Math.floor(at / width) / height) * 128))
  }
  const data = Buffer.from([...codes, 129])
  const blocks: Buffer[] = []
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255)
    blocks.push(Buffer.from([block.length]), block)
  }
  const size = [width & 255, width >> 8, height & 255, height >> 8]
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([...size, 0xf6, 0, 0]),
    palette,
    Buffer.from([0x2c, 0, 0, 0, 0, ...size, 0, 7]),
    ...blocks,
    Buffer.from([0, 0x3b]),
  ])
}

function gradient(x: number, y: number, hue: number): [number, number, number] {
  const wave = (shift: number) =>
    Math.round(128 + 90 * Math.cos(((hue + shift) / 360 + x * 0.25 + y * 0.15) * 2 * Math.PI))
  return [wave(0), wave(240), wave(120)]
}

function toYcc([r, g, b]: [number, number, number]): [number, number, number] {
  const clamp = (value: number) => Math.min(255, Math.max(0, value))
  return [
    clamp(0.299 * r + 0.587 * g + 0.114 * b),
    clamp(128 - 0.168736 * r - 0.331264 * g + 0.5 * b),
    clamp(128 + 0.5 * r - 0.418688 * g - 0.081312 * b),
  ]
}
