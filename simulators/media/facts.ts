/** Properties that a file declares in its first bytes, and for MP4 in its `mvhd` box. Null for unknown types. */
export interface MediaFacts {
  type: string
  width: number | null
  height: number | null
  seconds: number | null
}

export function readMediaFacts(bytes: Buffer): MediaFacts | null {
  if (bytes.length < 12) return null
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return { type: 'image/jpeg', seconds: null, ...jpegSize(bytes) }
  if (bytes.toString('latin1', 1, 4) === 'PNG' && bytes.length >= 24) {
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), seconds: null }
  }
  if (bytes.toString('latin1', 0, 4) === 'GIF8') {
    return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), seconds: null }
  }
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') {
    return { type: 'image/webp', width: null, height: null, seconds: null }
  }
  if (bytes.toString('latin1', 0, 5) === '%PDF-') {
    return { type: 'application/pdf', width: null, height: null, seconds: null }
  }
  if (bytes.toString('latin1', 0, 3) === 'ID3') {
    return { type: 'audio/mpeg', width: null, height: null, seconds: null }
  }
  if (bytes.toString('latin1', 4, 8) === 'ftyp') {
    const type = bytes.toString('latin1', 8, 10) === 'qt' ? 'video/quicktime' : 'video/mp4'
    return { type, width: null, height: null, seconds: mp4Seconds(bytes) }
  }
  return null
}

function jpegSize(bytes: Buffer): { width: number | null; height: number | null } {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return { width: null, height: null }
}

function mp4Seconds(bytes: Buffer): number | null {
  const moov = findBox(bytes, 0, bytes.length, 'moov')
  const mvhd = moov && findBox(bytes, moov.start, moov.end, 'mvhd')
  if (!mvhd || mvhd.end - mvhd.start < 20) return null
  const long = bytes[mvhd.start] === 1
  if (long && mvhd.end - mvhd.start < 32) return null
  const scale = bytes.readUInt32BE(mvhd.start + (long ? 20 : 12))
  const duration = long ? Number(bytes.readBigUInt64BE(mvhd.start + 24)) : bytes.readUInt32BE(mvhd.start + 16)
  return scale === 0 ? null : duration / scale
}

function findBox(bytes: Buffer, from: number, to: number, name: string): { start: number; end: number } | null {
  let at = from
  while (at + 8 <= to) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) return null
    const end = Math.min(at + size, to)
    if (bytes.toString('latin1', at + 4, at + 8) === name) return { start: at + 8, end }
    at += size
  }
  return null
}
