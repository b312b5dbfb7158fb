import { Worker } from 'node:worker_threads'
import { SpreadsheetError } from './limits.ts'
import type { SheetBytes, ThreadAnswer } from './reader-thread.ts'

// Reads .xlsx and .ods in a thread of its own, which can neither block this one nor take more memory than it is given.

/** The largest files that are allowed need half of it. */
const MEMORY_MAX_MB = 768
const TIME_MAX_MS = 60_000

/** The first sheet as CSV. Throws a SpreadsheetError that says why it cannot be read. */
export async function readSpreadsheet(bytes: Uint8Array): Promise<SheetBytes> {
  const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SpreadsheetError('too_large', { cause: error }) : error),
      )
      worker.once('exit', (code) => reject(new Error(`the thread that reads a spreadsheet ended with ${code}`)))
      timer = setTimeout(() => reject(new SpreadsheetError('too_slow')), TIME_MAX_MS)
    })
    if ('problem' in answer) throw new SpreadsheetError(answer.problem)
    return answer
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
