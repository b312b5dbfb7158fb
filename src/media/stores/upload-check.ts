import { Readable } from 'node:stream'
import type { Clock } from '../../lib/time/clock.ts'
import { SECOND_MS } from '../../lib/time/span.ts'
import { diskProblemOf } from './disk-problem.ts'
import { receiveFile } from './receive.ts'
import type { Stores } from './stores.ts'

interface UploadCheckOptions {
  stores: Stores
  uploadsDir: string
  clock: Clock
}

/** Why uploads are refused, and since when that is known. */
interface UploadProblem {
  code: 'disk' | 'bucket'
  reason: string
  since: string
}

/** Anybody who may read posts can ask, and an answer costs a write to the disk or a request to the bucket. */
const FRESH_MS = 30 * SECOND_MS
/** A disk with less room takes no picture either. */
const CHECK_BYTES = 65_536

/** Tries whether a file can arrive now, for those who are told before anyone's upload is lost. Null when it can. */
export function createUploadCheck(options: UploadCheckOptions): () => Promise<UploadProblem | null> {
  const { clock } = options
  let last: { at: number; found: Promise<UploadProblem | null> } | null = null
  let since: string | null = null
  const look = async () => {
    const problem = (await findDiskProblem(options)) ?? (await findBucketProblem(options))
    since = problem === null ? null : (since ?? new Date(clock.now()).toISOString())
    return problem && { ...problem, since: since! }
  }
  return () => {
    const at = clock.now()
    if (last === null || Math.abs(at - last.at) >= FRESH_MS) last = { at, found: look() }
    return last.found
  }
}

/** Every file arrives on the disk, also where a bucket keeps it. */
async function findDiskProblem({ uploadsDir }: UploadCheckOptions) {
  try {
    const limits = { dir: uploadsDir, maxBytes: CHECK_BYTES }
    const arrival = await receiveFile(Readable.from([Buffer.alloc(CHECK_BYTES)]), limits)
    await arrival.discard()
    return null
  } catch (error) {
    const problem = diskProblemOf(error) ?? 'cannot be used'
    const reason = `The disk for files ${problem}, so files are refused. Check DATA_DIR; doctor says more.`
    return { code: 'disk' as const, reason }
  }
}

async function findBucketProblem({ stores }: UploadCheckOptions) {
  try {
    await stores.current.check()
    return null
  } catch {
    const reason = 'The bucket for files does not answer, so files are refused. Check S3_ENDPOINT; doctor says more.'
    return { code: 'bucket' as const, reason }
  }
}
