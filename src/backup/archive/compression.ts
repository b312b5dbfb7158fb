import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { SetupError } from '../../lib/problem.ts'

export type Compression = 'zst' | 'gz'

const gzip = promisify(zlib.gzip)
const gunzip = promisify(zlib.gunzip)

/** Far above what is ever written: a damaged or hostile file must not fill the memory. */
const UNPACKED_MAX = 64 * 1024 * 1024

// Node has zstd since 22.15. It takes a tenth of the time of gzip.
const hasZstd = typeof zlib.zstdCompress === 'function'
export const COMPRESSION: Compression = hasZstd ? 'zst' : 'gz'

/** Parts may be handed in before the last one is done; they are compressed one after the other, each on its own. */
export function createCompressor(): (bytes: Buffer) => Promise<Buffer> {
  return hasZstd ? createZstdCompressor() : gzip
}

/**
 * One compressor for all parts: Node keeps a new one for each, with what it put out, until it collects all garbage, which a
 * backup gives it little reason to do. It was a quarter of a megabyte for each megabyte of rows.
 */
function createZstdCompressor(): (bytes: Buffer) => Promise<Buffer> {
  const stream = zlib.createZstdCompress()
  let chunks: Buffer[] = []
  const drain = () => {
    for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) chunks.push(chunk)
  }
  stream.on('readable', drain)
  const compress = (bytes: Buffer) =>
    new Promise<Buffer>((resolve, reject) => {
      stream.once('error', reject)
      stream.write(bytes)
      // The end of a frame: what follows is compressed without it.
      stream.flush(zlib.constants.ZSTD_e_end, () => {
        drain()
        stream.removeListener('error', reject)
        resolve(Buffer.concat(chunks))
        chunks = []
      })
    })
  let last: Promise<unknown> = Promise.resolve()
  return (bytes) => {
    const compressed = last.then(() => compress(bytes))
    last = compressed.catch(() => {})
    return compressed
  }
}

export function decompress(bytes: Buffer, kind: Compression): Promise<Buffer> {
  const options = { maxOutputLength: UNPACKED_MAX }
  return kind === 'zst' ? promisify(zlib.zstdDecompress)(bytes, options) : gunzip(bytes, options)
}

export function requireCompression(kind: string): asserts kind is Compression {
  if (kind === 'gz' || (kind === 'zst' && hasZstd)) return
  throw new SetupError(
    kind === 'zst'
      ? `The backup is compressed with zstd, which Node ${process.versions.node} does not know. Use Node 22.15 or later.`
      : `The backup is compressed with "${kind}", which this version of Doorpost does not know. Use a newer version.`,
  )
}
