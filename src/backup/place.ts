import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { S3Store } from '../media/stores/s3.ts'

/** Where scheduled backups are kept. */
export interface BackupPlace {
  kind: 'folder' | 'bucket'
  /** For people. */
  name: string
  /** The names of files there; null where this process cannot tell, or only for money. */
  list(): Promise<Set<string> | null>
  /** Takes a finished file, which is on this machine under `path`. */
  keep(path: string, facts: { bytes: number; sha256: Buffer }, signal: AbortSignal): Promise<void>
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

export function createBucketPlace(bucket: string, store: Pick<S3Store, 'putLarge' | 'remove'>): BackupPlace {
  return {
    kind: 'bucket',
    name: `the bucket ${bucket}`,
    list: async () => null,
    async keep(path, facts, signal) {
      await store.putLarge(basename(path), { path, ...facts }, { contentType: 'application/x-tar', signal })
      await rm(path, { force: true })
    },
    remove: (file) => store.remove(file),
  }
}
