import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { type AnswerHead, SafeFetchError, type SafeFetchRequest } from '../../lib/net/fetch-error.ts'
import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import { message } from '../../messages/message.ts'

interface PourOptions {
  /** Ends the download. */
  stop: AbortController
  /** How many bytes to collect before calling `isWanted`; fewer if the file is shorter. */
  lookAt: number
  isWanted: (head: AnswerHead, first: Buffer) => boolean
  /** Called with the size of each chunk. */
  onBytes?: (count: number) => void
}

/**
 * Streams a download as fast as the stream is read. Resolves if its first bytes are wanted, and rejects with the status
 * otherwise.
 */
export function pour(
  safeFetch: SafeFetch,
  request: SafeFetchRequest,
  { stop, lookAt, isWanted, onBytes }: PourOptions,
) {
  const body = new PassThrough()
  // The reader gets the error too, but there may be no reader at this moment.
  body.on('error', () => {})
  // The caller has hung up, or has read everything.
  body.once('close', () => stop.abort())
  return new Promise<PassThrough>((resolve, reject) => {
    /** Null once the bytes flow. */
    let first: Buffer | null = Buffer.alloc(0)
    const begin = (head: AnswerHead): Promise<boolean> | false => {
      const bytes = first!
      if (!isWanted(head, bytes)) return false
      first = null
      resolve(body)
      return write(body, bytes)
    }
    const take = (chunk: Buffer, head: AnswerHead): Promise<boolean> | boolean => {
      onBytes?.(chunk.length)
      if (first === null) return write(body, chunk)
      first = Buffer.concat([first, chunk])
      return first.length < lookAt || begin(head)
    }
    const finish = async (head: AnswerHead & { whole: boolean }) => {
      if (first !== null && head.whole) await begin(head)
      if (first !== null) {
        throw new SafeFetchError('bad_answer', message('fetch.wrong_status', { status: head.status }), {
          sent: true,
          head,
        })
      }
      body.end()
    }
    safeFetch
      .download({ ...request, signal: stop.signal }, take)
      .then(finish)
      .catch((error: Error) => {
        // Breaks off a partial file, so that it does not pass for a whole one.
        body.destroy(first === null ? error : undefined)
        reject(error)
      })
  })
}

/** Returns false once the reader is gone. */
async function write(body: PassThrough, chunk: Buffer): Promise<boolean> {
  if (!body.destroyed && !body.write(chunk)) {
    // Takes the listeners off again: a large file waits thousands of times.
    const waited = new AbortController()
    const { signal } = waited
    await Promise.race([once(body, 'drain', { signal }), once(body, 'close', { signal })]).catch(() => {})
    waited.abort()
  }
  return !body.destroyed
}
