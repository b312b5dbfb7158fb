import { once } from 'node:events'
import type { PassThrough } from 'node:stream'
import { type AnswerHead, SafeFetchError, type SafeFetchRequest } from '../../lib/net/fetch-error.ts'
import type { SafeFetch } from '../../lib/net/safe-fetch.ts'

/**
 * Lets a download flow into a stream as fast as the stream is read. Resolves with its first bytes, within `firstMs`; null
 * when there is no such file.
 */
export function pourInto(body: PassThrough, safeFetch: SafeFetch, request: SafeFetchRequest, firstMs: number) {
  const stop = new AbortController()
  // The caller has hung up, or has all of it.
  body.once('close', () => stop.abort())
  const first = setTimeout(() => stop.abort(), firstMs)
  return new Promise<PassThrough | null>((resolve, reject) => {
    let isOpen = false
    const take = async (chunk: Buffer, { status }: AnswerHead): Promise<boolean> => {
      clearTimeout(first)
      if (status !== 200 && status !== 206) return false
      isOpen = true
      resolve(body)
      return write(body, chunk)
    }
    const finish = ({ status }: AnswerHead) => {
      if (isOpen || status === 200 || status === 206) {
        body.end()
        return resolve(body)
      }
      body.destroy()
      if (status === 404) return resolve(null)
      reject(new SafeFetchError('bad_answer', `It answered with status ${status}.`, { sent: true }))
    }
    safeFetch
      .download({ ...request, signal: stop.signal }, take)
      .then(finish)
      .catch((error: Error) => {
        // Half a file is cut off, so that nobody takes it for a whole one.
        body.destroy(isOpen ? error : undefined)
        reject(error)
      })
      .finally(() => clearTimeout(first))
  })
}

/** False when nobody reads any more. */
export async function write(body: PassThrough, chunk: Buffer): Promise<boolean> {
  if (!body.destroyed && !body.write(chunk))
    await Promise.race([once(body, 'drain'), once(body, 'close')]).catch(() => {})
  return !body.destroyed
}
