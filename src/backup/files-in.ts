import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '../lib/problem.ts'
import { createDiskStore } from '../media/stores/disk.ts'
import { FILES_DIR, UPLOADS_DIR } from '../media/stores/stores.ts'
import { type Member, readMembers } from './archive.ts'
import { kindOf } from './format.ts'
import type { OnProgress } from './progress.ts'

/** Puts the files of the backup where Doorpost looks for them. Returns how many there were. */
export async function loadFiles(
  file: FileHandle,
  mediaDir: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<number> {
  const uploads = join(mediaDir, UPLOADS_DIR)
  const disk = createDiskStore(join(mediaDir, FILES_DIR))
  let count = 0
  for await (const member of readMembers(file)) {
    signal.throwIfAborted()
    const kind = kindOf(member)
    if (kind === null || !('file' in kind)) continue
    if (count === 0) await mkdir(uploads, { recursive: true, mode: 0o700 })
    const path = join(uploads, `restore-${randomBytes(6).toString('hex')}`)
    try {
      await writeMember(path, member)
      // The checksum of the whole backup matched, so nothing is compared again.
      await disk.put(kind.file, { path, bytes: member.size, sha256: Buffer.alloc(0) }, '')
    } catch (error) {
      await unlink(path).catch(() => {})
      const { code } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      const remedy = 'Free space or allow this user to write there, then run the restore again.'
      throw new SetupError(`The files cannot be written to ${mediaDir} (${code}). ${remedy}`, { cause: error })
    }
    count++
    onProgress({ what: 'files', rows: 0, bytes: member.size })
  }
  return count
}

async function writeMember(path: string, member: Member): Promise<void> {
  const target = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of member.chunks()) await target.writeFile(chunk)
    await target.sync()
  } finally {
    await target.close()
  }
}
