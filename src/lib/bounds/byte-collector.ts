import { message } from '../../messages/message.ts'

// A declared length is not trusted: no more than this is allocated before data arrives.
const FIRST_BYTES_MAX = 65_536
const FIRST_BYTES_MIN = 1_024

/**
 * Collects a body that arrives in chunks, in one buffer that doubles. A list of chunks would be dangerous: a chunk of
 * one byte is an object of about 470 bytes, so a sender could make a megabyte take half a gigabyte. A body that arrives
 * in one chunk is not copied.
 */
export class ByteCollector {
  readonly #declaredBytes: number
  #only: Uint8Array | null = null
  #buffer: Buffer | null = null
  length = 0

  constructor(declaredBytes = 0) {
    this.#declaredBytes = declaredBytes
  }

  /** The caller has checked the limit. */
  add(chunk: Uint8Array): void {
    if (this.length === 0) {
      this.#only = chunk
      this.length = chunk.length
      return
    }
    const target = this.#reserve(this.length + chunk.length)
    if (this.#only !== null) target.set(this.#only, 0)
    this.#only = null
    target.set(chunk, this.length)
    this.length += chunk.length
  }

  /** The whole body. Nothing may be added afterwards. */
  bytes(): Buffer {
    const only = this.#only
    if (only !== null) return Buffer.isBuffer(only) ? only : Buffer.from(only.buffer, only.byteOffset, only.byteLength)
    return this.#buffer?.subarray(0, this.length) ?? Buffer.alloc(0)
  }

  #reserve(needed: number): Buffer {
    const buffer = this.#buffer
    if (buffer !== null && buffer.length >= needed) return buffer
    const wanted = buffer === null ? Math.min(this.#declaredBytes, FIRST_BYTES_MAX) : buffer.length * 2
    // Not from Node's pool: a small body that is kept must not keep a larger block alive.
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, wanted, FIRST_BYTES_MIN))
    buffer?.copy(grown, 0, 0, this.length)
    this.#buffer = grown
    return grown
  }
}

// Programs that write a body value by value send chunks of a few bytes, but not thousands of them.
const FREE_CHUNKS = 1_000
const AVERAGE_BYTES_MIN = 16

export const TINY_CHUNKS = message('body.tiny_chunks', { chunks: FREE_CHUNKS, bytes: AVERAGE_BYTES_MIN })

/** Limits how finely a body may be chunked: each chunk costs the same work, however small it is. */
export class ChunkRule {
  #chunks = 0
  #bytes = 0

  /** Returns false if the chunks are too many and too small. */
  accepts(chunkBytes: number): boolean {
    this.#chunks++
    this.#bytes += chunkBytes
    return this.#chunks <= FREE_CHUNKS || this.#bytes >= this.#chunks * AVERAGE_BYTES_MIN
  }
}
