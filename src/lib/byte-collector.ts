/** Collects a body that arrives in pieces. */
export interface ByteCollector {
  readonly length: number
  /** The caller has checked the limit: what is added is kept. */
  add(chunk: Uint8Array): void
  /** All of it. Nothing may be added afterwards. */
  bytes(): Buffer
}

// What a sender declares is an offer, not a fact: no more than this is set aside for it before it has arrived.
const FIRST_BYTES_MAX = 65_536
const FIRST_BYTES_MIN = 1_024

/**
 * One buffer that doubles, and never a list of chunks: a chunk of one byte is an object of about 470 bytes, so that a
 * sender could make a megabyte take half a gigabyte. A body that comes in one chunk is not copied.
 */
export function createByteCollector(declaredBytes = 0): ByteCollector {
  let only: Buffer | null = null
  let buffer: Buffer | null = null
  let length = 0

  const reserve = (needed: number): Buffer => {
    if (buffer !== null && buffer.length >= needed) return buffer
    const wanted = buffer === null ? Math.min(declaredBytes, FIRST_BYTES_MAX) : buffer.length * 2
    // Not from the pool: a small body that is kept must not keep a larger block with it.
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, wanted, FIRST_BYTES_MIN))
    buffer?.copy(grown, 0, 0, length)
    buffer = grown
    return grown
  }

  return {
    get length() {
      return length
    },
    add(chunk) {
      if (length === 0) {
        only = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        length = chunk.length
        return
      }
      const target = reserve(length + chunk.length)
      if (only !== null) target.set(only, 0)
      only = null
      target.set(chunk, length)
      length += chunk.length
    },
    bytes: () => only ?? buffer?.subarray(0, length) ?? Buffer.alloc(0),
  }
}

/** Judges how a body is cut. */
export interface ChunkRule {
  /** False when the chunks are too many and too small. */
  accepts(chunkBytes: number): boolean
}

// Programs that write a body value by value send chunks of a few bytes, but not thousands of them.
const FREE_CHUNKS = 1_000
const AVERAGE_BYTES_MIN = 16

export const TINY_CHUNKS =
  `The body comes in more than ${FREE_CHUNKS.toLocaleString('en-US')} pieces of fewer than ${AVERAGE_BYTES_MIN} bytes each. ` +
  'Write larger pieces, or send the body as a whole with a Content-Length.'

/** Each chunk costs the same work, however small it is. */
export function createChunkRule(): ChunkRule {
  let chunks = 0
  let bytes = 0
  return {
    accepts(chunkBytes) {
      chunks++
      bytes += chunkBytes
      return chunks <= FREE_CHUNKS || bytes >= chunks * AVERAGE_BYTES_MIN
    },
  }
}
