import { createBitWriter } from './bits.ts'

// H.264 baseline (ITU-T H.264, 7.3) in its simplest form: one key frame of uncompressed macroblocks (I_PCM), then
// frames that repeat it (all macroblocks skipped). Width and height are multiples of 16.

export interface FrameSize {
  width: number
  height: number
}

const MAX_FRAME_NUM_BITS = 8

export function sequenceParameters({ width, height }: FrameSize): Buffer {
  const writer = createBitWriter()
  writer.bits(66, 8) // baseline
  writer.bits(0xc0, 8)
  writer.bits(31, 8) // level 3.1
  writer.ue(0)
  writer.ue(MAX_FRAME_NUM_BITS - 4)
  writer.ue(2) // output order is decoding order
  writer.ue(1) // one reference frame
  writer.bits(0, 1)
  writer.ue(width / 16 - 1)
  writer.ue(height / 16 - 1)
  writer.bits(1, 1) // frames only
  writer.bits(1, 1)
  writer.bits(0, 1) // no cropping
  writer.bits(0, 1)
  return nal(0x67, writer)
}

export function pictureParameters(): Buffer {
  const writer = createBitWriter()
  writer.ue(0)
  writer.ue(0)
  writer.bits(0, 1) // CAVLC
  writer.bits(0, 1)
  writer.ue(0)
  writer.ue(0)
  writer.ue(0)
  writer.bits(0, 3) // no weighted prediction
  writer.se(0)
  writer.se(0)
  writer.se(0)
  writer.bits(0, 3)
  return nal(0x68, writer)
}

export function keyFrame({ width, height }: FrameSize, hue: number): Buffer {
  const writer = createBitWriter()
  writer.ue(0)
  writer.ue(7) // I
  writer.ue(0)
  writer.bits(0, MAX_FRAME_NUM_BITS)
  writer.ue(0) // idr_pic_id
  writer.bits(0, 2)
  writer.se(0)
  const [columns, rows] = [width / 16, height / 16]
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      writer.ue(25) // I_PCM
      writer.align(0)
      const shade = 64 + Math.round((128 * (row + column)) / (rows + columns))
      const chroma = (shift: number) => Math.round(128 + 60 * Math.cos(((hue + shift) / 180) * Math.PI))
      writer.bytes(Buffer.concat([Buffer.alloc(256, shade), Buffer.alloc(64, chroma(0)), Buffer.alloc(64, chroma(90))]))
    }
  }
  return nal(0x65, writer)
}

export function repeatFrame({ width, height }: FrameSize, number: number): Buffer {
  const writer = createBitWriter()
  writer.ue(0)
  writer.ue(5) // P
  writer.ue(0)
  writer.bits(number % 2 ** MAX_FRAME_NUM_BITS, MAX_FRAME_NUM_BITS)
  writer.bits(0, 1)
  writer.bits(0, 1)
  writer.bits(0, 1)
  writer.se(0)
  writer.ue((width / 16) * (height / 16)) // mb_skip_run
  return nal(0x41, writer)
}

function nal(head: number, writer: ReturnType<typeof createBitWriter>): Buffer {
  writer.bits(1, 1)
  writer.align(0)
  return Buffer.concat([Buffer.from([head]), escapeZeros(writer.done())])
}

/** Two zero bytes followed by a byte up to 3 would look like the start of the next unit. */
function escapeZeros(payload: Buffer): Buffer {
  const out: number[] = []
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3)
      zeros = 0
    }
    out.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(out)
}
