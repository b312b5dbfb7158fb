import { createHash } from 'node:crypto'
import type { Call } from '../http/call.ts'
import { readMediaFacts } from '../media/facts.ts'
import type { PublicMedia, Upload, UploadPart } from '../state/records.ts'
import type { World } from '../state/world.ts'

/** Larger uploads are checked and counted, but not kept for display. */
const KEPT_BYTES = 16 * 1024 * 1024

export function saveUpload(world: World, upload: Upload): Upload {
  return world.uploads.put(`${upload.platform}:${upload.id}`, upload)
}

export function findUpload(call: Call, id: string): Upload | undefined {
  return call.world.uploads.get(`${call.platform}:${id}`)
}

/** A part that is sent again replaces the first: uploads are invisible and may be repeated. */
export function savePart(world: World, upload: Upload, index: number, bytes: Buffer): UploadPart {
  const blobId = `${upload.id}/${index}`
  const etag = createHash('md5').update(bytes).digest('hex')
  world.blobs.put(blobId, { base64: bytes.toString('base64') })
  const part: UploadPart = { blobId, bytes: bytes.length, etag }
  saveUpload(world, { ...upload, parts: { ...upload.parts, [index]: part } })
  return part
}

export interface Assembled {
  bytes: Buffer
  key: string
  facts: ReturnType<typeof readMediaFacts>
}

/** Returns null if a part is missing in the middle. */
export function assemble(world: World, upload: Upload): Assembled | null {
  const count = Object.keys(upload.parts).length
  const chunks: Buffer[] = []
  for (let index = 0; index < count; index += 1) {
    const blob = world.blobs.get(upload.parts[index]?.blobId ?? '')
    if (!blob) return null
    chunks.push(Buffer.from(blob.base64, 'base64'))
  }
  const bytes = Buffer.concat(chunks)
  const key = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { bytes, key, facts: readMediaFacts(bytes) }
}

export function completeUpload(world: World, upload: Upload, whole: Assembled, more: Partial<Upload>): Upload {
  for (const part of Object.values(upload.parts)) world.blobs.delete(part.blobId)
  if (whole.bytes.length <= KEPT_BYTES) {
    world.blobs.put(shownId(upload), { base64: whole.bytes.toString('base64') })
  }
  return saveUpload(world, {
    ...upload,
    parts: {},
    completedAt: world.clock.now(),
    key: whole.key,
    type: whole.facts?.type ?? null,
    bytes: whole.bytes.length,
    ...more,
  })
}

export function toPublicMedia(world: World, upload: Upload, alt: string | null = upload.alt): PublicMedia {
  return { kind: upload.kind, url: `${world.url}/media/uploads/${shownId(upload)}`, key: upload.key ?? upload.id, alt }
}

function shownId(upload: Upload): string {
  return createHash('sha256').update(`${upload.platform}:${upload.id}`).digest('hex').slice(0, 24)
}
