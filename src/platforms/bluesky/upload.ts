import { MINUTE_MS } from '../../lib/time/span.ts'
import { isSuccess } from '../shared/answers.ts'
import type { HttpAnswer, PlatformContext } from '../shared/contract.ts'
import { nextStep, type PlannedFile, sendFile, type UploadRules, type UploadStep } from '../shared/uploads.ts'
import { fieldsOf, textOf, wholeNumberOf } from '../shared/values.ts'
import { blueskyFailures } from './errors.ts'
import { blueskyProfile } from './profile.ts'
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

/** A PDS keeps a file that no record refers to for at least an hour: https://atproto.com/specs/blob */
const LIFE_MS = 50 * MINUTE_MS
const UPLOAD_TIMEOUT_MS = 5 * MINUTE_MS

export const blueskyUploads: UploadRules<BlueskyUpload> = {
  failures: blueskyFailures,
  profile: blueskyProfile,
  isReady: ({ uploadedAt }, now) => uploadedAt + LIFE_MS > now.getTime(),
  step: (context, file, _upload, read) => upload(context, file, read),
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
