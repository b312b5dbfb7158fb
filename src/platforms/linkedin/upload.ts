import { MINUTE_MS, SECOND_MS } from '../../lib/time/span.ts'
import { bearer, callApi, failureOf, isSuccess } from '../shared/answers.ts'
import type { HttpAnswer, PlatformContext } from '../shared/contract.ts'
import { nextStep, type PlannedFile, type UploadRules, type UploadStep } from '../shared/uploads.ts'
import { fieldsOf, listOf, textLike, textOf, wholeNumberOf } from '../shared/values.ts'
import { restHeaders } from './auth.ts'
import { linkedinFailures } from './errors.ts'

// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/documents-api

type VideoPart = NonNullable<ReturnType<typeof readPart>>

/** Times are milliseconds since 1970. */
interface UploadState {
  urn: string
  expiresAt: number | null
  state: 'sending' | 'processing' | 'ready'
  finalizedAt: number | null
  polls: number
}

type WholeFile = UploadState & { kind: 'image' | 'document'; url: string }
/** One etag per uploaded part. */
type Video = UploadState & { kind: 'video'; token: string; parts: VideoPart[]; etags: string[] }
export type LinkedInUpload = WholeFile | Video

type Step = UploadStep<LinkedInUpload>

const MAX_IMAGES = 20
const MAX_VIDEO_BYTES = 500 * 1024 * 1024
const MAX_DOCUMENT_BYTES = 100 * 1024 * 1024
/** Documented parts have 4 MiB. */
const MAX_PART_BYTES = 16 * 1024 * 1024
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif']
const VIDEO_TYPE = 'video/mp4'
const DOCUMENT_TYPE = 'application/pdf'

const EXPIRY_MARGIN_MS = MINUTE_MS
const PROCESSING = {
  image: {
    limitMs: 5 * MINUTE_MS,
    message: 'LinkedIn could not process an image. Check that it opens and is a JPEG, PNG or GIF, then try again.',
  },
  document: {
    limitMs: 15 * MINUTE_MS,
    message:
      'LinkedIn could not process the PDF. Check that it opens without a password and has at most 300 pages, then try again.',
  },
  video: {
    limitMs: 30 * MINUTE_MS,
    message:
      'LinkedIn could not process the video. Check that it plays, is an MP4 of 3 seconds to 30 minutes, then try again.',
  },
}
const MAX_WAIT_MS = 30 * SECOND_MS

export const linkedinUploads: UploadRules<LinkedInUpload> = {
  failures: linkedinFailures,
  problemOf,
  isReady: (upload) => upload.state === 'ready',
  async step(context, file, upload, read) {
    if (!upload || isExpired(upload, context.now())) return initialize(context, file)
    if (upload.state === 'processing') return poll(context, upload)
    if (upload.kind !== 'video') return sendWhole(context, upload, await read(0, file.bytes))
    const part = upload.parts[upload.etags.length]
    return part ? sendPart(context, upload, part.url, await read(part.start, part.end)) : finalize(context, upload)
  },
}

function problemOf(files: readonly PlannedFile[], count: number): string | null {
  const videos = files.filter((file) => file.type.startsWith('video/')).length
  const documents = files.filter((file) => file.type === DOCUMENT_TYPE).length
  const wrong = files.find((file) => ![...IMAGE_TYPES, VIDEO_TYPE, DOCUMENT_TYPE].includes(file.type))
  if (wrong) {
    return `LinkedIn takes JPEG, PNG and GIF images, MP4 videos and PDF documents, but one file is ${wrong.type}. Convert it and try again.`
  }
  if (files.some((file) => file.bytes === 0)) return 'One media file is empty. Replace it and try again.'
  if (documents > 0 && count > 1) {
    return 'A LinkedIn post has either one PDF or other media, not both and not several PDFs. Remove some of the media and try again.'
  }
  if (videos > 0 && count > 1) {
    return 'A LinkedIn post has either images or one video, not both and not several videos. Remove some of the media and try again.'
  }
  if (count > MAX_IMAGES) {
    return `A LinkedIn post has at most ${MAX_IMAGES} images. Remove some and try again.`
  }
  if (files.some((file) => file.type === VIDEO_TYPE && file.bytes > MAX_VIDEO_BYTES)) {
    return 'The video is larger than the 500 MB that LinkedIn takes. Make it smaller and try again.'
  }
  if (files.some((file) => file.type === DOCUMENT_TYPE && file.bytes > MAX_DOCUMENT_BYTES)) {
    return 'The PDF is larger than the 100 MB that LinkedIn takes. Make it smaller and try again.'
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
  const kind = isVideo ? 'video' : file.type === DOCUMENT_TYPE ? 'document' : 'image'
  const answer = await callAction(context, `${kind}s`, 'initializeUpload', {
    owner,
    ...(isVideo ? { fileSizeBytes: file.bytes, uploadCaptions: false, uploadThumbnail: false } : {}),
  })
  if (!isSuccess(answer)) return linkedinFailures.failed(context, answer)
  const value = fieldsOf(fieldsOf(answer.json).value)
  const upload = kind === 'video' ? readVideo(value, file, context.now()) : readWhole(value, kind, context.now())
  return upload ? nextStep(upload) : linkedinFailures.ofUnreadable(context, answer)
}

const NEW_UPLOAD = { state: 'sending', finalizedAt: null, polls: 0 } as const

function readWhole(value: Record<string, unknown>, kind: WholeFile['kind'], now: Date): WholeFile | null {
  const urn = urnOf(value[kind], kind)
  const url = addressOf(value.uploadUrl)
  if (!urn || !url) return null
  return { kind, urn, url, expiresAt: endOf(value.uploadUrlExpiresAt, now), ...NEW_UPLOAD }
}

function readVideo(value: Record<string, unknown>, file: PlannedFile, now: Date): Video | null {
  const urn = urnOf(value.video, 'video')
  const parts: VideoPart[] = []
  let at = 0
  for (const part of listOf(value.uploadInstructions).map(fieldsOf).map(readPart)) {
    if (!part || part.start !== at || part.end <= at || part.end - part.start > MAX_PART_BYTES) return null
    parts.push(part)
    at = part.end
  }
  if (!urn || at !== file.bytes) return null
  const token = textOf(value.uploadToken) ?? ''
  return { kind: 'video', urn, token, parts, etags: [], expiresAt: endOf(value.uploadUrlsExpireAt, now), ...NEW_UPLOAD }
}

function readPart(instruction: Record<string, unknown>) {
  const url = addressOf(instruction.uploadUrl)
  const first = wholeNumberOf(instruction.firstByte)
  const last = wholeNumberOf(instruction.lastByte)
  return url === null || first === null || last === null ? null : { url, start: first, end: last + 1 }
}

async function sendWhole(context: PlatformContext, upload: WholeFile, bytes: Uint8Array): Promise<Step> {
  const answer = await putBytes(context, upload.url, bytes)
  return isSuccess(answer) ? processingSince(context, upload) : linkedinFailures.ofUpload(context, answer)
}

async function sendPart(context: PlatformContext, upload: Video, url: string, bytes: Uint8Array): Promise<Step> {
  const answer = await putBytes(context, url, bytes)
  if (!isSuccess(answer)) return linkedinFailures.ofUpload(context, answer)
  const etag = answer.headers.get('etag')?.replace(/^"(.*)"$/, '$1')
  if (!etag || etag.length > 1000) return linkedinFailures.ofUnreadable(context, answer)
  return nextStep({ ...upload, etags: [...upload.etags, etag] })
}

async function finalize(context: PlatformContext, upload: Video): Promise<Step> {
  const request = { video: upload.urn, uploadToken: upload.token, uploadedPartIds: upload.etags }
  const answer = await callAction(context, 'videos', 'finalizeUpload', request)
  return isSuccess(answer) ? processingSince(context, upload) : linkedinFailures.ofUpload(context, answer)
}

function processingSince(context: PlatformContext, upload: LinkedInUpload): Step {
  return nextStep({ ...upload, state: 'processing', finalizedAt: context.now().getTime() })
}

/** LinkedIn would publish the post without media that is not ready. */
async function poll(context: PlatformContext, upload: LinkedInUpload): Promise<Step> {
  const path = `/rest/${upload.kind}s/${encodeURIComponent(upload.urn)}`
  const answer = await callApi(context, 'GET', path, { headers: restHeaders(context.settings) })
  const ready: LinkedInUpload = { ...upload, state: 'ready' }
  // Without permission to look, only waiting helps.
  if (answer.status === 403) return nextStep(ready, context.settings.settleMs)
  if (!isSuccess(answer)) return linkedinFailures.ofUpload(context, answer)
  const status = fieldsOf(answer.json).status
  if (status === 'AVAILABLE') return nextStep(ready)
  const waitedMs = context.now().getTime() - (upload.finalizedAt ?? 0)
  const { limitMs, message } = PROCESSING[upload.kind]
  if (status === 'PROCESSING_FAILED' || waitedMs > limitMs) {
    return { kind: 'again', failure: failureOf(context, 'media_processing', message, answer, { code: textOf(status) }) }
  }
  const waitMs = Math.min(SECOND_MS * 2 ** upload.polls, MAX_WAIT_MS)
  return nextStep({ ...upload, polls: upload.polls + 1 }, waitMs)
}

function callAction(context: PlatformContext, path: string, action: string, request: object): Promise<HttpAnswer> {
  return callApi(context, 'POST', `/rest/${path}`, {
    query: { action },
    headers: restHeaders(context.settings),
    json: { [`${action}Request`]: request },
  })
}

function putBytes(context: PlatformContext, url: string, bytes: Uint8Array): Promise<HttpAnswer> {
  const headers = isOwnHost(context, url) ? bearer(context.account.accessToken) : {}
  return context.http({ method: 'PUT', url, headers, bytes, timeoutMs: 2 * MINUTE_MS })
}

/** The token goes to LinkedIn only. */
function isOwnHost({ settings }: PlatformContext, url: string): boolean {
  const { origin, hostname, protocol } = new URL(url)
  if ([settings.apiUrl, settings.authorizeUrl].some((own) => new URL(own).origin === origin)) return true
  return protocol === 'https:' && hostname.endsWith('.linkedin.com')
}

function urnOf(value: unknown, kind: LinkedInUpload['kind']): string | null {
  return textLike(value, new RegExp(`^urn:li:${kind}:[\\w-]{1,200}$`))
}

function addressOf(value: unknown): string | null {
  const url = URL.parse(textOf(value) ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** A past expiry is a wrong clock. */
function endOf(value: unknown, now: Date): number | null {
  const time = wholeNumberOf(value)
  return time !== null && time > now.getTime() + EXPIRY_MARGIN_MS ? time : null
}
