import { message } from '../../messages/message.ts'
import { failureOf, isRefusal, isSuccess, onTransportError, plainFailure } from './answers.ts'
import { PLATFORM_TIMEOUT_MS } from './client.ts'
import {
  type Adapter,
  type Failure,
  type Finding,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  MediaAwayError,
  MediaBusyError,
  MediaError,
  type Outgoing,
  type PlatformContext,
  type PrepareResult,
  type Progress,
  type Search,
  type SendResult,
  TransportError,
} from './contract.ts'
import type { Failures } from './failures.ts'
import { findRefusal } from './file-rules.ts'
import type { ProviderProfile } from './provider.ts'

// All files are checked first, then each is uploaded: one request per call.

export interface PlannedFile {
  type: string
  bytes: number
  size?: { width: number; height: number }
  durationMs?: number
}

export type UploadedFile = PlannedFile & { altText: string | null }

export type UploadStep<U> =
  | { kind: 'next'; upload: U; waitMs: number }
  /** Starts over once; the second time the failure stands. */
  | { kind: 'again'; failure: Failure }
  | { kind: 'failed'; failure: Failure }

export interface UploadRules<U> {
  failures: Failures
  profile: ProviderProfile
  isReady(upload: U, now: Date): boolean
  /** One request at most. `upload` is null at first. */
  step(
    context: PlatformContext,
    file: UploadedFile,
    upload: U | null,
    read: (start: number, end: number) => Promise<Uint8Array>,
  ): Promise<UploadStep<U>>
}

export function nextStep<U>(upload: U, waitMs = 0): UploadStep<U> {
  return { kind: 'next', upload, waitMs }
}

interface Plan<U> {
  files: PlannedFile[]
  uploads: Array<U | null>
  /** Restarts of each upload. */
  redone: number[]
  /** How often a file differed from the first look. */
  changed: number
}

const MAX_REDONE = 1
const MAX_CHANGED = 2

export async function prepareUploads<U>(
  context: PlatformContext,
  post: Outgoing,
  progress: Progress,
  rules: UploadRules<U>,
): Promise<PrepareResult> {
  const plan = readPlan<U>(progress)
  if (plan.files.length < post.mediaUrls.length) return checkNextFile(context, post, plan, rules)

  const now = context.now()
  const at = plan.files.findIndex((_file, index) => {
    const upload = plan.uploads[index]
    return !upload || !rules.isReady(upload, now)
  })
  if (at === -1) return { kind: 'ready', progress: { ...plan } }

  const file = plan.files[at]!
  try {
    const described = { ...file, altText: post.altTexts[at] ?? null }
    const step = await rules.step(context, described, plan.uploads[at] ?? null, (start, end) =>
      readPart(context, post.mediaUrls[at]!, file, start, end),
    )
    return applyStep(plan, at, step)
  } catch (error) {
    if (error instanceof FileChanged) return startOver(plan)
    if (error instanceof TransportError) return failed(plan, rules.failures.ofTransport(error, 'other'))
    return unreachable(plan, at, error)
  }
}

export function uploadsOf<U>(progress: Progress): U[] {
  return readPlan<U>(progress).uploads.filter((upload) => upload !== null)
}

interface UploadPlatform<U> extends Pick<Adapter, 'auth' | 'permalink' | 'idempotentSend'> {
  uploads: UploadRules<U>
  prepare?: Adapter['prepare']
  request(context: PlatformContext, post: Outgoing, uploads: U[], progress: Progress): HttpRequest
  idOf(answer: HttpAnswer): string | null
  find(context: PlatformContext, post: Outgoing, uploads: U[], search: Search, progress: Progress): Promise<Finding>
}

export function createUploadAdapter<U extends { state: string }>(platform: UploadPlatform<U>): Adapter {
  const { auth, permalink, uploads, idempotentSend = false } = platform
  return {
    auth,
    permalink,
    idempotentSend,
    prepare: platform.prepare ?? ((context, post, progress) => prepareUploads(context, post, progress, uploads)),
    sendTimeoutMs: PLATFORM_TIMEOUT_MS,
    send: (context, post, progress) => sendUploaded(platform, context, post, progress),
    reconcile: (context, post, progress, search) =>
      onTransportError(platform.find(context, post, uploadsOf<U>(progress), search, progress), (error) => ({
        kind: 'failed',
        failure: uploads.failures.ofTransport(error, 'other'),
      })),
  }
}

async function sendUploaded<U extends { state: string }>(
  { uploads: { failures }, request, idOf }: UploadPlatform<U>,
  ...[context, post, progress]: Parameters<Adapter['send']>
): Promise<SendResult> {
  const uploads = uploadsOf<U>(progress)
  if (uploads.length !== post.mediaUrls.length || uploads.some((upload) => upload.state !== 'ready')) {
    return { kind: 'refused', failure: plainFailure('not_ready', message('network.media_not_uploaded')) }
  }
  const call = context.http(request(context, post, uploads, progress))
  const answer = await onTransportError(call, (error) => error)
  if (answer instanceof TransportError) {
    return { kind: answer.sent ? 'unknown' : 'refused', failure: failures.ofTransport(answer, 'send') }
  }
  if (!isSuccess(answer)) {
    const failure = failures.ofAnswer(context, answer, 'send')
    return { kind: isRefusal(answer.status) ? 'refused' : 'unknown', failure }
  }
  const platformId = idOf(answer)
  if (platformId !== null) return { kind: 'published', platformId }
  const unnamed = message('network.unnamed', { network: failures.label })
  return { kind: 'unknown', failure: failureOf(context, 'ambiguous', unnamed, answer) }
}

async function checkNextFile<U>(
  context: PlatformContext,
  post: Outgoing,
  plan: Plan<U>,
  rules: UploadRules<U>,
): Promise<PrepareResult> {
  const at = plan.files.length
  try {
    const { type, bytes, size, durationMs } = await context.openMedia(post.mediaUrls[at]!)
    plan.files.push({ type, bytes, ...(size ? { size } : {}), ...(durationMs ? { durationMs } : {}) })
    plan.uploads.push(null)
    plan.redone.push(0)
  } catch (error) {
    return unreachable(plan, at, error)
  }
  const { limits } = context.account
  const own = { ...rules.profile, ...(limits ? rules.profile.withLimits?.(limits) : {}) }
  const files = plan.files.map(toFacts)
  const problem = findRefusal(own, files, post.mediaUrls.length)
  if (problem === null) return { kind: 'continue', progress: { ...plan }, waitMs: 0 }
  // A corrected file is checked again.
  return { kind: 'failed', progress: {}, failure: plainFailure('rejected_content', problem) }
}

function toFacts({ type, bytes, size, durationMs }: PlannedFile) {
  const { width = null, height = null } = size ?? {}
  return { contentType: type, bytes, width, height, durationMs: durationMs ?? null }
}

function applyStep<U>(plan: Plan<U>, at: number, step: UploadStep<U>): PrepareResult {
  switch (step.kind) {
    case 'next':
      plan.uploads[at] = step.upload
      return { kind: 'continue', progress: { ...plan }, waitMs: step.waitMs }
    case 'again': {
      const redone = plan.redone[at] ?? 0
      plan.uploads[at] = null
      plan.redone[at] = redone + 1
      return redone < MAX_REDONE ? { kind: 'continue', progress: { ...plan }, waitMs: 0 } : failed(plan, step.failure)
    }
    case 'failed':
      return failed(plan, step.failure)
  }
}

class FileChanged extends Error {}

async function readPart(context: PlatformContext, url: string, file: PlannedFile, start: number, end: number) {
  const media = await context.openMedia(url)
  if (media.bytes !== file.bytes || media.type !== file.type) throw new FileChanged()
  const part = await media.read(start, end)
  if (part.length !== end - start) throw new MediaError(message('post_file.ended_early'))
  return part
}

function startOver<U>(plan: Plan<U>): PrepareResult {
  const changed = plan.changed + 1
  if (changed <= MAX_CHANGED) return { kind: 'continue', progress: { changed }, waitMs: 0 }
  return { kind: 'failed', progress: {}, failure: plainFailure('media_unreachable', message('post_file.changes')) }
}

function unreachable<U>(plan: Plan<U>, at: number, error: unknown): PrepareResult {
  if (error instanceof MediaAwayError) return failed(plan, plainFailure('storage_away', error.said))
  if (error instanceof MediaBusyError) return failed(plan, plainFailure('media_unreachable', error.said))
  if (!(error instanceof MediaError)) throw error
  const said = message('post_file.not_downloaded', { number: at + 1, problem: error.said })
  return failed(plan, plainFailure('media_unreachable', said))
}

function failed<U>(plan: Plan<U>, failure: Failure): PrepareResult {
  return { kind: 'failed', progress: { ...plan }, failure }
}

function readPlan<U>(progress: Progress): Plan<U> {
  const { files = [], uploads = [], redone = [], changed = 0 } = progress as Partial<Plan<U>>
  return { files: [...files], uploads: [...uploads], redone: [...redone], changed }
}

const PART_BYTES = 1_048_576

interface FileToSend {
  bytes: number
  read(start: number, end: number): Promise<Uint8Array>
  before?: string
  after?: string
}

/** Streams the file. Errors of the file are thrown as they are. */
export async function sendFile(http: Http, request: HttpRequest, file: FileToSend): Promise<HttpAnswer> {
  const { before = '', after = '' } = file
  let problem: unknown
  async function* parts(): AsyncGenerator<Uint8Array> {
    if (before !== '') yield Buffer.from(before)
    for (let at = 0; at < file.bytes; at += PART_BYTES) {
      try {
        yield await file.read(at, Math.min(at + PART_BYTES, file.bytes))
      } catch (error) {
        problem = error
        throw error
      }
    }
    if (after !== '') yield Buffer.from(after)
  }
  const bytes = Buffer.byteLength(before) + file.bytes + Buffer.byteLength(after)
  try {
    return await http({ ...request, stream: { bytes, open: parts } })
  } catch (error) {
    throw problem ?? error
  }
}
