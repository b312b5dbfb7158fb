import { createHash } from 'node:crypto'
import { END_OF_TAR, encodeHeader, paddingOf } from './tar.ts'

/** Resolves when there is room for more. */
export type Sink = (bytes: Buffer) => Promise<void>

export type ArchiveWriter = ReturnType<typeof createArchiveWriter>

/** The name of the last member: the checksum of all bytes before it. */
export const SEAL = 'seal.sha256'

/** Writes the members of a backup one after the other, and in the end a checksum of all of them. */
export function createArchiveWriter(sink: Sink, createdAt: Date) {
  const seal = createHash('sha256')
  let written = 0
  const write = async (bytes: Buffer) => {
    seal.update(bytes)
    await sink(bytes)
    written += bytes.length
  }
  const addMember = async (name: string, size: number, chunks: Iterable<Buffer> | AsyncIterable<Buffer>) => {
    let length = 0
    await write(encodeHeader({ name, size }, createdAt))
    for await (const chunk of chunks) {
      length += chunk.length
      await write(chunk)
    }
    if (length !== size) throw new Error(`${name} changed while it was read: ${length} of ${size} bytes.`)
    await write(Buffer.alloc(paddingOf(size)))
  }
  return {
    bytesWritten: () => written,
    add: (name: string, bytes: Buffer) => addMember(name, bytes.length, [bytes]),
    addStream: addMember,
    async finish(): Promise<void> {
      const text = Buffer.from(`${seal.copy().digest('hex')}\n`)
      await write(encodeHeader({ name: SEAL, size: text.length }, createdAt))
      await write(Buffer.concat([text, Buffer.alloc(paddingOf(text.length)), END_OF_TAR]))
    },
  }
}
