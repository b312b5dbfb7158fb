import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../lib/machine.ts'
import { type ByteRange, type FileStore, type ReceivedFile, toDiskRefusal } from './file-store.ts'

/** Files in a folder of this machine, in subfolders by the beginning of their names. */
export function createDiskStore(dir: string): FileStore {
  const pathOf = (name: string) => join(dir, name.slice(0, 2), name)
  return {
    kind: 'disk',
    async check() {},
    async put(name: string, file: ReceivedFile) {
      await putFile(dir, pathOf(name), file).catch((error) => {
        throw toDiskRefusal(error)
      })
    },
    async size(name) {
      const found = await orMissing(stat(pathOf(name)))
      return found?.size ?? null
    },
    async stream(name, range) {
      const file = await orMissing(open(pathOf(name), 'r'))
      if (file === null) return null
      // The stream closes the file when it ends or is destroyed.
      return createReadStream('', { fd: file, start: range.start, end: range.end - 1 })
    },
    async read(name, range) {
      const file = await orMissing(open(pathOf(name), 'r'))
      if (file === null) return null
      try {
        return await readRange(file, range)
      } finally {
        await file.close()
      }
    },
    async remove(name) {
      await orMissing(unlink(pathOf(name)))
    },
    temporaryUrl: async () => null,
  }
}

async function putFile(dir: string, path: string, file: ReceivedFile): Promise<void> {
  const folder = dirname(path)
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined
  await rename(file.path, path)
  await syncFolder(folder)
  if (isNew) await syncFolder(dir)
}

/** A system read may return less than requested. */
export async function readRange(file: Awaited<ReturnType<typeof open>>, { start, end }: ByteRange): Promise<Buffer> {
  if (!(start >= 0)) throw new RangeError('A part of a file begins at 0 or later.')
  const part = Buffer.alloc(Math.max(0, end - start))
  let filled = 0
  while (filled < part.length) {
    const { bytesRead } = await file.read(part, filled, part.length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return part.subarray(0, filled)
}

async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A new file without a name: it disappears when it is closed or the process dies. */
export async function openNameless(dir: string): Promise<FileHandle> {
  await mkdir(dir, { recursive: true })
  const path = join(dir, `media-${randomUUID()}.tmp`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
