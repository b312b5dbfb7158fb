import { message } from '../../messages/message.ts'
import { groupDigits } from '../text/text.ts'

// What a sender declares is an offer, not a fact: no more than this is set aside for it before it has arrived.
const FIRST_BYTES_MAX = 65_536
const FIRST_BYTES_MIN = 1_024

/**
 * Collects a body that arrives in pieces. One buffer that doubles, and never a list of chunks: a chunk of one byte is an object of about 470 bytes, so that a
 * sender could make a megabyte take half a gigabyte. A body that comes in one chunk is not copied.
 */
export class ByteCollector {
  readonly #declaredBytes: number
  #only: Uint8Array | null = null
  #buffer: Buffer | null = null
  length = 0

  constructor(declaredBytes = 0) {
    this.#declaredBytes = declaredBytes
  }

  /** The caller has checked the limit: what is added is kept. */
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

  /** All of it. Nothing may be added afterwards. */
  bytes(): Buffer {
    const only = this.#only
    if (only !== null) return Buffer.isBuffer(only) ? only : Buffer.from(only.buffer, only.byteOffset, only.byteLength)
    return this.#buffer?.subarray(0, this.length) ?? Buffer.alloc(0)
  }

  #reserve(needed: number): Buffer {
    const buffer = this.#buffer
    if (buffer !== null && buffer.length >= needed) return buffer
    const wanted = buffer === null ? Math.min(this.#declaredBytes, FIRST_BYTES_MAX) : buffer.length * 2
    // Not from the pool: a small body that is kept must not keep a larger block with it.
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, wanted, FIRST_BYTES_MIN))
    buffer?.copy(grown, 0, 0, this.length)
    this.#buffer = grown
    return grown
  }
}

// Programs that write a body value by value send chunks of a few bytes, but not thousands of them.
const FREE_CHUNKS = 1_000
const AVERAGE_BYTES_MIN = 16

export const TINY_CHUNKS = message('body.tiny_chunks', { chunks: groupDigits(FREE_CHUNKS), bytes: AVERAGE_BYTES_MIN })

/** Judges how a body is cut: each chunk costs the same work, however small it is. */
export class ChunkRule {
  #chunks = 0
  #bytes = 0

  /** False when the chunks are too many and too small. */
  accepts(chunkBytes: number): boolean {
    this.#chunks++
    this.#bytes += chunkBytes
    return this.#chunks <= FREE_CHUNKS || this.#bytes >= this.#chunks * AVERAGE_BYTES_MIN
  }
}
