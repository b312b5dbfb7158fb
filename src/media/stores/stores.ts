import { join } from 'node:path'
import { message } from '../../messages/message.ts'
import { createDiskStore } from './disk.ts'
import { type FileStore, StoreAwayError } from './file-store.ts'

export type Stores = ReturnType<typeof createStores>

/** Below DATA_DIR/media: complete files, and uploads that are still arriving. */
export const FILES_DIR = 'files'
export const UPLOADS_DIR = 'uploads'

/** New files go to the bucket if there is one, else to the folder. Existing files stay where they are. */
export function createStores(mediaDir: string, s3: FileStore | null) {
  const disk = createDiskStore(join(mediaDir, FILES_DIR))
  return {
    current: s3 ?? disk,
    of(kind: string): FileStore {
      if (kind === 'disk') return disk
      return s3 ?? MISSING
    },
  }
}

const missing = async (): Promise<never> => {
  throw new StoreAwayError(message('store.no_bucket'))
}

const MISSING: FileStore = {
  kind: 's3',
  check: missing,
  put: missing,
  size: missing,
  stream: missing,
  read: missing,
  remove: missing,
  temporaryUrl: missing,
}
