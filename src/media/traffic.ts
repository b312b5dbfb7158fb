import { ApiError } from '../errors.ts'

/** What went in and out of the library since the process started, for the metrics. */
interface MediaTraffic {
  /** By what became of them. */
  uploads: Record<'stored' | 'duplicate' | 'refused' | 'failed', number>
  uploadedBytes: number
  /** Of answers that were sent whole, or whole in the range that was asked for. */
  served: number
  servedBytes: number
}

export function createTraffic(): MediaTraffic {
  return { uploads: { stored: 0, duplicate: 0, refused: 0, failed: 0 }, uploadedBytes: 0, served: 0, servedBytes: 0 }
}

/** Counts the upload that `work` is, whatever becomes of it. */
export async function countUpload<T extends { row: { bytes: number }; duplicate: boolean }>(
  traffic: MediaTraffic,
  work: Promise<T>,
): Promise<T> {
  try {
    const done = await work
    traffic.uploads[done.duplicate ? 'duplicate' : 'stored'] += 1
    traffic.uploadedBytes += done.row.bytes
    return done
  } catch (error) {
    traffic.uploads[error instanceof ApiError && error.status < 500 ? 'refused' : 'failed'] += 1
    throw error
  }
}
