import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { type AnswerHead, SafeFetchError, type SafeFetchRequest } from '../../lib/net/fetch-error.ts'
import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import { message } from '../../messages/message.ts'

interface PourOptions {
  /** Ends the download. */
  stop: AbortController
  /** So many bytes are collected before `isWanted` is asked: fewer where the file has fewer. */
  lookAt: number
  isWanted: (head: AnswerHead, first: Buffer) => boolean
}

/**
 * Lets a download flow into a stream as fast as the stream is read. Resolves when its first bytes are wanted, and rejects with
 * the status when they are not.
 */
export function pour(safeFetch: SafeFetch, request: SafeFetchRequest, { stop, lookAt, isWanted }: PourOptions) {
  const body = new PassThrough()
  // The caller has hung up, or has all of it.
  body.once('close', () => stop.abort())
  return new Promise<PassThrough>((resolve, reject) => {
    /** Null once they flow. */
    let first: Buffer | null = Buffer.alloc(0)
    const begin = (head: AnswerHead): Promise<boolean> | false => {
      const bytes = first!
      if (!isWanted(head, bytes)) return false
      first = null
      resolve(body)
      return write(body, bytes)
    }
    const take = (chunk: Buffer, head: AnswerHead): Promise<boolean> | boolean => {
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
        // Half a file is cut off, so that it does not pass for a whole one.
        body.destroy(first === null ? error : undefined)
        reject(error)
      })
  })
}

/** False once the reader has gone. */
async function write(body: PassThrough, chunk: Buffer): Promise<boolean> {
  if (!body.destroyed && !body.write(chunk))
    await Promise.race([once(body, 'drain'), once(body, 'close')]).catch(() => {})
  return !body.destroyed
}
