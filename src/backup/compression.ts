import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { SetupError } from '../lib/problem.ts'

export type Compression = 'zst' | 'gz'

const gzip = promisify(zlib.gzip)
const gunzip = promisify(zlib.gunzip)

/** Far above anything we write: a damaged or hostile file must not exhaust memory. */
const UNPACKED_MAX = 64 * 1024 * 1024

// Node has zstd since 22.15. It takes a tenth of gzip's time.
const hasZstd = typeof zlib.zstdCompress === 'function'
export const COMPRESSION: Compression = hasZstd ? 'zst' : 'gz'

type Transform = (bytes: Buffer) => Promise<Buffer>

// All parts share one stream. Node keeps a separate stream, with all its output, until a full garbage collection, and a
// backup rarely triggers one: that cost a quarter of a megabyte for each megabyte of rows.

/** Accepts a part before the previous one is done; parts are compressed in order, each on its own. */
export function createCompressor(): Transform {
  if (!hasZstd) return gzip
  const stream = zlib.createZstdCompress()
  return inTurn(
    collectFrom(stream, (bytes, done) => {
      stream.write(bytes)
      // Ends the frame, so the next part does not depend on this one.
      stream.flush(zlib.constants.ZSTD_e_end, done)
    }),
  )
}

/** Reverses createCompressor. A truncated part comes out shorter, which its checksum reveals. */
export function createDecompressor(kind: Compression): Transform {
  if (kind === 'gz') return (bytes) => gunzip(bytes, { maxOutputLength: UNPACKED_MAX })
  const stream = zlib.createZstdDecompress()
  return inTurn(collectFrom(stream, (bytes, done) => stream.write(bytes, done)))
}

/** Collects the output of the stream until `send` has finished a part. */
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
  // The caller that passed in the part gets the error.
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
