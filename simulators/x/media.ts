import { type Assembled, assemble, completeUpload, findUpload, savePart, saveUpload } from '../core/uploads.ts'
import { type Call, empty, json, type Reply, refuse } from '../http/call.ts'
import type { MediaKind, Upload } from '../state/records.ts'
import { signedIn } from './access.ts'
import { invalidRequest, notFound } from './errors.ts'

const UNFINISHED_LIFE_S = 1_295_999
const FINISHED_LIFE_S = 86_400
const MIB = 1024 * 1024
const CATEGORIES: Record<string, { kind: MediaKind; types: RegExp; bytes: number; prefix: string }> = {
  tweet_image: { kind: 'image', types: /^image\/(jpeg|png|gif|webp)$/, bytes: 5 * MIB, prefix: '3' },
  tweet_gif: { kind: 'gif', types: /^image\/gif$/, bytes: 15 * MIB, prefix: '16' },
  tweet_video: { kind: 'video', types: /^video\/(mp4|quicktime)$/, bytes: 512 * MIB, prefix: '7' },
  amplify_video: { kind: 'video', types: /^video\/(mp4|quicktime)$/, bytes: 512 * MIB, prefix: '13' },
}
const VIDEO_SECONDS = { least: 0.5, most: 140 }

export function mediaKeyOf(upload: Upload): string {
  return `${CATEGORIES[upload.category]?.prefix ?? '3'}_${upload.id}`
}

export function initializeMedia(call: Call): Reply {
  const upload = start(call, call.body.fields)
  return json(200, { data: { id: upload.id, media_key: mediaKeyOf(upload), expires_after_secs: UNFINISHED_LIFE_S } })
}

/** Receives a part: a file of a form, or base64 in JSON. Sending it again replaces it. */
export function appendMedia(call: Call): Reply {
  const upload = own(call, idOf(call))
  const index = Number(call.body.fields.segment_index)
  if (!Number.isInteger(index) || index < 0 || index > 999) {
    return invalidRequest('$.segment_index: must be between 0 and 999', {
      segment_index: [String(call.body.fields.segment_index)],
    })
  }
  const bytes = bytesOf(call)
  if (!bytes || bytes.length === 0) return invalidRequest('$.media: is missing', { media: [''] })
  if (upload.completedAt !== null) return invalidRequest('The media upload is already finalized.', { id: [upload.id] })
  savePart(call.world, upload, index, bytes)
  call.effect = upload.id
  // The older form has an empty answer.
  if (call.query.has('command') || call.body.fields.command) return empty(204)
  return json(200, { data: { expires_at: Math.floor(upload.expiresAt / 1000) } })
}

export function finalizeMedia(call: Call): Reply {
  const upload = own(call, idOf(call))
  const done = upload.completedAt === null ? complete(call, upload, assemble(call.world, upload)) : upload
  return json(200, { data: toWire(call, done, FINISHED_LIFE_S) })
}

/** GET /2/media/upload?command=STATUS&media_id=… */
export function mediaStatus(call: Call): Reply {
  const upload = own(call, call.query.get('media_id') ?? '')
  return json(200, { data: toWire(call, upload, Math.floor((upload.expiresAt - call.world.clock.now()) / 1000)) })
}

/** POST /2/media/upload: the whole picture at once, or the older form with `command`. */
export function uploadMedia(call: Call): Reply {
  switch (commandOf(call)) {
    case 'INIT':
      return initializeMedia(call)
    case 'APPEND':
      return appendMedia(call)
    case 'FINALIZE':
      return finalizeMedia(call)
    default:
  }
  const bytes = bytesOf(call)
  if (!bytes) return invalidRequest('$.media: is missing', { media: [''] })
  const upload = start(call, { media_type: 'image/jpeg', ...call.body.fields, total_bytes: bytes.length })
  savePart(call.world, upload, 0, bytes)
  const whole = assemble(call.world, findUpload(call, upload.id)!)
  return json(200, { data: toWire(call, complete(call, upload, whole), FINISHED_LIFE_S) })
}

export function nameOfUpload(call: Call): string {
  const names: Record<string, string> = { INIT: 'media.initialize', APPEND: 'media.append', FINALIZE: 'media.finalize' }
  return names[commandOf(call)] ?? 'media.upload'
}

export function mediaMetadata(call: Call): Reply {
  const { fields } = call.body
  const upload = own(call, String(fields.id))
  const metadata = fields.metadata as { alt_text?: { text?: unknown } } | undefined
  const alt = metadata?.alt_text?.text
  if (upload.kind === 'video') return invalidRequest('Alt text is for images and GIFs.', { id: [upload.id] })
  if (typeof alt !== 'string' || [...alt].length > 1000) {
    return invalidRequest('$.metadata.alt_text.text: must be a string of at most 1000 characters', {
      metadata: [JSON.stringify(metadata ?? null)],
    })
  }
  saveUpload(call.world, { ...upload, alt })
  return json(200, { data: { id: upload.id, associated_metadata: { alt_text: { text: alt } } } })
}

function start(call: Call, fields: Record<string, unknown>): Upload {
  const account = signedIn(call, ['media.write'])
  const { world } = call
  const type = String(fields.media_type)
  const bytes = Number(fields.total_bytes)
  const name =
    typeof fields.media_category === 'string'
      ? fields.media_category
      : type.startsWith('video/')
        ? 'tweet_video'
        : 'tweet_image'
  const category = CATEGORIES[name]
  const no = (message: string, field: string) => refuse(invalidRequest(message, { [field]: [String(fields[field])] }))
  if (!category)
    return no(
      `$.media_category: does not have a value in the enumeration [${Object.keys(CATEGORIES)}]`,
      'media_category',
    )
  if (!category.types.test(type)) return no('$.media_type: does not fit the media category', 'media_type')
  if (!Number.isInteger(bytes) || bytes < 1) return no('$.total_bytes: must be a positive integer', 'total_bytes')
  if (bytes > category.bytes) return no(`$.total_bytes: exceeds the maximum of ${category.bytes}`, 'total_bytes')
  const id = world.ids.number(1_880_000_000_000_000_000n)
  call.effect = id
  return saveUpload(world, {
    id,
    platform: 'x',
    accountId: account.id,
    kind: category.kind,
    owner: account.id,
    category: name,
    declaredType: type,
    declaredBytes: bytes,
    parts: {},
    completedAt: null,
    readyAt: 0,
    expiresAt: world.clock.now() + UNFINISHED_LIFE_S * 1000,
    failed: null,
    key: null,
    type: null,
    bytes: 0,
    alt: null,
  })
}

/** Pictures are ready at once; GIFs and videos are processed first. */
function complete(call: Call, upload: Upload, whole: Assembled | null): Upload {
  const { world } = call
  if (!whole || whole.bytes.length !== upload.declaredBytes) {
    return refuse(invalidRequest('The uploaded segments do not add up to total_bytes.', { id: [upload.id] }))
  }
  const settings = world.settings.current.x
  const slow = upload.kind !== 'image'
  const seconds = whole.facts?.seconds ?? null
  const fits = seconds === null || (seconds >= VIDEO_SECONDS.least && seconds <= VIDEO_SECONDS.most)
  const typed = CATEGORIES[upload.category]?.types.test(whole.facts?.type ?? '') === true
  if (!typed && !slow) refuse(invalidRequest('media type unrecognized.', { id: [upload.id] }))
  call.effect = upload.id
  return completeUpload(world, upload, whole, {
    readyAt: world.clock.now() + (slow ? settings.processing_ms : 0),
    expiresAt: world.clock.now() + FINISHED_LIFE_S * 1000,
    failed: slow && (settings.processing_fails || !typed || !fits) ? 'InvalidMedia' : null,
  })
}

/** Right after finalize a video is always `pending`: clients must ask at least once. */
function toWire(call: Call, upload: Upload, lifeSeconds: number): Record<string, unknown> {
  const data = { id: upload.id, media_key: mediaKeyOf(upload), size: upload.bytes, expires_after_secs: lifeSeconds }
  if (upload.kind === 'image' || upload.completedAt === null) return data
  return { ...data, processing_info: processingOf(call, upload) }
}

function processingOf(call: Call, upload: Upload): Record<string, unknown> {
  const left = upload.readyAt - call.world.clock.now()
  const checkAfter = Math.max(1, Math.ceil(left / 1000))
  if (call.name === 'media.finalize') return { state: 'pending', check_after_secs: checkAfter }
  if (left > 0) {
    const whole = upload.readyAt - (upload.completedAt ?? 0)
    return {
      state: 'in_progress',
      check_after_secs: checkAfter,
      progress_percent: Math.floor(100 * (1 - left / whole)),
    }
  }
  if (upload.failed === null) return { state: 'succeeded', progress_percent: 100 }
  return {
    state: 'failed',
    error: { code: 1, name: upload.failed, message: 'Invalid or unsupported media, Reason: UnsupportedMedia.' },
  }
}

function own(call: Call, id: string): Upload {
  const account = signedIn(call, ['media.write'])
  const upload = findUpload(call, id)
  if (!upload || upload.accountId !== account.id || upload.expiresAt <= call.world.clock.now())
    return refuse(notFound('media', 'id', id))
  return upload
}

function idOf(call: Call): string {
  return call.params.id ?? String(call.body.fields.media_id ?? call.query.get('media_id'))
}

function commandOf(call: Call): string {
  return String(call.body.fields.command ?? call.query.get('command') ?? '')
}

function bytesOf(call: Call): Buffer | null {
  const file = call.body.files.media
  if (file) return file
  const text = call.body.fields.media ?? call.body.fields.media_data
  return typeof text === 'string' ? Buffer.from(text, 'base64') : null
}
