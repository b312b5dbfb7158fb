import { MINUTE_MS, SECOND_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { bearer, callApi, failureOf, isSuccess } from '../shared/answers.ts'
import type { HttpAnswer, PlatformContext } from '../shared/contract.ts'
import { nextStep, type PlannedFile, type UploadRules, type UploadStep } from '../shared/uploads.ts'
import { fieldsOf, listOf, textLike, textOf, wholeNumberOf } from '../shared/values.ts'
import { restHeaders } from './auth.ts'
import { linkedinFailures } from './errors.ts'
import { linkedinProfile } from './profile.ts'

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

/** The documentation uses parts of 4 MiB. */
const MAX_PART_BYTES = 16 * 1024 * 1024
const VIDEO_TYPE = 'video/mp4'
const DOCUMENT_TYPE = 'application/pdf'

const EXPIRY_MARGIN_MS = MINUTE_MS
const PROCESSING = {
  image: { limitMs: 5 * MINUTE_MS, code: 'linkedin.image_failed' },
  document: { limitMs: 15 * MINUTE_MS, code: 'linkedin.document_failed' },
  video: { limitMs: 30 * MINUTE_MS, code: 'linkedin.video_failed' },
} as const
const MAX_WAIT_MS = 30 * SECOND_MS

export const linkedinUploads: UploadRules<LinkedInUpload> = {
  failures: linkedinFailures,
  profile: linkedinProfile,
  isReady: (upload) => upload.state === 'ready',
  async step(context, file, upload, read) {
    if (!upload || isExpired(upload, context.now())) return initialize(context, file)
    if (upload.state === 'processing') return poll(context, upload)
    if (upload.kind !== 'video') return sendWhole(context, upload, await read(0, file.bytes))
    const part = upload.parts[upload.etags.length]
    return part ? sendPart(context, upload, part.url, await read(part.start, part.end)) : finalize(context, upload)
  },
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
  // Without permission to read the status, only waiting helps.
  if (answer.status === 403) return nextStep(ready, context.settings.settleMs)
  if (!isSuccess(answer)) return linkedinFailures.ofUpload(context, answer)
  const status = fieldsOf(answer.json).status
  if (status === 'AVAILABLE') return nextStep(ready)
  const waitedMs = context.now().getTime() - (upload.finalizedAt ?? 0)
  const { limitMs, code } = PROCESSING[upload.kind]
  if (status === 'PROCESSING_FAILED' || waitedMs > limitMs) {
    const failure = failureOf(context, 'media_processing', message(code), answer, { code: textOf(status) })
    return { kind: 'again', failure }
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

/** An expiry in the past means a wrong clock. */
function endOf(value: unknown, now: Date): number | null {
  const time = wholeNumberOf(value)
  return time !== null && time > now.getTime() + EXPIRY_MARGIN_MS ? time : null
}
