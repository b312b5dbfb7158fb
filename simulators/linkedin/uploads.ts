import { assemble, completeUpload, findUpload, savePart, saveUpload } from '../core/uploads.ts'
import { type Call, empty, json, type Reply, refuse } from '../http/call.ts'
import { countPages } from '../media/pdf.ts'
import type { Upload } from '../state/records.ts'
import { actingFor, signedIn } from './access.ts'
import { accessDenied, fieldError, linkedinError } from './errors.ts'

const UPLOAD_LIFE_MS = 24 * 3_600_000
const MAX_PIXELS = 36_152_320
const MAX_VIDEO_BYTES = 500 * 1024 * 1024
const MAX_DOCUMENT = { bytes: 100 * 1024 * 1024, pages: 300 }
const VIDEO_SECONDS = { least: 3, most: 30 * 60 }

/** POST /rest/images?action=initializeUpload */
export function initializeImage(call: Call): Reply {
  const request = readRequest(call, 'initializeUploadRequest')
  const upload = startUpload(call, 'image', String(request.owner), 0)
  const uploadUrl = urlOf(call, upload, 0)
  return json(200, { value: { uploadUrlExpiresAt: upload.expiresAt, uploadUrl, image: upload.id } })
}

/** POST /rest/documents?action=initializeUpload */
export function initializeDocument(call: Call): Reply {
  const request = readRequest(call, 'initializeUploadRequest')
  const upload = startUpload(call, 'document', String(request.owner), 0)
  const uploadUrl = urlOf(call, upload, 0)
  return json(200, { value: { uploadUrlExpiresAt: upload.expiresAt, uploadUrl, document: upload.id } })
}

/** POST /rest/videos?action=initializeUpload | finalizeUpload */
export function videoAction(call: Call): Reply {
  return nameOfVideoAction(call) === 'videos.finalize' ? finalizeVideo(call) : initializeVideo(call)
}

export function nameOfVideoAction(call: Call): string {
  return call.query.get('action') === 'finalizeUpload' ? 'videos.finalize' : 'videos.initialize'
}

function initializeVideo(call: Call): Reply {
  const request = readRequest(call, 'initializeUploadRequest')
  const bytes = Number(request.fileSizeBytes)
  const path = '/initializeUploadRequest/fileSizeBytes'
  if (!Number.isInteger(bytes) || bytes < 1) return fieldError(path, 'FIELD_REQUIRED', 'field is required')
  if (bytes > MAX_VIDEO_BYTES) return fieldError(path, 'FIELD_INVALID', 'the video is larger than 500 MB')
  const upload = startUpload(call, 'video', String(request.owner), bytes)
  const size = call.world.settings.current.linkedin.part_bytes
  const instructions = Array.from({ length: Math.ceil(bytes / size) }, (_each, at) => ({
    uploadUrl: urlOf(call, upload, at),
    firstByte: at * size,
    lastByte: Math.min((at + 1) * size, bytes) - 1,
  }))
  return json(200, {
    value: {
      uploadUrlsExpireAt: upload.expiresAt,
      video: upload.id,
      uploadInstructions: instructions,
      uploadToken: '',
    },
  })
}

/** Requires the ETags of all parts, in order. */
function finalizeVideo(call: Call): Reply {
  const { world } = call
  const request = readRequest(call, 'finalizeUploadRequest')
  const upload = findUpload(call, String(request.video))
  if (!upload) return linkedinError({ status: 404, code: 'NOT_FOUND', message: 'Video not found' })
  actingFor(call, signedIn(call), upload.owner, 'videos.ACTION-finalizeUpload')
  // Finalizing twice changes nothing.
  if (upload.completedAt !== null) return empty(200)
  const named = Array.isArray(request.uploadedPartIds) ? request.uploadedPartIds.map(String) : []
  const parts = Object.values(upload.parts)
  const whole = assemble(world, upload)
  const complete = whole?.bytes.length === upload.declaredBytes && parts.every((part, at) => part.etag === named[at])
  if (!whole || !complete || named.length !== parts.length) {
    return fieldError(
      '/finalizeUploadRequest/uploadedPartIds',
      'FIELD_INVALID',
      'the parts are not those that were uploaded',
    )
  }
  const seconds = whole.facts?.seconds ?? null
  const isVideo = whole.facts?.type.startsWith('video/') === true
  const fits = seconds === null || (seconds >= VIDEO_SECONDS.least && seconds <= VIDEO_SECONDS.most)
  completeUpload(world, upload, whole, {
    readyAt: world.clock.now() + world.settings.current.linkedin.video_processing_ms,
    failed: isVideo && fits ? null : 'PROCESSING_FAILED',
  })
  call.effect = upload.id
  return empty(200)
}

/** Receives the bytes by PUT: 201 for a picture or a document, 200 with an ETag for a part of a video. */
export function putBytes(call: Call): Reply {
  const { world } = call
  const upload = findUpload(call, call.params.urn ?? '')
  if (!upload || upload.expiresAt <= world.clock.now()) return empty(upload ? 403 : 404)
  const { bytes } = call.body
  const index = Number(call.params.part)
  if (upload.kind === 'video') {
    const part = savePart(world, upload, index, bytes)
    call.effect = upload.id
    return empty(200, { etag: part.etag })
  }
  // The upload URL of a picture or a document needs the token too; that of a video part does not.
  signedIn(call)
  savePart(world, upload, 0, bytes)
  const whole = assemble(world, findUpload(call, upload.id)!)!
  const { type, width, height } = whole.facts ?? { type: '', width: 0, height: 0 }
  if (upload.kind === 'document') {
    const pages = countPages(whole.bytes) ?? 1
    const good = type === 'application/pdf' && whole.bytes.length <= MAX_DOCUMENT.bytes && pages <= MAX_DOCUMENT.pages
    completeUpload(world, upload, whole, {
      readyAt: world.clock.now() + world.settings.current.linkedin.document_processing_ms,
      failed: good ? null : 'PROCESSING_FAILED',
    })
    call.effect = upload.id
    return empty(201)
  }
  const good = ['image/jpeg', 'image/png', 'image/gif'].includes(type) && (width ?? 0) * (height ?? 0) < MAX_PIXELS
  completeUpload(world, upload, whole, {
    kind: type === 'image/gif' ? 'gif' : 'image',
    readyAt: world.clock.now() + world.settings.current.linkedin.image_processing_ms,
    failed: good ? null : 'PROCESSING_FAILED',
  })
  call.effect = upload.id
  return empty(201)
}

/** A token that may only write as a member cannot read pictures and documents. */
export function getUpload(call: Call): Reply {
  const { token } = signedIn(call)
  const upload = findUpload(call, call.params.urn ?? '')
  const [what] = call.name.split('.')
  const scopes = what === 'videos' ? ['r_organization_social', 'w_member_social'] : ['r_organization_social']
  if (!scopes.some((scope) => token.scopes.includes(scope))) return accessDenied(`${what}.GET`)
  if (!upload) return linkedinError({ status: 404, code: 'NOT_FOUND', message: 'Media not found' })
  return json(200, {
    id: upload.id,
    owner: upload.owner,
    status: statusOf(call, upload),
    ...(upload.failed === null ? {} : { processingFailureReason: 'The file could not be processed' }),
    downloadUrl: `${call.world.url}/linkedin/`,
    downloadUrlExpiresAt: upload.expiresAt,
  })
}

function statusOf(call: Call, upload: Upload): string {
  if (upload.completedAt === null) return 'WAITING_UPLOAD'
  if (call.world.clock.now() < upload.readyAt) return 'PROCESSING'
  return upload.failed ?? 'AVAILABLE'
}

function startUpload(call: Call, kind: 'image' | 'video' | 'document', owner: string, bytes: number): Upload {
  const member = signedIn(call)
  const account = actingFor(call, member, owner, `${kind}s.ACTION-initializeUpload`)
  const { world } = call
  const id = `urn:li:${kind}:${world.ids.word('D4', 18)}`
  call.effect = id
  return saveUpload(world, {
    id,
    platform: 'linkedin',
    accountId: account.id,
    kind,
    owner,
    category: kind,
    declaredType: '',
    declaredBytes: bytes,
    parts: {},
    completedAt: null,
    readyAt: 0,
    expiresAt: world.clock.now() + UPLOAD_LIFE_MS,
    failed: null,
    key: null,
    type: null,
    bytes: 0,
    alt: null,
  })
}

function urlOf(call: Call, upload: Upload, part: number): string {
  return `${call.world.url}/linkedin/dms-uploads/${encodeURIComponent(upload.id)}/${part}`
}

function readRequest(call: Call, name: string): Record<string, unknown> {
  const action = name === 'finalizeUploadRequest' ? 'finalizeUpload' : 'initializeUpload'
  if (call.query.get('action') !== action) {
    return refuse(linkedinError({ status: 400, code: 'ILLEGAL_ARGUMENT', message: 'Unknown action' }))
  }
  const value = call.body.fields[name]
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  return refuse(fieldError(`/${name}`, 'FIELD_REQUIRED', 'field is required but not found and has no default value'))
}
