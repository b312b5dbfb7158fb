import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { IS_PACKAGE } from '../../lib/program.ts'

/** The script of the API reference, compressed by gzip. The package has it as a file, a clone takes it out of a package of npm. */
export function loadReference(): Promise<Buffer> {
  if (IS_PACKAGE) return readFile(new URL('reference.js.gz', import.meta.url))
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./bundle.ts', import.meta.url))
    worker.once('message', (bytes: Uint8Array) => {
      resolve(Buffer.from(bytes.buffer))
      void worker.terminate()
    })
    worker.once('error', reject)
  })
}
