import { join } from 'node:path'
import type { Parts } from '../db/parts.ts'
import { createSafeFetch, type SafeFetchOptions } from '../lib/net/safe-fetch.ts'
import { createLibrary } from './library.ts'
import { createPrivateFiles } from './private-files.ts'
import { createUploadCheck, removeBrokenUploads } from './stores/receive.ts'
import { createS3Store, type S3Settings } from './stores/s3.ts'
import { createStores, UPLOADS_DIR } from './stores/stores.ts'

interface MediaCore extends Parts {
  config: {
    dataDir: string
    baseUrl: string
    allowPrivateNetworks: boolean
    media: { maxBytes: number; quotaBytes: number; s3: S3Settings | null }
  }
  /** The process whose port this one shares; null if there is only one process. */
  first: object | null
  outbound: SafeFetchOptions | undefined
}

export async function openMedia(core: MediaCore) {
  const { config, clock, sandboxUrl, outbound } = core
  const { s3 } = config.media
  const mediaDir = join(config.dataDir, 'media')
  const uploadsDir = join(mediaDir, UPLOADS_DIR)
  // Only the first process cleans up: when a later one starts, uploads of the others may still be arriving.
  if (core.first === null) await removeBrokenUploads(uploadsDir, { isStart: true })
  const stores = createStores(mediaDir, s3 && createS3Store(s3, () => clock.now()))
  const reach = { baseUrl: config.baseUrl, s3Endpoint: s3?.endpoint ?? null, isSandbox: sandboxUrl !== null }
  const allowPrivate = config.allowPrivateNetworks
  const allowedOrigins = sandboxUrl === null ? [] : [sandboxUrl]
  const library = createLibrary({ ...core, ...config.media, stores, uploadsDir, reach })
  return {
    /** Fetches files to be stored here. */
    uploadFetch: createSafeFetch({ ...outbound, allowedOrigins, allowPrivate, anyPort: allowPrivate }),
    library,
    fileRemovers: { media: library.delete },
    privateFiles: createPrivateFiles({ ...core, stores, uploadsDir }),
    mediaStores: { stores, uploadsDir },
    findUploadProblem: createUploadCheck({ stores, uploadsDir, clock }),
  }
}
