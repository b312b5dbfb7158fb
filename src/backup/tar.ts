// The headers of a tar file, as far as a backup needs them: plain files with short names. So a backup can be unpacked
// with the tools that are on every machine.

const BLOCK = 512
/** What the twelve octal digits of a header can say. */
const SIZE_MAX = 8 ** 11 - 1
const NAME_MAX = 100
export const END_OF_TAR = Buffer.alloc(2 * BLOCK)

interface TarEntry {
  name: string
  size: number
}

export const HEADER_BYTES = BLOCK

export function encodeHeader({ name, size }: TarEntry, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(name) > NAME_MAX) throw new RangeError(`The name ${name} is too long for a backup.`)
  if (size > SIZE_MAX) throw new RangeError(`${name} is too large for a backup.`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  header.write(name, 0)
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(modifiedAt.getTime() / 1000), 136, 12)
  header.write('0', 156, 'latin1')
  header.write('ustar\u000000', 257, 'latin1')
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** Null for what is not a header; 'end' for the zeros at the end. */
export function decodeHeader(header: Buffer): TarEntry | 'end' | null {
  if (header.length < BLOCK) return null
  if (header.every((byte) => byte === 0)) return 'end'
  const text = (at: number, length: number) => header.toString('utf8', at, at + length).replace(/\0[\s\S]*/, '')
  const number = (at: number, length: number) => Number.parseInt(text(at, length).trim(), 8)
  if (text(257, 5) !== 'ustar' || number(148, 8) !== checksumOf(header)) return null
  return { name: text(0, NAME_MAX), size: number(124, 12) }
}

/** What fills the last block of a file. */
export function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

/** The sum of all bytes, with spaces in the place of the sum itself. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += header[at]!
  return sum
}
