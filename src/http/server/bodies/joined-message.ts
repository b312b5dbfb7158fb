import { ByteCollector, ChunkRule } from '../../../lib/bounds/byte-collector.ts'

const { IncomingMessage } = process.getBuiltinModule('node:http')

/** Once a body is cut too fine, this many more chunks are dropped so that the client can read the refusal. */
const DROPPED_CHUNKS_MAX = 10_000

/**
 * A request whose unread body is one buffer. Node keeps every chunk that arrives before anyone reads as an object of about
 * 470 bytes, so a sender of one-byte chunks could fill the memory while its key or form was looked up. Here chunks are
 * counted and joined as the parser pushes them, and handed on when the reader asks.
 */
export class JoinedMessage extends IncomingMessage {
  /** The chunks were too many and too small (see ChunkRule). What came after them was dropped: the body must be refused. */
  isCutTooFine = false
  #rule: ChunkRule | null = null
  #waiting: ByteCollector | null = null
  #isWanted = false
  #hasEnded = false
  #droppedChunks = 0

  override push(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#hasEnded = true
      return this.#waiting === null && super.push(null)
    }
    if (this.isCutTooFine) return this.#drop()
    this.#rule ??= new ChunkRule()
    if (!this.#rule.accepts(chunk.length)) this.isCutTooFine = true
    if (this.#isWanted) {
      this.#isWanted = false
      return super.push(chunk)
    }
    this.#waiting ??= new ByteCollector()
    this.#waiting.add(chunk)
    return this.#waiting.length < this.readableHighWaterMark
  }

  override _read(size: number): void {
    if (this.#waiting === null) {
      this.#isWanted = true
    } else {
      const bytes = this.#waiting.bytes()
      this.#waiting = null
      super.push(bytes)
      if (this.#hasEnded) super.push(null)
    }
    super._read(size)
  }

  /** False until somebody reads: the socket is not read meanwhile. */
  #drop(): boolean {
    if (++this.#droppedChunks > DROPPED_CHUNKS_MAX) this.destroy()
    return this.#isWanted
  }
}
