import { assemble, completeUpload, findUpload, savePart, saveUpload, toPublicMedia } from '../core/uploads.ts'
import { type Call, json, type Reply, refuse } from '../http/call.ts'
import type { Account, MediaKind, Upload } from '../state/records.ts'
import { countRequest, signedIn } from './access.ts'
import { invalid, mastodonError, notFound } from './errors.ts'
import { mimeTypesOf } from './instance.ts'

/** Media without a post are deleted after a day. */
const UNUSED_LIFE_MS = 86_400_000

/** POST /api/v2/media: images are ready at once (200), videos and GIFs are processed later (202). */
export function uploadMedia(call: Call): Reply {
  const account = signedIn(call, 'write:media')
  const settings = call.world.settings.current.mastodon
  countRequest(call, `media:${account.id}`, settings.media_per_30_min, 30 * 60_000)
  const { file } = call.body.files
  const description = call.body.fields.description
  if (!file) return invalid("File can't be blank")
  if (typeof description === 'string' && [...description].length > settings.description_limit) {
    return invalid(`Description is too long (maximum is ${settings.description_limit} characters)`)
  }
  const started = startUpload(call, account, file, typeof description === 'string' ? description : null)
  savePart(call.world, started, 0, file)
  const whole = assemble(call.world, findUpload(call, started.id)!)!
  const type = whole.facts?.type ?? ''
  if (!mimeTypesOf(call).includes(type)) return invalid('File content type is invalid, File is invalid')
  const isVideo = !type.startsWith('image/')
  const { width, height } = whole.facts ?? {}
  if (!isVideo && (width ?? 0) * (height ?? 0) > settings.image_pixels) {
    return invalid(`${width}x${height} images are not supported`)
  }
  const limit = isVideo ? settings.video_bytes : settings.image_bytes
  if (file.length >= limit) return invalid(`File file size must be less than ${Math.floor(limit / 1_048_576)} MB`)
  const kind: MediaKind = isVideo ? 'video' : type === 'image/gif' ? 'gif' : 'image'
  const upload = completeUpload(call.world, { ...started, kind }, whole, {
    readyAt: call.world.clock.now() + (kind === 'image' ? 0 : settings.processing_ms),
    failed: kind !== 'image' && settings.processing_fails ? 'failed' : null,
  })
  call.effect = upload.id
  return json(kind === 'image' ? 200 : 202, toWire(call, upload))
}

/** GET /api/v1/media/:id works until the file belongs to a post. */
export function getMedia(call: Call): Reply {
  const account = signedIn(call, 'write:media')
  const upload = unusedUpload(call, account, call.params.id ?? '')
  if (upload === null) return notFound()
  if (!isProcessed(call, upload)) return json(206, toWire(call, upload))
  if (upload.failed !== null) return mastodonError(422, 'Error processing thumbnail for uploaded media')
  return json(200, toWire(call, upload))
}

/**
 * Takes the media of a new post: they must be the account's own, unused and ready. They belong to the post from now on.
 */
export function takeMedia(call: Call, account: Account): Upload[] {
  const ids = call.body.fields.media_ids
  if (!Array.isArray(ids) || ids.length === 0) return []
  const most = call.world.settings.current.mastodon.max_media
  if (ids.length > most) refuse(mastodonError(422, `Cannot attach more than ${most} files`))
  const uploads = ids.map((id) => unusedUpload(call, account, String(id)))
  const missing = ids.filter((_id, at) => uploads[at] === null)
  if (missing.length > 0) {
    refuse(mastodonError(422, `Media ${missing.join(', ')} not found or already attached to another post`))
  }
  const found = uploads.filter((upload) => upload !== null)
  if (found.length > 1 && found.some(({ kind }) => kind === 'video')) {
    refuse(mastodonError(422, 'Cannot attach a video to a post that already contains images'))
  }
  if (found.some((upload) => !isProcessed(call, upload))) {
    refuse(mastodonError(422, 'Cannot attach files that have not finished processing. Try again in a moment!'))
  }
  return found
}

export function attachMedia(call: Call, uploads: Upload[]): void {
  for (const upload of uploads) saveUpload(call.world, { ...upload, category: 'attached' })
}

export function mediaToWire(call: Call, upload: Upload): Record<string, unknown> {
  return toWire(call, upload)
}

function startUpload(call: Call, account: Account, file: Buffer, alt: string | null): Upload {
  const id = call.world.ids.number(115_000_000_000_000_000n)
  return saveUpload(call.world, {
    id,
    platform: 'mastodon',
    accountId: account.id,
    kind: 'image',
    owner: account.id,
    category: 'unattached',
    declaredType: '',
    declaredBytes: file.length,
    parts: {},
    completedAt: null,
    readyAt: 0,
    expiresAt: call.world.clock.now() + UNUSED_LIFE_MS,
    failed: null,
    key: null,
    type: null,
    bytes: 0,
    alt,
  })
}

function unusedUpload(call: Call, account: Account, id: string): Upload | null {
  const upload = findUpload(call, id)
  const isUsable =
    upload?.accountId === account.id &&
    upload.category === 'unattached' &&
    upload.completedAt !== null &&
    upload.expiresAt > call.world.clock.now()
  return isUsable ? upload : null
}

function isProcessed(call: Call, upload: Upload): boolean {
  return upload.readyAt <= call.world.clock.now()
}

function toWire(call: Call, upload: Upload): Record<string, unknown> {
  const { url } = toPublicMedia(call.world, upload)
  return {
    id: upload.id,
    type: upload.kind === 'gif' ? 'gifv' : upload.kind,
    url: isProcessed(call, upload) ? url : null,
    preview_url: url,
    remote_url: null,
    meta: {},
    description: upload.alt,
    blurhash: null,
  }
}
