import { MINUTE_MS, SECOND_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { callApi, failureOf, isSuccess, saidBy, secretsOf } from '../shared/answers.ts'
import type { HttpAnswer, HttpRequest, PlatformContext } from '../shared/contract.ts'
import { altTextFor } from '../shared/media.ts'
import { nextStep, type PlannedFile, type UploadedFile, type UploadRules, type UploadStep } from '../shared/uploads.ts'
import { fieldsOf, textLike, textOf, wholeNumberOf } from '../shared/values.ts'
import { xFailures } from './errors.ts'
import { xMedia } from './media.ts'
import { xProfile } from './profile.ts'

// https://docs.x.com/x-api/media/quickstart/media-upload-chunked

/** Times are milliseconds since 1970. */
export interface XUpload {
  id: string
  /** Identifies the post when it has no text. */
  mediaKey: string | null
  segments: number
  state: 'sending' | 'processing' | 'describing' | 'ready'
  expiresAt: number
  finalizedAt: number | null
}

type Step = UploadStep<XUpload>

const SEGMENT_BYTES = 4_000_000
/** X keeps finished uploads for a day, whatever it says when they begin. */
const LIFE_MS = 24 * 60 * MINUTE_MS
/** An upload that expires sooner is restarted: the send must still find it. */
const EXPIRY_MARGIN_MS = 10 * MINUTE_MS
const PROCESSING_LIMIT_MS = 30 * MINUTE_MS

export const xUploads: UploadRules<XUpload> = {
  failures: xFailures,
  profile: xProfile,
  isReady: (upload, now) => upload.state === 'ready' && !isExpired(upload, now),
  async step(context, file, upload, read) {
    if (!upload || isExpired(upload, context.now())) return initialize(context, file)
    if (upload.state === 'describing') return describe(context, file, upload)
    if (upload.state !== 'sending') return poll(context, file, upload)
    const start = upload.segments * SEGMENT_BYTES
    if (start >= file.bytes) return finalize(context, file, upload)
    return append(context, upload, await read(start, Math.min(start + SEGMENT_BYTES, file.bytes)))
  },
}

function isExpired(upload: XUpload, now: Date): boolean {
  return upload.expiresAt - EXPIRY_MARGIN_MS <= now.getTime()
}

async function initialize(context: PlatformContext, file: PlannedFile): Promise<Step> {
  const category = file.type === 'image/gif' ? 'tweet_gif' : `tweet_${file.type.replace(/\/.*/, '')}`
  const json = { media_type: file.type, total_bytes: file.bytes, media_category: category }
  const answer = await post(context, '/initialize', { json })
  if (!isSuccess(answer)) return xFailures.failed(context, answer)
  const data = dataOf(answer)
  const id = textLike(data.id, /^\d{1,25}$/)
  if (id === null) return xFailures.ofUnreadable(context, answer)
  return nextStep({
    id,
    mediaKey: textOf(data.media_key),
    segments: 0,
    state: 'sending',
    expiresAt: endOf(context, data),
    finalizedAt: null,
  })
}

async function append(context: PlatformContext, upload: XUpload, bytes: Uint8Array): Promise<Step> {
  const multipart = [
    { name: 'segment_index', value: String(upload.segments) },
    { name: 'media', value: bytes, filename: 'media', type: 'application/octet-stream' },
  ]
  const answer = await post(context, `/${upload.id}/append`, { multipart, timeoutMs: 2 * MINUTE_MS })
  if (!isSuccess(answer)) return xFailures.ofUpload(context, answer)
  return nextStep({ ...upload, segments: upload.segments + 1 })
}

async function finalize(context: PlatformContext, file: UploadedFile, upload: XUpload): Promise<Step> {
  const answer = await post(context, `/${upload.id}/finalize`, {})
  const data = dataOf(answer)
  const mediaKey = textOf(data.media_key) ?? upload.mediaKey
  const finalizedAt = context.now().getTime()
  const finalized = { ...upload, mediaKey, finalizedAt, expiresAt: endOf(context, data) }
  return readProcessing(context, file, finalized, answer)
}

async function poll(context: PlatformContext, file: UploadedFile, upload: XUpload): Promise<Step> {
  const answer = await callApi(context, 'GET', uploadPath(context), {
    query: { command: 'STATUS', media_id: upload.id },
  })
  return readProcessing(context, file, upload, answer)
}

/** https://docs.x.com/x-api/media/create-media-metadata. Repeating it is harmless. */
async function describe(context: PlatformContext, file: UploadedFile, upload: XUpload): Promise<Step> {
  const json = { id: upload.id, metadata: { alt_text: { text: altOf(file) } } }
  const answer = await callApi(context, 'POST', `/${context.settings.version}/media/metadata`, { json })
  if (!isSuccess(answer)) return xFailures.ofUpload(context, answer)
  return nextStep({ ...upload, state: 'ready' })
}

function altOf({ type, altText }: UploadedFile): string | null {
  return altTextFor(xMedia, type.startsWith('image/') ? 'image' : 'video', altText)
}

function readProcessing(context: PlatformContext, file: UploadedFile, upload: XUpload, answer: HttpAnswer): Step {
  if (!isSuccess(answer)) return xFailures.ofUpload(context, answer)
  const data = dataOf(answer)
  if (data.id !== upload.id) return xFailures.ofUnreadable(context, answer)
  const info = fieldsOf(data.processing_info ?? { state: 'succeeded' })
  if (info.state === 'succeeded') return nextStep({ ...upload, state: altOf(file) === null ? 'ready' : 'describing' })
  const waitedMs = context.now().getTime() - (upload.finalizedAt ?? 0)
  if (info.state === 'failed' || waitedMs > PROCESSING_LIMIT_MS) {
    const { name, message: reason } = fieldsOf(info.error)
    const said = message('x.media_failed', { said: saidBy('X', textOf(reason), secretsOf(context)) })
    return { kind: 'again', failure: failureOf(context, 'media_processing', said, answer, { code: textOf(name) }) }
  }
  const seconds = wholeNumberOf(info.check_after_secs) ?? 1
  return nextStep({ ...upload, state: 'processing' }, Math.min(seconds * SECOND_MS, MINUTE_MS))
}

function post(context: PlatformContext, path: string, request: Partial<HttpRequest>): Promise<HttpAnswer> {
  return callApi(context, 'POST', uploadPath(context) + path, request)
}

function uploadPath({ settings }: PlatformContext): string {
  return `/${settings.version}/media/upload`
}

function dataOf(answer: HttpAnswer): Record<string, unknown> {
  return fieldsOf(fieldsOf(answer.json).data)
}

function endOf(context: PlatformContext, data: Record<string, unknown>): number {
  const seconds = wholeNumberOf(data.expires_after_secs)
  return context.now().getTime() + Math.min(seconds === null ? LIFE_MS : seconds * SECOND_MS, LIFE_MS)
}
