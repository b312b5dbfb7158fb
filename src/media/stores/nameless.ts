import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** A new file without a name: it goes when it is closed or when the process dies, whichever is first. */
export async function openNameless(dir: string): Promise<FileHandle> {
  await mkdir(dir, { recursive: true })
  const path = join(dir, `media-${randomUUID()}.tmp`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
