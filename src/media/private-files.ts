import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Db } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { retryLater } from '../errors.ts'
import { createPlaces, type Guest } from '../lib/bounds/places.ts'
import { message } from '../messages/message.ts'
import { removeLeftovers } from './clean-up.ts'
import { CONTENT_TYPES, sniffType } from './facts/file-type.ts'
import { contentDisposition } from './serve.ts'
import { insertLeftover, removeLeftover } from './store.ts'
import { orStoreAway } from './stores/file-store.ts'
import { type Arrival, receiveFile } from './stores/receive.ts'
import type { Stores } from './stores/stores.ts'

interface PrivateFilesOptions extends Pick<Parts, 'pool' | 'clock' | 'log'> {
  stores: Stores
  uploadsDir: string
}

/** A stored file without a public URL: only a caller with the permission gets it. */
interface PrivateFile {
  file: string
  store: 'disk' | 's3'
  sha256: Buffer
  type: string
  bytes: number
}

const TOKEN_BYTES = 24
const ARRIVING_MAX = 24
const ARRIVING_OF_ONE_MAX = 4

export function createPrivateFiles({ pool, clock, log, stores, uploadsDir }: PrivateFilesOptions) {
  const places = createPlaces({ most: ARRIVING_MAX, mostForOne: ARRIVING_OF_ONE_MAX })
  return {
    words: message('media.private_types'),
    /** Takes a place for a body with files. The caller frees it. Throws 429 if all are taken. */
    enter(who: string, guest: Guest): () => void {
      const leave = places.take(who, guest)
      if (leave !== null) return leave
      throw retryLater('rate_limit_exceeded', message('media.too_many_sent'), 3)
    },
    receive: (stream: Readable, maxBytes: number): Promise<Arrival> =>
      receiveFile(stream, { dir: uploadsDir, maxBytes }),
    /** Null for types that are not accepted. */
    typeOf: async (arrival: Pick<Arrival, 'read'>) => privateTypeOf(await arrival.read(0, LOOKED_AT_BYTES)),
    /**
     * Puts the file into the store. Until `keepIn` has recorded a row for it, the clean-up job treats it as a leftover.
     */
    async put(arrival: Arrival, type: string): Promise<PrivateFile> {
      const { contentType, extensions } = PRIVATE_TYPES[type]!
      const file = `${randomBytes(TOKEN_BYTES).toString('base64url')}.${extensions[0]}`
      const place = stores.current
      await insertLeftover(pool, file, place.kind, clock.now())
      await orStoreAway(place.put(file, arrival, contentType))
      return { file, store: place.kind, sha256: arrival.sha256, type, bytes: arrival.bytes }
    },
    async keepIn(db: Db, files: readonly Pick<PrivateFile, 'file'>[]): Promise<void> {
      for (const { file } of files) await removeLeftover(db, file)
    },
    /** Null if the file is no longer in the store. */
    open: ({ file, store, bytes }: Pick<PrivateFile, 'file' | 'bytes'> & { store: string }) =>
      orStoreAway(stores.of(store).stream(file, { start: 0, end: bytes })),
    /** Removes files without a row from the store. */
    clean: () => removeLeftovers({ pool, clock, log, stores }),
    dispositionOf,
  }
}

/** The Content-Disposition for a download. The extension matches the type, whatever name the sender gave. */
function dispositionOf({ name, type }: { name: string; type: string }): string {
  const extensions = PRIVATE_TYPES[type]?.extensions ?? ['bin']
  const [, stem = name, ending = ''] = /^(.*)\.([A-Za-z0-9]{1,8})$/.exec(name) ?? []
  const extension = extensions.includes(ending.toLowerCase()) ? ending.toLowerCase() : extensions[0]!
  const base = stem.replace(/[\\/\u0000-\u001f\u007f]+/g, '_') || 'file'
  return contentDisposition('attachment', base.slice(0, 200).toWellFormed(), extension)
}

const LOOKED_AT_BYTES = 4_096

/**
 * Detected by the bytes, never by the name: pictures, videos, PDF, text, and office documents, which are ZIP archives.
 */
const PRIVATE_TYPES: Readonly<Record<string, { contentType: string; extensions: readonly string[] }>> = {
  ...Object.fromEntries(
    Object.entries({
      jpeg: ['jpg', 'jpeg'],
      png: ['png'],
      gif: ['gif'],
      webp: ['webp'],
      mp4: ['mp4', 'm4v'],
      mov: ['mov'],
      webm: ['webm'],
      pdf: ['pdf'],
    }).map(([type, extensions]) => [type, { contentType: CONTENT_TYPES[type as 'pdf'], extensions }]),
  ),
  zip: {
    contentType: 'application/zip',
    extensions: ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'pages', 'numbers', 'key'],
  },
  text: { contentType: 'text/plain; charset=utf-8', extensions: ['txt', 'csv', 'md', 'rtf', 'ics', 'vcf'] },
}

/** Null for all other types, including programs. */
function privateTypeOf(first: Buffer): string | null {
  const type = sniffType(first)
  if (type !== 'other') return type
  if (first.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return 'zip'
  return isText(first) ? 'text' : null
}

/** Whether it has no control characters. The end may cut a character in two. */
function isText(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/.test(text)
}
