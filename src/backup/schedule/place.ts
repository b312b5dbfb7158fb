import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { SetupError } from '../../lib/problem.ts'
import type { FileStore } from '../../media/store/file-store.ts'

/** What most stores take in one request. */
const PUT_MAX_BYTES = 5_000_000_000

/** Where scheduled backups are kept. */
export interface BackupPlace {
  kind: 'folder' | 'bucket'
  /** For people. */
  name: string
  /** The names of files there; null where this process cannot tell, or only for money. */
  list(): Promise<Set<string> | null>
  /** Takes a finished file, which is on this machine under `path`. */
  keep(path: string, facts: { bytes: number; sha256: Buffer }): Promise<void>
  /** Nothing under this name is right, too. */
  remove(file: string): Promise<void>
}

export function createFolderPlace(folder: string): BackupPlace {
  return {
    kind: 'folder',
    name: folder,
    // Where workers have another machine, the folder is there.
    list: () =>
      readdir(folder).then(
        (names) => new Set(names),
        () => null,
      ),
    // It was written there.
    async keep() {},
    remove: (file) => rm(join(folder, basename(file)), { force: true }),
  }
}

export function createBucketPlace(bucket: string, store: FileStore): BackupPlace {
  return {
    kind: 'bucket',
    name: `the bucket ${bucket}`,
    list: async () => null,
    async keep(path, { bytes, sha256 }) {
      if (bytes > PUT_MAX_BYTES) {
        throw new SetupError(
          'The backup is larger than 5 GB, the most that a bucket takes at once. Remove BACKUP_BUCKET and set BACKUP_DIR to a folder.',
        )
      }
      await store.put(basename(path), { path, bytes, sha256 }, 'application/x-tar')
      await rm(path, { force: true })
    },
    remove: (file) => store.remove(file),
  }
}
