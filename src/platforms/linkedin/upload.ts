import { failureOf, fieldsOf, isSuccess, listOf, textOf, wholeNumberOf } from '../answers.ts'
import { type HttpAnswer, type HttpRequest, type Outgoing, type PlatformContext, TransportError } from '../contract.ts'
import type { PlannedFile, UploadRules, UploadStep } from '../uploads.ts'
import { headersOf } from './api.ts'
import { linkedinFailure, linkedinTransportFailure } from './errors.ts'

// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api

interface VideoPart {
  url: string
  start: number
  /** Exclusive. */
  end: number
}

/** Times are milliseconds since 1970. */
export type LinkedInUpload =
  | {
      kind: 'image'
      urn: string
      url: string
      expiresAt: number | null
      state: 'sending' | 'processing' | 'ready'
      finalizedAt: number | null
      polls: number
    }
  | {
      kind: 'video'
      urn: string
      token: string
      parts: VideoPart[]
      /** One per part that has arrived. */
      etags: string[]
      expiresAt: number | null
      state: 'sending' | 'processing' | 'ready'
      finalizedAt: number | null
      polls: number
    }

type Video = Extract<LinkedInUpload, { kind: 'video' }>
type Read = (start: number, end: number) => Promise<Uint8Array>
type Step = UploadStep<LinkedInUpload>

const MAX_IMAGES = 20
const MAX_VIDEO_BYTES = 500 * 1024 * 1024
/** Documented parts have 4 MiB. More than this is not read into memory because an answer says so. */
const MAX_PART_BYTES = 16 * 1024 * 1024
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif']
const VIDEO_TYPE = 'video/mp4'

const UPLOAD_TIMEOUT_MS = 120_000
/** An upload that ends sooner than this is begun anew. */
const EXPIRY_MARGIN_MS = 60_000
const PROCESSING = {
  image: {
    limitMs: 5 * 60_000,
    message: 'LinkedIn could not process an image. Check that it opens and is a JPEG, PNG or GIF, then try again.',
  },
  video: {
    limitMs: 30 * 60_000,
    message:
      'LinkedIn could not process the video. Check that it plays, is an MP4 of 3 seconds to 30 minutes, then try again.',
  },
}
const MAX_WAIT_MS = 30_000

export const linkedinUploads: UploadRules<LinkedInUpload> = {
  problemOf,
  isReady: (upload) => upload.state === 'ready',
  async step(context, file, upload, read) {
    try {
      if (!upload || isExpired(upload, context.now())) return await initialize(context, file)
      if (upload.state === 'processing') return await poll(context, upload)
      if (upload.kind === 'image') return await sendImage(context, file, upload, read)
      const part = upload.parts[upload.etags.length]
      return part ? await sendPart(context, upload, part, read) : await finalize(context, upload)
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      return { kind: 'failed', failure: linkedinTransportFailure(context, error, 'other') }
    }
  },
}

function problemOf(files: readonly PlannedFile[], post: Outgoing): string | null {
  const videos = files.filter((file) => file.type.startsWith('video/')).length
  const wrong = files.find((file) => !IMAGE_TYPES.includes(file.type) && file.type !== VIDEO_TYPE)
  if (wrong) {
    return `LinkedIn takes JPEG, PNG and GIF images and MP4 videos, but one file is ${wrong.type}. Convert it and try again.`
  }
  if (files.some((file) => file.bytes === 0)) return 'One media file is empty. Replace it and try again.'
  if (videos > 0 && post.mediaUrls.length > 1) {
    return 'A LinkedIn post has either images or one video, not both and not several videos. Remove some of the media and try again.'
  }
  if (post.mediaUrls.length > MAX_IMAGES) {
    return `A LinkedIn post has at most ${MAX_IMAGES} images. Remove some and try again.`
  }
  if (files.some((file) => file.type === VIDEO_TYPE && file.bytes > MAX_VIDEO_BYTES)) {
    return 'The video is larger than the 500 MB that LinkedIn takes. Make it smaller and try again.'
  }
  return null
}

function isExpired(upload: LinkedInUpload, now: Date): boolean {
  const isSending = upload.state === 'sending'
  return isSending && upload.expiresAt !== null && upload.expiresAt - EXPIRY_MARGIN_MS <= now.getTime()
}

async function initialize(context: PlatformContext, file: PlannedFile): Promise<Step> {
  const owner = context.account.id
  const isVideo = file.type === VIDEO_TYPE
  const request = isVideo
    ? { owner, fileSizeBytes: file.bytes, uploadCaptions: false, uploadThumbnail: false }
    : { owner }
  const answer = await context.http({
    method: 'POST',
    url: `${context.settings.apiUrl}/rest/${isVideo ? 'videos' : 'images'}`,
    query: { action: 'initializeUpload' },
    headers: headersOf(context),
    json: { initializeUploadRequest: request },
  })
  if (!isSuccess(answer)) return { kind: 'failed', failure: linkedinFailure(context, answer, 'other') }
  const value = fieldsOf(fieldsOf(answer.json).value)
  const upload = isVideo ? readVideo(value, file, context.now()) : readImage(value, context.now())
  return upload ? { kind: 'next', upload, waitMs: 0 } : unreadable(context, answer)
}

function readImage(value: Record<string, unknown>, now: Date): LinkedInUpload | null {
  const urn = urnOf(value.image, 'image')
  const url = addressOf(value.uploadUrl)
  if (!urn || !url) return null
  const expiresAt = endOf(value.uploadUrlExpiresAt, now)
  return { kind: 'image', urn, url, expiresAt, state: 'sending', finalizedAt: null, polls: 0 }
}

function readVideo(value: Record<string, unknown>, file: PlannedFile, now: Date): LinkedInUpload | null {
  const urn = urnOf(value.video, 'video')
  const parts = listOf(value.uploadInstructions).map(fieldsOf).map(readPart)
  let at = 0
  // The parts must be the file, in order and without gaps.
  for (const part of parts) {
    if (!part || part.start !== at || part.end <= at || part.end - part.start > MAX_PART_BYTES) return null
    at = part.end
  }
  if (!urn || at !== file.bytes) return null
  return {
    kind: 'video',
    urn,
    token: textOf(value.uploadToken) ?? '',
    parts: parts.filter((part) => part !== null),
    etags: [],
    expiresAt: endOf(value.uploadUrlsExpireAt, now),
    state: 'sending',
    finalizedAt: null,
    polls: 0,
  }
}

function readPart(instruction: Record<string, unknown>): VideoPart | null {
  const url = addressOf(instruction.uploadUrl)
  const first = wholeNumberOf(instruction.firstByte)
  const last = wholeNumberOf(instruction.lastByte)
  return url === null || first === null || last === null ? null : { url, start: first, end: last + 1 }
}

async function sendImage(
  context: PlatformContext,
  file: PlannedFile,
  upload: Extract<LinkedInUpload, { kind: 'image' }>,
  read: Read,
): Promise<Step> {
  const answer = await context.http(putRequest(context, upload.url, await read(0, file.bytes)))
  if (!isSuccess(answer)) return refusedUpload(context, answer)
  return { kind: 'next', upload: { ...upload, state: 'processing', finalizedAt: context.now().getTime() }, waitMs: 0 }
}

async function sendPart(context: PlatformContext, upload: Video, part: VideoPart, read: Read): Promise<Step> {
  const answer = await context.http(putRequest(context, part.url, await read(part.start, part.end)))
  if (!isSuccess(answer)) return refusedUpload(context, answer)
  const etag = answer.headers.get('etag')?.replace(/^"(.*)"$/, '$1')
  if (!etag || etag.length > 1000) return unreadable(context, answer)
  return { kind: 'next', upload: { ...upload, etags: [...upload.etags, etag] }, waitMs: 0 }
}

async function finalize(context: PlatformContext, upload: Video): Promise<Step> {
  const answer = await context.http({
    method: 'POST',
    url: `${context.settings.apiUrl}/rest/videos`,
    query: { action: 'finalizeUpload' },
    headers: headersOf(context),
    json: { finalizeUploadRequest: { video: upload.urn, uploadToken: upload.token, uploadedPartIds: upload.etags } },
  })
  if (!isSuccess(answer)) return refusedUpload(context, answer)
  return { kind: 'next', upload: { ...upload, state: 'processing', finalizedAt: context.now().getTime() }, waitMs: 0 }
}

/** LinkedIn takes posts whose media it still works on, and shows them without: so they are used when they are ready. */
async function poll(context: PlatformContext, upload: LinkedInUpload): Promise<Step> {
  const answer = await context.http({
    method: 'GET',
    url: `${context.settings.apiUrl}/rest/${upload.kind}s/${encodeURIComponent(upload.urn)}`,
    headers: headersOf(context),
  })
  const ready: LinkedInUpload = { ...upload, state: 'ready' }
  // Not every permission that may upload may look. Then only time helps, and the send tells whether it was enough.
  if (answer.status === 403) return { kind: 'next', upload: ready, waitMs: context.settings.settleMs ?? 0 }
  if (!isSuccess(answer)) return refusedUpload(context, answer)
  const status = fieldsOf(answer.json).status
  if (status === 'AVAILABLE') return { kind: 'next', upload: ready, waitMs: 0 }
  const waitedMs = context.now().getTime() - (upload.finalizedAt ?? 0)
  const { limitMs, message } = PROCESSING[upload.kind]
  if (status === 'PROCESSING_FAILED' || waitedMs > limitMs) {
    return { kind: 'again', failure: failureOf(context, 'media_processing', message, answer, { code: textOf(status) }) }
  }
  const waitMs = Math.min(1000 * 2 ** Math.min(upload.polls, 10), MAX_WAIT_MS)
  return { kind: 'next', upload: { ...upload, polls: upload.polls + 1 }, waitMs }
}

function putRequest(context: PlatformContext, url: string, bytes: Uint8Array): HttpRequest {
  const authorization = isOwnHost(context, url) ? { authorization: `Bearer ${context.account.accessToken}` } : {}
  return { method: 'PUT', url, headers: authorization, bytes, timeoutMs: UPLOAD_TIMEOUT_MS }
}

/** The address to upload to comes from an answer. The token goes only where it belongs. */
function isOwnHost({ settings }: PlatformContext, url: string): boolean {
  const { origin, hostname, protocol } = new URL(url)
  if ([settings.apiUrl, settings.authorizeUrl].some((own) => new URL(own).origin === origin)) return true
  return protocol === 'https:' && hostname.endsWith('.linkedin.com')
}

/** A refused part, most often because its address has ended, means: begin this upload anew. */
function refusedUpload(context: PlatformContext, answer: HttpAnswer): Step {
  const failure = linkedinFailure(context, answer, 'other')
  const isAboutUpload = failure.class === 'rejected_content' || failure.class === 'permission_missing'
  if (!isAboutUpload && failure.class !== 'media_processing') return { kind: 'failed', failure }
  const message = 'LinkedIn did not take a media file of this post. Check that the file opens, then try again.'
  return { kind: 'again', failure: { ...failure, class: 'media_processing', message } }
}

function unreadable(context: PlatformContext, answer: HttpAnswer): Step {
  const message = 'LinkedIn answered something that cannot be understood. Nothing was published; it is tried again.'
  return { kind: 'failed', failure: failureOf(context, 'platform_down_before_send', message, answer) }
}

function urnOf(value: unknown, kind: 'image' | 'video'): string | null {
  const urn = textOf(value)
  return urn && new RegExp(`^urn:li:${kind}:[\\w-]{1,200}$`).test(urn) ? urn : null
}

function addressOf(value: unknown): string | null {
  const url = URL.parse(textOf(value) ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** An end that has passed already is a wrong clock, on one side or the other; the upload itself will tell. */
function endOf(value: unknown, now: Date): number | null {
  const time = wholeNumberOf(value)
  return time !== null && time > now.getTime() + EXPIRY_MARGIN_MS ? time : null
}
