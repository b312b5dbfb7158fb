import { createHash } from 'node:crypto'
import { completeUpload, findUpload, saveUpload } from '../core/uploads.ts'
import { type Call, json, type Reply } from '../http/call.ts'
import { readMediaFacts } from '../media/facts.ts'
import type { Upload } from '../state/records.ts'
import { xrpcError } from './errors.ts'
import { signedIn } from './session.ts'

/** "at least one hour": https://atproto.com/specs/blob. A record that refers to a blob keeps it for good. */
const UNREFERENCED_LIFE_MS = 3_600_000
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** POST com.atproto.repo.uploadBlob, with the bytes as body. The same bytes are the same blob. */
export function uploadBlob(call: Call): Reply {
  const account = signedIn(call)
  const { bytes } = call.body
  const { world } = call
  if (bytes.length > world.settings.current.bluesky.blob_upload_limit) {
    return xrpcError(413, 'PayloadTooLarge', 'request entity too large')
  }
  const id = cidOf('bafkrei', bytes)
  const facts = readMediaFacts(bytes)
  // The PDS trusts the bytes more than the declared type.
  const type = facts?.type ?? call.headers['content-type'] ?? 'application/octet-stream'
  const upload: Upload = {
    id: `${account.id}/${id}`,
    platform: 'bluesky',
    accountId: account.id,
    kind: type.startsWith('video/') ? 'video' : 'image',
    owner: account.id,
    category: '',
    declaredType: type,
    declaredBytes: bytes.length,
    parts: {},
    completedAt: null,
    readyAt: 0,
    expiresAt: world.clock.now() + UNREFERENCED_LIFE_MS,
    failed: null,
    key: null,
    type,
    bytes: bytes.length,
    alt: null,
  }
  const key = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  completeUpload(world, upload, { bytes, key, facts }, { type })
  call.effect = id
  return json(200, { blob: { $type: 'blob', ref: { $link: id }, mimeType: type, size: bytes.length } })
}

export function findBlob(call: Call, accountId: string, cid: string): Upload | undefined {
  const upload = findUpload(call, `${accountId}/${cid}`)
  return upload && upload.expiresAt > call.world.clock.now() ? upload : undefined
}

export function keepBlob(call: Call, upload: Upload): void {
  saveUpload(call.world, { ...upload, expiresAt: Number.MAX_SAFE_INTEGER })
}

/** Looks like a CID, and is the same for the same bytes. */
export function cidOf(prefix: string, bytes: Buffer | string): string {
  const digest = createHash('sha256').update(bytes).digest()
  return prefix + [...digest, ...digest.subarray(0, 20)].map((byte) => LETTERS[byte & 31]).join('')
}
