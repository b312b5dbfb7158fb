import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Db, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { readSlices } from '../db/statements/paging.ts'
import { ApiError } from '../errors.ts'
import { type PageRequest, sliceOf, toPage } from '../http/pagination.ts'
import { createPlaces } from '../lib/bounds/places.ts'
import { createWorkLine, LineFullError } from '../lib/bounds/work-line.ts'
import type { MediaFacts } from './facts/facts.ts'
import { CONTENT_TYPES } from './facts/file-type.ts'
import { checkSoundness, TAKEN_TYPES, type TakenType } from './facts/soundness.ts'
import { badFile, checkDeclaredType, type MediaChange, type MediaFilter, type UploadInput } from './input.ts'
import { ownFileOf } from './own-url.ts'
import { fetchProblem, type ReachSettings } from './reach.ts'
import type { Storage } from './schemas.ts'
import { show } from './show.ts'
import { canShrink } from './shrink/shrink.ts'
import * as store from './store.ts'
import { type FileStore, orStoreAway } from './stores/file-store.ts'
import { type Arrival, receiveFile, Stalled, tooLarge } from './stores/receive.ts'
import type { Stores } from './stores/stores.ts'
import { countUpload, createTraffic } from './traffic.ts'

interface LibraryOptions extends Pick<Parts, 'pool' | 'reads' | 'clock' | 'ids' | 'log'> {
  stores: Stores
  /** Where uploads are while they arrive: on the file system of the store, if that is a folder. */
  uploadsDir: string
  maxBytes: number
  quotaBytes: number
  reach: ReachSettings
}

interface Owner {
  workspaceId: string
  keyId: string | null
  /** One caller may send a few files at a time. */
  who: string
}

/** An upload holds a connection, a file and 256 kB of memory. */
const UPLOADS_MAX = 24
const UPLOADS_OF_ONE_MAX = 8
const TOKEN_BYTES = 24

export type Library = ReturnType<typeof createLibrary>

/** The files that people upload for their posts. */
export function createLibrary(options: LibraryOptions) {
  const { pool, reads, clock, ids, log, stores, maxBytes, quotaBytes } = options
  const places = createPlaces({ most: UPLOADS_MAX, mostForOne: UPLOADS_OF_ONE_MAX })
  const line = createWorkLine({ atOnce: 1, waitingMax: UPLOADS_MAX })
  const traffic = createTraffic()
  const now = () => new Date(clock.now())

  const get = async (db: Db, workspaceId: string, id: string) => store.findMedia(db, workspaceId, id)

  async function requireRoom(db: Db, workspaceId: string, bytes: number): Promise<void> {
    const used = await store.sumBytes(db, workspaceId)
    if (used + bytes <= quotaBytes) return
    const problem = `The files of this workspace take ${toMb(used)} of ${toMb(quotaBytes)} MB, and this one has ${toMb(bytes)}. Delete files at DELETE /v1/media/{id}, or ask the operator to raise MEDIA_QUOTA_MB.`
    throw badFile(problem)
  }

  /** The file of the same bytes; put back into the store if it was lost there. Null when there is none. */
  async function findDuplicate(owner: Owner, arrival: Arrival, input: UploadInput) {
    const known = await store.findByHash(pool, owner.workspaceId, arrival.sha256)
    if (known === null) return null
    const place = stores.of(known.store)
    if ((await place.size(known.file)) !== known.bytes) {
      log.warn({ file: known.id }, 'a file was missing in the store and is put back from an upload of the same bytes')
      await place.put(known.file, arrival, CONTENT_TYPES[known.type as TakenType])
    }
    // It may have been deleted meanwhile: then this is a new one.
    const isThere = await store.touchMedia(pool, known.id, now(), known.alt_text === null ? input.altText : null)
    return isThere ? get(pool, owner.workspaceId, known.id) : null
  }

  /** One at a time: in the database they would wait for each other's count, and not for long. */
  const addRow = (media: store.NewMedia) =>
    line
      .run(() =>
        transaction(pool, async (tx) => {
          await store.lockQuota(tx, media.workspace_id)
          await requireRoom(tx, media.workspace_id, media.bytes)
          const isInserted = await store.insertMedia(tx, media)
          if (isInserted) await store.removeLeftover(tx, media.file)
          return isInserted
        }),
      )
      .catch((error) => {
        // A file that has arrived and waits here may have lost its place to another.
        throw error instanceof LineFullError ? tooMany() : error
      })

  async function keep(owner: Owner, input: UploadInput, arrival: Arrival) {
    const checked = await checkSoundness({ size: arrival.bytes, read: arrival.read })
    if ('problem' in checked) throw badFile(checked.problem)
    const { facts } = checked
    checkDeclaredType(input.declaredType, facts.type)
    const known = await findDuplicate(owner, arrival, input)
    if (known !== null) return { row: known, duplicate: true }
    await requireRoom(pool, owner.workspaceId, arrival.bytes)

    const { id, at } = ids.next()
    const { extension } = TAKEN_TYPES[facts.type]
    const file = `${randomBytes(TOKEN_BYTES).toString('base64url')}.${extension}`
    const place = stores.current
    // First the note that there may be a file without a row, then the file, then the row: whatever ends it in between,
    // the clean-up job finds the note.
    await store.insertLeftover(pool, file, place.kind, at)
    await place.put(file, arrival, CONTENT_TYPES[facts.type])
    const created = new Date(at)
    const isNew = await addRow({
      id,
      workspace_id: owner.workspaceId,
      key_id: owner.keyId,
      file,
      store: place.kind,
      sha256: arrival.sha256,
      type: facts.type,
      bytes: arrival.bytes,
      width: facts.width,
      height: facts.height,
      duration_ms: facts.durationMs,
      is_animated: facts.isAnimated,
      name: input.name ?? `upload.${extension}`,
      alt_text: input.altText,
      touched_at: created,
      created_at: created,
    })
    if (isNew) return { row: (await get(pool, owner.workspaceId, id))!, duplicate: false }
    // The same bytes came in twice at the same moment: the other one is the file.
    await forget(place, file)
    const other = await findDuplicate(owner, arrival, input)
    if (other === null)
      throw new ApiError('service_unavailable', { message: 'The file was deleted at this very moment. Send it again.' })
    return { row: other, duplicate: true }
  }

  /** Removes a file that has no row; what cannot be removed now is left to the clean-up job. */
  async function forget(place: FileStore, file: string): Promise<void> {
    try {
      await place.remove(file)
      await store.removeLeftover(pool, file)
    } catch (error) {
      log.warn({ err: error }, 'a deleted file is still in the store; the clean-up job tries again')
    }
  }

  async function upload(owner: Owner, input: UploadInput, message: IncomingMessage) {
    const giveWay = () => {
      if (!message.complete) message.destroy(new Stalled())
    }
    const leave = places.take(owner.who, { bytes: () => message.socket.bytesRead, giveWay })
    if (leave === null) throw tooMany()
    try {
      if ((input.declaredBytes ?? 0) > maxBytes) throw tooLarge(maxBytes)
      await orStoreAway(stores.current.check())
      const arrival = await receiveFile(message, { dir: options.uploadsDir, maxBytes })
      try {
        return await orStoreAway(keep(owner, input, arrival))
      } finally {
        await arrival.discard()
      }
    } finally {
      leave()
    }
  }

  return {
    /** For the metrics. */
    traffic,
    /** Stores the body of a request. Throws the refusal; then nothing is left of it. */
    upload: (owner: Owner, input: UploadInput, message: IncomingMessage) =>
      countUpload(traffic, upload(owner, input, message)),
    get: (workspaceId: string, id: string) => get(pool, workspaceId, id),
    async list(workspaceId: string, filter: MediaFilter, page: PageRequest) {
      const total = await store.countMedia(reads, workspaceId, filter)
      const next = readSlices(sliceOf(page, total), (slice) => store.selectPage(reads, workspaceId, filter, slice))
      const rows: store.MediaRow[] = []
      for (let part = await next(); part !== null; part = await next()) rows.push(...part)
      return toPage(page, total, rows)
    },
    async storage(workspaceId: string): Promise<Storage> {
      const problem = fetchProblem(options.reach)
      return {
        used_bytes: await store.sumBytes(reads, workspaceId),
        quota_bytes: quotaBytes,
        file_bytes_max: maxBytes,
        types: (Object.keys(TAKEN_TYPES) as TakenType[]).map((type) => CONTENT_TYPES[type]),
        fetchable: problem === null,
        fetch_problem: problem,
      }
    },
    async update(workspaceId: string, id: string, change: MediaChange) {
      if (Object.keys(change).length > 0) await store.updateMedia(pool, workspaceId, id, change)
      return get(pool, workspaceId, id)
    },
    /** False when there is no such file. */
    async delete(workspaceId: string, id: string): Promise<boolean> {
      const gone = await transaction(pool, async (tx) => {
        const row = await store.lockMedia(tx, workspaceId, id)
        if (row === null) return null
        const post = await store.findNeedingPost(tx, row.id)
        if (post !== null) throw badFile(neededBy(post))
        await store.removeMedia(tx, [row.id])
        return row
      })
      if (gone === null) return false
      await forget(stores.of(gone.store), gone.file)
      return true
    },
    /** For the one who knows its name: the file, and where its bytes are. */
    async find(file: string) {
      const row = await store.findByFile(reads, file)
      return row && { row, place: stores.of(row.store) }
    },
    /** Which of these URLs lead to files of the workspace, with what is known of them. */
    async ownOf(db: Db, workspaceId: string, urls: readonly string[]): Promise<Map<string, OwnFile>> {
      const files = new Map(urls.flatMap((url) => (ownFileOf(url) === null ? [] : [[url, ownFileOf(url)!] as const])))
      if (files.size === 0) return new Map()
      const rows = await store.findByFiles(db, workspaceId, [...new Set(files.values())])
      const known = new Map(rows.map((row) => [row.file, toOwnFile(row)]))
      return new Map([...files].flatMap(([url, file]) => (known.has(file) ? [[url, known.get(file)!] as const] : [])))
    },
    fetchProblem: () => fetchProblem(options.reach),
    canShrink,
    show,
  }
}

/** As far as posts want to know. */
interface OwnFile {
  altText: string | null
  facts: MediaFacts
}

function toOwnFile(row: Awaited<ReturnType<typeof store.findByFiles>>[number]): OwnFile {
  const { bytes, width, height, duration_ms: durationMs, is_animated: isAnimated } = row
  return { altText: row.alt_text, facts: { type: row.type as TakenType, bytes, width, height, durationMs, isAnimated } }
}

function neededBy({ id, scheduled_date: date }: { id: string; scheduled_date: Date | null }): string {
  return `Post ${id}, scheduled for ${date?.toISOString()}, needs this file. Take it out of the post, or cancel or delete the post, then delete the file.`
}

function tooMany(): ApiError {
  return new ApiError('rate_limit_exceeded', {
    message: `Too many files are being uploaded at the moment; up to ${UPLOADS_OF_ONE_MAX} can be sent at a time. Try again in a few seconds.`,
    headers: { 'retry-after': '3' },
  })
}

function toMb(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)
}
