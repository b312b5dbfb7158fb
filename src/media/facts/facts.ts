import type { MediaType } from './file-type.ts'

/** What the beginning of a file tells, and for films the index. Null means unknown; nothing is guessed. */
export interface MediaFacts {
  /** By the first bytes. */
  type: MediaType
  bytes: number | null
  /** As shown: turned when the file says so. */
  width: number | null
  height: number | null
  durationMs: number | null
  /** For pictures. Every GIF counts as an animation, even with one frame. */
  isAnimated: boolean | null
}

export interface ByteSource {
  /** Null when the server does not say. */
  size: number | null
  /** What there is from `start`, `length` bytes at most: fewer at the end of the file, or of what we want to read. */
  read(start: number, length: number): Promise<Buffer>
}

const BLOCK_BYTES = 65_536

/** The same, read in blocks, of which the last is kept: for walks of many small steps forward. */
export function buffered(source: ByteSource): ByteSource {
  let blockAt = 0
  let block: Buffer = Buffer.alloc(0)
  return {
    size: source.size,
    async read(start, length) {
      if (start < blockAt || start + length > blockAt + block.length) {
        block = await source.read(start, Math.max(length, BLOCK_BYTES))
        blockAt = start
      }
      return block.subarray(start - blockAt, start - blockAt + length)
    },
  }
}

export interface Size {
  width: number
  height: number
}

/** Null when one of them is 0, which is not a size. */
export function sizeOf(width: number, height: number): Size | null {
  return width > 0 && height > 0 ? { width, height } : null
}

/** A quarter turn. */
export function turn({ width, height }: Size): Size {
  return { width: height, height: width }
}
