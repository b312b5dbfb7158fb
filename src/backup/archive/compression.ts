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

export function compress(bytes: Buffer, kind: Compression): Promise<Buffer> {
  return kind === 'zst' ? promisify(zlib.zstdCompress)(bytes) : gzip(bytes)
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
