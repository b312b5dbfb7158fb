import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../lib/machine.ts'
import { message } from '../messages/message.ts'
import { BackupError, type Sink } from './archive.ts'

export interface BackupOutput {
  sink: Sink
  /** Resolves once the whole file exists under its name and survives a power cut. */
  commit(): Promise<void>
  /** Removes everything that was written. */
  discard(): Promise<void>
}

/**
 * Writes a temporary file next to the target and renames it when complete: a file with the final name is always whole.
 */
export async function createFileOutput(path: string, { force }: { force: boolean }): Promise<BackupOutput> {
  refuseExisting(path, force)
  const partial = `${path}.partial`
  const file = await orExplain(path, openPrivate(partial))
  return {
    sink: (bytes) => orExplain(path, writeAll(file, bytes)),
    async commit() {
      await orExplain(path, file.sync())
      await file.close()
      refuseExisting(path, force)
      await rename(partial, path)
      await syncFolder(dirname(path))
    },
    async discard() {
      await file.close().catch(() => {})
      await unlink(partial).catch(() => {})
    },
  }
}

function refuseExisting(path: string, force: boolean): void {
  if (force || !existsSync(path)) return
  throw new BackupError(message('backup.file_exists', { path }))
}

/** Only the owner may read it: it holds the data of all contacts. */
async function openPrivate(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  // A file left over from an interrupted run keeps its old permissions.
  await file.chmod(0o600)
  return file
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done)
    done += bytesWritten
  }
}

async function orExplain<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    const said = isFull ? message('backup.disk_full', { path }) : message('backup.not_writable', { code, path })
    throw new BackupError(said, { cause: error })
  }
}
