import { deflateSync } from 'node:zlib'
import { makeGif, makeJpeg, makePng } from '../../simulators/media/images.ts'
import { makeMp4 } from '../../simulators/media/mp4.ts'

// One small, whole file of every type that can be uploaded.

const SIZE = { width: 20, height: 10 }

export function jpegFile(hue = 200): Buffer {
  return makeJpeg({ ...SIZE, hue })
}

export function mp4File(hue = 200): Buffer {
  return makeMp4({ width: 64, height: 48, seconds: 1, hue })
}

export function pdfFile(): Buffer {
  return Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n' +
      'xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n95\n%%EOF\n',
  )
}

function webpFile(): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(((SIZE.width - 1) | ((SIZE.height - 1) << 14)) >>> 0)
  const content = Buffer.concat([Buffer.from('VP8L'), Buffer.from([17, 0, 0, 0, 0x2f]), size, Buffer.alloc(13)])
  const head = Buffer.alloc(4)
  head.writeUInt32LE(4 + content.length)
  return Buffer.concat([Buffer.from('RIFF'), head, Buffer.from('WEBP'), content])
}

function movFile(): Buffer {
  const file = mp4File()
  file.write('qt  ', 8, 'latin1')
  return file
}

export const FILES: Record<string, { bytes: Buffer; type: string; ext: string; width: number | null }> = {
  jpeg: { bytes: jpegFile(), type: 'image/jpeg', ext: 'jpg', width: 20 },
  png: { bytes: makePng({ ...SIZE, hue: 200 }), type: 'image/png', ext: 'png', width: 20 },
  gif: { bytes: makeGif({ ...SIZE, hue: 200 }), type: 'image/gif', ext: 'gif', width: 20 },
  webp: { bytes: webpFile(), type: 'image/webp', ext: 'webp', width: 20 },
  mp4: { bytes: mp4File(), type: 'video/mp4', ext: 'mp4', width: 64 },
  mov: { bytes: movFile(), type: 'video/quicktime', ext: 'mov', width: 64 },
  pdf: { bytes: pdfFile(), type: 'application/pdf', ext: 'pdf', width: null },
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)])
}

/** A PNG of this size whose picture is not there: what pixel bombs look like. */
export function pngWith(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** 64 MB of zeros in 64 kB. */
export function packedBomb(): Buffer {
  return chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(64 * 1_048_576))]))
}
