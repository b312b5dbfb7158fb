import { MINUTE_MS } from '../../lib/time/span.ts'
import { isSuccess } from '../shared/answers.ts'
import type { HttpAnswer, PlatformContext } from '../shared/contract.ts'
import { MB } from '../shared/media.ts'
import { nextStep, type PlannedFile, sendFile, type UploadRules, type UploadStep } from '../shared/uploads.ts'
import { fieldsOf, textOf, wholeNumberOf } from '../shared/values.ts'
import { blueskyFailures } from './errors.ts'
import { IMAGE_BYTES_MAX, IMAGES_MAX, VIDEO_BYTES_MAX, VIDEO_SECONDS_MAX } from './media.ts'
import { procedure } from './xrpc.ts'

// https://docs.bsky.app/docs/api/com-atproto-repo-upload-blob

interface BlobRef {
  $type: 'blob'
  ref: { $link: string }
  mimeType: string
  size: number
}

export interface BlueskyUpload {
  state: 'ready'
  blob: BlobRef
  size: { width: number; height: number } | null
  uploadedAt: number
}

const TYPES = { image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'], video: ['video/mp4'] }
/** A PDS keeps a file that no record refers to for at least an hour: https://atproto.com/specs/blob */
const LIFE_MS = 50 * MINUTE_MS
const UPLOAD_TIMEOUT_MS = 5 * MINUTE_MS

export const blueskyUploads: UploadRules<BlueskyUpload> = {
  failures: blueskyFailures,
  problemOf,
  isReady: ({ uploadedAt }, now) => uploadedAt + LIFE_MS > now.getTime(),
  step: (context, file, _upload, read) => upload(context, file, read),
}

function problemOf(files: readonly PlannedFile[], count: number): string | null {
  const kinds = files.map(({ type }) =>
    TYPES.image.includes(type) ? 'image' : TYPES.video.includes(type) ? 'video' : null,
  )
  const at = kinds.indexOf(null)
  if (at !== -1) {
    return `Bluesky takes JPEG, PNG, WebP and GIF images and MP4 videos, but one file is ${files[at]!.type}. Convert it and try again.`
  }
  if (files.some(({ bytes }) => bytes === 0)) return 'One media file is empty. Replace it and try again.'
  if (kinds.includes('video') ? count > 1 : count > IMAGES_MAX) {
    return `A post on Bluesky has up to ${IMAGES_MAX} images or one video. Remove some of the media and try again.`
  }
  const seconds = (files[0]?.durationMs ?? 0) / 1000
  if (seconds > VIDEO_SECONDS_MAX) {
    return `The video is ${seconds.toFixed(1)} seconds long, and Bluesky takes ${VIDEO_SECONDS_MAX} at most. Use a shorter one.`
  }
  const big = files.find(({ bytes }, index) => bytes > (kinds[index] === 'image' ? IMAGE_BYTES_MAX : VIDEO_BYTES_MAX))
  if (!big) return null
  const [kind, most] = TYPES.image.includes(big.type) ? ['image', IMAGE_BYTES_MAX] : ['video', VIDEO_BYTES_MAX]
  return `One ${kind} has ${(big.bytes / MB).toFixed(1)} MB, and Bluesky takes ${most / MB} MB at most. Make it smaller and try again.`
}

/** Can be repeated: the same bytes are the same blob. */
async function upload(
  context: PlatformContext,
  file: PlannedFile,
  read: (start: number, end: number) => Promise<Uint8Array>,
): Promise<UploadStep<BlueskyUpload>> {
  const request = procedure(context, 'com.atproto.repo.uploadBlob', {
    headers: { 'content-type': file.type },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  const answer = await sendFile(context.http, request, { bytes: file.bytes, read })
  if (!isSuccess(answer)) return blueskyFailures.ofUpload(context, answer)
  const blob = blobOf(answer)
  if (blob === null) return blueskyFailures.ofUnreadable(context, answer)
  return nextStep({ state: 'ready', blob, size: file.size ?? null, uploadedAt: context.now().getTime() })
}

function blobOf(answer: HttpAnswer): BlobRef | null {
  const { ref, mimeType: type, size: bytes } = fieldsOf(fieldsOf(answer.json).blob)
  const link = textOf(fieldsOf(ref).$link)
  const mimeType = textOf(type)
  const size = wholeNumberOf(bytes)
  if (link === null || !/^[a-z0-9]{20,120}$/i.test(link) || mimeType === null || size === null) return null
  return { $type: 'blob', ref: { $link: link }, mimeType, size }
}
