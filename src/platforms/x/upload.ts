import { failureOf, fieldsOf, isSuccess, quote, secretsOf, textOf, wholeNumberOf } from '../answers.ts'
import { type HttpAnswer, type HttpRequest, type Outgoing, type PlatformContext, TransportError } from '../contract.ts'
import type { PlannedFile, UploadRules, UploadStep } from '../uploads.ts'
import { xFailure, xTransportFailure } from './errors.ts'

// https://docs.x.com/x-api/media/quickstart/media-upload-chunked

/** Times are milliseconds since 1970. */
export interface XUpload {
  id: string
  /** What the post can be recognised by when it has no text. */
  mediaKey: string | null
  /** Segments that have arrived. */
  segments: number
  state: 'sending' | 'processing' | 'ready'
  expiresAt: number
  finalizedAt: number | null
}

type Step = UploadStep<XUpload>

const SEGMENT_BYTES = 4_000_000
const MIB = 1024 * 1024
const CATEGORIES: Array<{ category: string; types: string[]; most: number; maxBytes: number; name: string }> = [
  {
    category: 'tweet_image',
    types: ['image/jpeg', 'image/png', 'image/webp'],
    most: 4,
    maxBytes: 5 * MIB,
    name: 'image',
  },
  { category: 'tweet_gif', types: ['image/gif'], most: 1, maxBytes: 15 * MIB, name: 'GIF' },
  { category: 'tweet_video', types: ['video/mp4', 'video/quicktime'], most: 1, maxBytes: 512 * MIB, name: 'video' },
]

const UPLOAD_TIMEOUT_MS = 120_000
/** X keeps finished uploads for a day, whatever it says when they begin. */
const LIFE_MS = 24 * 60 * 60_000
/** An upload that ends sooner than this is begun anew: the send must still find it. */
const EXPIRY_MARGIN_MS = 10 * 60_000
const PROCESSING_LIMIT_MS = 30 * 60_000
const MAX_WAIT_MS = 60_000

export const xUploads: UploadRules<XUpload> = {
  problemOf,
  isReady: (upload, now) => upload.state === 'ready' && !isExpired(upload, now),
  async step(context, file, upload, read) {
    try {
      if (!upload || isExpired(upload, context.now())) return await initialize(context, file)
      if (upload.state !== 'sending') return await poll(context, upload)
      const start = upload.segments * SEGMENT_BYTES
      if (start >= file.bytes) return await finalize(context, upload)
      return await append(context, upload, await read(start, Math.min(start + SEGMENT_BYTES, file.bytes)))
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      return { kind: 'failed', failure: xTransportFailure(context, error, 'other') }
    }
  },
}

function problemOf(files: readonly PlannedFile[], post: Outgoing): string | null {
  const kinds = files.map(categoryOf)
  const at = kinds.indexOf(undefined)
  if (at !== -1) {
    return `X takes JPEG, PNG, WebP and GIF images and MP4 and MOV videos, but one file is ${files[at]!.type}. Convert it and try again.`
  }
  if (files.some((file) => file.bytes === 0)) return 'One media file is empty. Replace it and try again.'
  const isMixed = new Set(kinds).size > 1
  if (isMixed || kinds.some((kind) => kind!.most < post.mediaUrls.length)) {
    return 'A post on X has up to 4 images, or one GIF, or one video. Remove some of the media and try again.'
  }
  const big = kinds.find((kind, index) => files[index]!.bytes > kind!.maxBytes)
  if (big)
    return `One ${big.name} is larger than the ${big.maxBytes / MIB} MB that X takes. Make it smaller and try again.`
  return null
}

function categoryOf(file: PlannedFile) {
  return CATEGORIES.find(({ types }) => types.includes(file.type))
}

function isExpired(upload: XUpload, now: Date): boolean {
  return upload.expiresAt - EXPIRY_MARGIN_MS <= now.getTime()
}

async function initialize(context: PlatformContext, file: PlannedFile): Promise<Step> {
  const json = { media_type: file.type, total_bytes: file.bytes, media_category: categoryOf(file)?.category }
  const answer = await context.http(postRequest(context, 'initialize', { json }))
  if (!isSuccess(answer)) return { kind: 'failed', failure: xFailure(context, answer, 'other') }
  const data = fieldsOf(fieldsOf(answer.json).data)
  const id = textOf(data.id)
  if (id === null || !/^\d{1,25}$/.test(id)) return unreadable(context, answer)
  const upload: XUpload = {
    id,
    mediaKey: textOf(data.media_key),
    segments: 0,
    state: 'sending',
    expiresAt: endOf(context, data),
    finalizedAt: null,
  }
  return { kind: 'next', upload, waitMs: 0 }
}

/** A segment whose answer was lost is sent again under the same index. */
async function append(context: PlatformContext, upload: XUpload, bytes: Uint8Array): Promise<Step> {
  const multipart = [
    { name: 'segment_index', value: String(upload.segments) },
    { name: 'media', value: bytes, filename: 'media', type: 'application/octet-stream' },
  ]
  const request = { ...postRequest(context, `${upload.id}/append`, { multipart }), timeoutMs: UPLOAD_TIMEOUT_MS }
  const answer = await context.http(request)
  if (!isSuccess(answer)) return refusedUpload(context, answer)
  return { kind: 'next', upload: { ...upload, segments: upload.segments + 1 }, waitMs: 0 }
}

async function finalize(context: PlatformContext, upload: XUpload): Promise<Step> {
  const answer = await context.http(postRequest(context, `${upload.id}/finalize`, {}))
  if (!isSuccess(answer)) return refusedUpload(context, answer)
  const data = fieldsOf(fieldsOf(answer.json).data)
  if (data.id !== upload.id) return unreadable(context, answer)
  const mediaKey = textOf(data.media_key) ?? upload.mediaKey
  const finalizedAt = context.now().getTime()
  return readProcessing(context, { ...upload, mediaKey, finalizedAt, expiresAt: endOf(context, data) }, data, answer)
}

async function poll(context: PlatformContext, upload: XUpload): Promise<Step> {
  const answer = await context.http({
    method: 'GET',
    url: uploadUrl(context),
    query: { command: 'STATUS', media_id: upload.id },
    headers: authorization(context),
  })
  if (!isSuccess(answer)) return refusedUpload(context, answer)
  const data = fieldsOf(fieldsOf(answer.json).data)
  if (data.id !== upload.id) return unreadable(context, answer)
  return readProcessing(context, upload, data, answer)
}

/** Without `processing_info` there is nothing to wait for. */
function readProcessing(
  context: PlatformContext,
  upload: XUpload,
  data: Record<string, unknown>,
  answer: HttpAnswer,
): Step {
  if (data.processing_info === undefined || data.processing_info === null) return ready(upload)
  const info = fieldsOf(data.processing_info)
  if (info.state === 'succeeded') return ready(upload)
  const waitedMs = context.now().getTime() - (upload.finalizedAt ?? 0)
  if (info.state === 'failed' || waitedMs > PROCESSING_LIMIT_MS) {
    const reason = textOf(fieldsOf(info.error).message)
    const said = reason === null ? '' : ` X says: ${quote(reason, secretsOf(context))}`
    const message = `X could not process the video or GIF. Check that it plays and is at most 140 seconds long, then try again.${said}`
    const code = textOf(fieldsOf(info.error).name)
    return { kind: 'again', failure: failureOf(context, 'media_processing', message, answer, { code }) }
  }
  const seconds = wholeNumberOf(info.check_after_secs) ?? 1
  return { kind: 'next', upload: { ...upload, state: 'processing' }, waitMs: Math.min(seconds * 1000, MAX_WAIT_MS) }
}

function ready(upload: XUpload): Step {
  return { kind: 'next', upload: { ...upload, state: 'ready' }, waitMs: 0 }
}

function postRequest(
  context: PlatformContext,
  path: string,
  body: Pick<HttpRequest, 'json'> | Pick<HttpRequest, 'multipart'>,
): HttpRequest {
  return { method: 'POST', url: `${uploadUrl(context)}/${path}`, headers: authorization(context), ...body }
}

function uploadUrl({ settings }: PlatformContext): string {
  return `${settings.apiUrl}/${settings.version}/media/upload`
}

function authorization({ account }: PlatformContext): Record<string, string> {
  return { authorization: `Bearer ${account.accessToken}` }
}

/** An upload that X does not know any more, or will not finish, is begun anew. */
function refusedUpload(context: PlatformContext, answer: HttpAnswer): Step {
  const failure = xFailure(context, answer, 'other')
  if (failure.class !== 'rejected_content' && failure.class !== 'media_processing') return { kind: 'failed', failure }
  const message = 'X did not take a media file of this post. Check that the file opens, then try again.'
  return { kind: 'again', failure: { ...failure, class: 'media_processing', message } }
}

function unreadable(context: PlatformContext, answer: HttpAnswer): Step {
  const message = 'X answered something that cannot be understood. Nothing was published; it is tried again.'
  return { kind: 'failed', failure: failureOf(context, 'platform_down_before_send', message, answer) }
}

function endOf(context: PlatformContext, data: Record<string, unknown>): number {
  const seconds = wholeNumberOf(data.expires_after_secs)
  return context.now().getTime() + Math.min(seconds === null ? LIFE_MS : seconds * 1000, LIFE_MS)
}
