import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { SetupError } from '../lib/problem.ts'

export type Compression = 'zst' | 'gz'

const gzip = promisify(zlib.gzip)
const gunzip = promisify(zlib.gunzip)

/** Far above what is ever written: a damaged or hostile file must not fill the memory. */
const UNPACKED_MAX = 64 * 1024 * 1024

// Node has zstd since 22.15. It takes a tenth of the time of gzip.
const hasZstd = typeof zlib.zstdCompress === 'function'
export const COMPRESSION: Compression = hasZstd ? 'zst' : 'gz'

type Transform = (bytes: Buffer) => Promise<Buffer>

// One stream for all parts: Node keeps a new one for each, with all that it put out, until it collects all garbage, which a backup
// gives it little reason to do. It was a quarter of a megabyte for each megabyte of rows.

/** Parts may be handed in before the last one is done; they are compressed one after the other, each on its own. */
export function createCompressor(): Transform {
  if (!hasZstd) return gzip
  const stream = zlib.createZstdCompress()
  return inTurn(
    collectFrom(stream, (bytes, done) => {
      stream.write(bytes)
      // The end of a frame: what follows is compressed without it.
      stream.flush(zlib.constants.ZSTD_e_end, done)
    }),
  )
}

/** The opposite. A part that is cut off is shorter, which its checksum tells. */
export function createDecompressor(kind: Compression): Transform {
  if (kind === 'gz') return (bytes) => gunzip(bytes, { maxOutputLength: UNPACKED_MAX })
  const stream = zlib.createZstdDecompress()
  return inTurn(collectFrom(stream, (bytes, done) => stream.write(bytes, done)))
}

/** Collects the output of the stream until `send` is done with a part. */
function collectFrom(
  stream: zlib.ZstdCompress | zlib.ZstdDecompress,
  send: (bytes: Buffer, done: () => void) => void,
): Transform {
  let chunks: Buffer[] = []
  let length = 0
  const drain = () => {
    for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) {
      chunks.push(chunk)
      length += chunk.length
      if (length > UNPACKED_MAX) stream.destroy(new RangeError('A part of the backup is too large.'))
    }
  }
  stream.on('readable', drain)
  // The caller that hands in a part gets the error.
  stream.on('error', () => {})
  return (bytes) =>
    new Promise((resolve, reject) => {
      stream.once('error', reject)
      send(bytes, () => {
        if (stream.destroyed) return
        drain()
        stream.removeListener('error', reject)
        const all = Buffer.concat(chunks)
        chunks = []
        length = 0
        resolve(all)
      })
    })
}

function inTurn(transform: Transform): Transform {
  let last: Promise<unknown> = Promise.resolve()
  return (bytes) => {
    const transformed = last.then(() => transform(bytes))
    last = transformed.catch(() => {})
    return transformed
  }
}

export function requireCompression(kind: string): asserts kind is Compression {
  if (kind === 'gz' || (kind === 'zst' && hasZstd)) return
  throw new SetupError(
    kind === 'zst'
      ? `The backup is compressed with zstd, which Node ${process.versions.node} does not know. Use Node 22.15 or later.`
      : `The backup is compressed with "${kind}", which this version of Doorpost does not know. Use a newer version.`,
  )
}
