import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

// A short link for print. Level M survives a scratch or a fold, and a short link keeps the code small.

/** White modules around it: scanners need four. */
const BORDER = 4
/** Pixels per module in a PNG: about 600 in total, enough for 5 cm in print. */
const PNG_SCALE = 16

function modulesOf(url: string): boolean[][] {
  return encode(url, { ecc: 'M', border: BORDER }).data
}

export function qrSvg(url: string): string {
  const modules = modulesOf(url)
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const size = modules.length
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="512" height="512" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>\n`
  )
}

/** Black and white, one bit per pixel: https://www.w3.org/TR/png-3/ */
export function qrPng(url: string): Buffer {
  const modules = modulesOf(url)
  const size = modules.length * PNG_SCALE
  const rowBytes = Math.ceil(size / 8)
  const pixels = Buffer.alloc(size * (rowBytes + 1))
  for (let y = 0; y < size; y++) {
    const row = modules[Math.floor(y / PNG_SCALE)]!
    for (let x = 0; x < size; x++) {
      const at = y * (rowBytes + 1) + 1 + (x >> 3)
      if (!row[Math.floor(x / PNG_SCALE)]) pixels[at] = pixels[at]! | (0x80 >> (x & 7))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Bit depth 1, greyscale; compression, filter and interlace are 0.
  header[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
