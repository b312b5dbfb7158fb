import { randomUUID } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { callApi, failureOf, isSuccess, requestFor } from '../shared/answers.ts'
import type { HttpAnswer, PlatformContext } from '../shared/contract.ts'
import { altTextFor, FILE_TYPES, TYPE_NAMES } from '../shared/media.ts'
import {
  nextStep,
  type PlannedFile,
  sendFile,
  type UploadedFile,
  type UploadRules,
  type UploadStep,
} from '../shared/uploads.ts'
import { fieldsOf, textLike } from '../shared/values.ts'
import { mastodonFailures } from './errors.ts'
import { bounded } from './limits.ts'
import { mediaRules } from './media.ts'
import { mastodonProfile } from './profile.ts'

// https://docs.joinmastodon.org/methods/media/#v2

/** Times are milliseconds since 1970. */
export interface MastodonUpload {
  id: string
  state: 'processing' | 'ready'
  uploadedAt: number
  polls: number
}

type Step = UploadStep<MastodonUpload>
type Read = (start: number, end: number) => Promise<Uint8Array>

const MEDIA_ID = /^[\w-]{1,64}$/
/** Some refusals differ only in their wording. */
export const IN_ENGLISH = { 'accept-language': 'en' }
/** Servers delete unused media after a day. */
const LIFE_MS = 20 * 60 * MINUTE_MS
const PROCESSING_LIMIT_MS = 30 * MINUTE_MS
const MAX_WAIT_MS = 30 * SECOND_MS

export const mastodonUploads: UploadRules<MastodonUpload> = {
  failures: mastodonFailures,
  profile: mastodonProfile,
  isReady: (upload, now) => upload.state === 'ready' && !isExpired(upload, now),
  async step(context, file, upload, read) {
    if (!upload || isExpired(upload, context.now())) return uploadFile(context, file, read)
    return poll(context, upload)
  },
}

function isExpired(upload: MastodonUpload, now: Date): boolean {
  return upload.uploadedAt + LIFE_MS <= now.getTime()
}

/** Repeated if its response was lost: the server deletes unused media. */
async function uploadFile(context: PlatformContext, file: UploadedFile, read: Read): Promise<Step> {
  const rules = mediaRules(bounded(context.account.limits ?? {}))
  const description = altTextFor(rules, file.type.startsWith('image/') ? 'image' : 'video', file.altText)
  const { type, ...around } = formAround(file, description)
  const headers = { ...IN_ENGLISH, 'content-type': type }
  const request = requestFor(context, 'POST', '/api/v2/media', { headers, timeoutMs: 5 * MINUTE_MS })
  const answer = await sendFile(context.http, request, { bytes: file.bytes, read, ...around })
  if (!isSuccess(answer)) return mastodonFailures.failed(context, answer)
  const id = idOf(answer)
  if (id === null) return mastodonFailures.ofUnreadable(context, answer)
  const state = answer.status === 202 ? 'processing' : 'ready'
  return nextStep({ id, state, uploadedAt: context.now().getTime(), polls: 0 }, state === 'ready' ? 0 : SECOND_MS)
}

async function poll(context: PlatformContext, upload: MastodonUpload): Promise<Step> {
  const path = `/api/v1/media/${encodeURIComponent(upload.id)}`
  const answer = await callApi(context, 'GET', path, { headers: IN_ENGLISH })
  if (answer.status === 404 || answer.status === 422) {
    return { kind: 'again', failure: failureOf(context, 'media_processing', message('mastodon.media_failed'), answer) }
  }
  if (!isSuccess(answer)) return mastodonFailures.failed(context, answer)
  if (idOf(answer) !== upload.id) return mastodonFailures.ofUnreadable(context, answer)
  if (answer.status !== 206) return nextStep({ ...upload, state: 'ready' })
  if (context.now().getTime() - upload.uploadedAt > PROCESSING_LIMIT_MS) {
    return {
      kind: 'again',
      failure: failureOf(context, 'media_processing', message('mastodon.media_too_slow'), answer),
    }
  }
  return nextStep({ ...upload, polls: upload.polls + 1 }, Math.min(SECOND_MS * 2 ** upload.polls, MAX_WAIT_MS))
}

/** The multipart/form-data (RFC 7578) around the file. */
function formAround(file: PlannedFile, description: string | null) {
  const boundary = `doorpost-${randomUUID()}`
  const field = (name: string, more: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}`
  const words = description === null ? '' : `${field('description', '')}\r\n\r\n${description}\r\n`
  const fileName = `media.${FILE_TYPES[TYPE_NAMES[file.type]!].extensions[0]}`
  const before = `${words}${field('file', `; filename="${fileName}"`)}\r\ncontent-type: ${file.type}\r\n\r\n`
  return { type: `multipart/form-data; boundary=${boundary}`, before, after: `\r\n--${boundary}--\r\n` }
}

function idOf(answer: HttpAnswer): string | null {
  return textLike(fieldsOf(answer.json).id, MEDIA_ID)
}
