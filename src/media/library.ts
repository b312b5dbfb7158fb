import { randomBytes } from 'node:crypto'
import { type Db, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { readSlices } from '../db/statements/paging.ts'
import { ApiError, retryLater } from '../errors.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import { type PageRequest, sliceOf, toPage } from '../http/pagination.ts'
import { createPlaces } from '../lib/bounds/places.ts'
import { createWorkLine, LineFullError } from '../lib/bounds/work-line.ts'
import { forReader } from '../messages/for-reader.ts'
import { message } from '../messages/message.ts'
import { KEPT_MS } from './clean-up.ts'
import { fetchProblem, type ReachSettings } from './diagnose.ts'
import { CONTENT_TYPES, type MediaFacts } from './facts/file-type.ts'
import { checkSoundness, TAKEN_TYPES, type TakenType } from './facts/soundness.ts'
import type { Incoming } from './incoming.ts'
import { badFile, checkDeclaredType, type UploadInput } from './input.ts'
import { ownFileOf, ownUrlOf } from './own-url.ts'
import { CONTENT_TYPES_TAKEN, type MediaChange, type MediaFilter, media } from './schemas.ts'
import { canShrink } from './shrink/shrink.ts'
import * as store from './store.ts'
import { type FileStore, orStoreAway } from './stores/file-store.ts'
import type { Arrival } from './stores/receive.ts'
import type { Stores } from './stores/stores.ts'

interface LibraryOptions extends Pick<Parts, 'pool' | 'reads' | 'clock' | 'ids' | 'log'> {
  stores: Stores
  /** Uploads arrive here. It is on the store's file system, if the store is a folder. */
  uploadsDir: string
  maxBytes: number
  quotaBytes: number
  reach: ReachSettings
}

interface State extends LibraryOptions {
  /** Stores uploads one at a time. In the database they would wait for each other's count, where waits are short. */
  line: ReturnType<typeof createWorkLine>
}

interface Owner {
  workspaceId: string
  keyId: string | null
  /** Identifies the caller, who may send a few files at a time. */
  who: string
}

/** Each upload holds a connection, a file and 256 kB of memory. */
const UPLOADS_MAX = 24
const UPLOADS_OF_ONE_MAX = 8
const TOKEN_BYTES = 24

export type Library = ReturnType<typeof createLibrary>

export function createLibrary(options: LibraryOptions) {
  const { pool, reads, stores, maxBytes, quotaBytes } = options
  const places = createPlaces({ most: UPLOADS_MAX, mostForOne: UPLOADS_OF_ONE_MAX })
  const state = { ...options, line: createWorkLine({ atOnce: 1, waitingMax: UPLOADS_MAX }) }
  const traffic = createTraffic()

  async function upload(owner: Owner, incoming: Incoming) {
    const leave = places.take(owner.who, incoming.guest)
    if (leave === null) throw tooMany()
    try {
      await orStoreAway(stores.current.check())
      const { arrival, input } = await incoming.receive({ dir: options.uploadsDir, maxBytes })
      try {
        return { ...(await orStoreAway(storeArrival(state, owner, input, arrival))), input }
      } finally {
        await arrival.discard()
      }
    } catch (error) {
      throw incoming.refusalOf?.(error) ?? error
    } finally {
      leave()
    }
  }

  return {
    traffic,
    /** If it throws the refusal, nothing is left of the upload. */
    upload: (owner: Owner, incoming: Incoming) => countUpload(traffic, upload(owner, incoming)),
    get: (workspaceId: string, id: string) => store.findMedia(pool, workspaceId, id),
    async list(workspaceId: string, filter: MediaFilter, page: PageRequest) {
      const total = await store.countMedia(reads, workspaceId, filter)
      const next = readSlices(sliceOf(page, total), (slice) => store.selectPage(reads, workspaceId, filter, slice))
      const rows: store.MediaRow[] = []
      for (let part = await next(); part !== null; part = await next()) rows.push(...part)
      return toPage(page, total, rows)
    },
    async storage(workspaceId: string) {
      const problem = fetchProblem(options.reach)
      return {
        used_bytes: await store.sumBytes(reads, workspaceId),
        quota_bytes: quotaBytes,
        file_bytes_max: maxBytes,
        types: CONTENT_TYPES_TAKEN,
        fetchable: problem === null,
        fetch_problem: problem && forReader(problem),
      }
    },
    update: (workspaceId: string, id: string, change: MediaChange, ifMatch: IfMatch | null = null) =>
      transaction(pool, async (tx) => {
        const row = await store.lockMedia(tx, workspaceId, id)
        if (row === null) return null
        requireMatch(ifMatch, row.version)
        if (Object.keys(change).length > 0) await store.updateMedia(tx, workspaceId, id, change)
        return store.findMedia(tx, workspaceId, id)
      }),
    delete: (workspaceId: string, id: string, ifMatch: IfMatch | null = null) =>
      deleteFile(state, workspaceId, id, ifMatch),
    /** Finds a file by its name, which only people who may read it know. */
    async find(file: string) {
      const row = await store.findByFile(reads, file)
      return row && { row, place: stores.of(row.store) }
    },
    /** The workspace's files behind these URLs, by URL. */
    async ownOf(db: Db, workspaceId: string, urls: readonly string[]): Promise<Map<string, OwnFile>> {
      const files = new Map(urls.map((url) => [url, ownFileOf(url)] as const).filter(([, file]) => file !== null))
      if (files.size === 0) return new Map()
      const rows = await store.findByFiles(db, workspaceId, [...new Set(files.values())] as string[])
      const known = new Map<string | null, OwnFile>(rows.map((row) => [row.file, toOwnFile(row)]))
      return new Map([...files].flatMap(([url, file]) => (known.has(file) ? [[url, known.get(file)!] as const] : [])))
    },
    fetchProblem: () => fetchProblem(options.reach),
    canShrink,
    show,
  }
}

async function storeArrival(state: State, owner: Owner, input: UploadInput, arrival: Arrival) {
  const { pool, ids, stores } = state
  const { workspaceId } = owner
  const checked = await checkSoundness({ size: arrival.bytes, read: arrival.read })
  if ('problem' in checked) throw badFile(checked.problem)
  const { type, width, height, durationMs, isAnimated } = checked.facts
  checkDeclaredType(input.declaredType, type)
  const known = await findDuplicate(state, workspaceId, arrival, input)
  if (known !== null) return { row: known, duplicate: true }
  await requireRoom(state, pool, workspaceId, arrival.bytes)

  const { id, at } = ids.next()
  const { extension } = TAKEN_TYPES[type]
  const file = `${randomBytes(TOKEN_BYTES).toString('base64url')}.${extension}`
  const place = stores.current
  // Order: first a note that a file may exist without a row, then the file, then the row. If anything fails in between,
  // the clean-up job finds the note.
  await store.insertLeftover(pool, file, place.kind, at)
  await place.put(file, arrival, CONTENT_TYPES[type])
  const created = new Date(at)
  const isNew = await addRow(state, {
    id,
    workspace_id: workspaceId,
    key_id: owner.keyId,
    file,
    store: place.kind,
    sha256: arrival.sha256,
    type,
    bytes: arrival.bytes,
    width,
    height,
    duration_ms: durationMs,
    is_animated: isAnimated,
    name: input.name ?? `upload.${extension}`,
    alt_text: input.altText,
    touched_at: created,
    created_at: created,
  })
  if (isNew) return { row: (await store.findMedia(pool, workspaceId, id))!, duplicate: false }
  // The same bytes arrived twice at once, and the other upload was first.
  await forget(state, place, file)
  const other = await findDuplicate(state, workspaceId, arrival, input)
  if (other === null) throw new ApiError('service_unavailable', { message: message('media.deleted_now') })
  return { row: other, duplicate: true }
}

/** Finds a file with the same bytes, and puts it back if the store has lost it. Null if there is none. */
async function findDuplicate(
  { pool, stores, log, clock }: State,
  workspaceId: string,
  arrival: Arrival,
  input: UploadInput,
) {
  const known = await store.findByHash(pool, workspaceId, arrival.sha256)
  if (known === null) return null
  const place = stores.of(known.store)
  if ((await place.size(known.file)) !== known.bytes) {
    log.warn({ file: known.id }, 'a file was missing in the store and is put back from an upload of the same bytes')
    await place.put(known.file, arrival, CONTENT_TYPES[known.type as TakenType])
  }
  // If it was deleted meanwhile, this becomes a new file.
  const altText = known.alt_text === null ? input.altText : null
  const isThere = await store.touchMedia(pool, known.id, new Date(clock.now()), altText)
  return isThere ? store.findMedia(pool, workspaceId, known.id) : null
}

async function addRow(state: State, media: store.NewMedia): Promise<boolean> {
  try {
    return await state.line.run(() =>
      transaction(state.pool, async (tx) => {
        await store.lockQuota(tx, media.workspace_id)
        await requireRoom(state, tx, media.workspace_id, media.bytes)
        const isInserted = await store.insertMedia(tx, media)
        if (isInserted) await store.removeLeftover(tx, media.file)
        return isInserted
      }),
    )
  } catch (error) {
    // A file that has arrived and waits here may have lost its place to another.
    throw error instanceof LineFullError ? tooMany() : error
  }
}

async function requireRoom({ quotaBytes }: State, db: Db, workspaceId: string, bytes: number): Promise<void> {
  const used = await store.sumBytes(db, workspaceId)
  if (used + bytes <= quotaBytes) return
  const values = { used: toMb(used), quota: toMb(quotaBytes), size: toMb(bytes) }
  throw badFile(message('media.no_room', values))
}

async function deleteFile(state: State, workspaceId: string, id: string, ifMatch: IfMatch | null): Promise<boolean> {
  const gone = await transaction(state.pool, async (tx) => {
    const row = await store.lockMedia(tx, workspaceId, id)
    if (row === null) return null
    const post = await store.findNeedingPost(tx, row.id)
    if (post !== null) {
      throw badFile(message('media.needed', { post: post.id, date: post.scheduled_date?.toISOString() ?? '' }))
    }
    requireMatch(ifMatch, row.version)
    await store.removeMedia(tx, [row.id])
    return row
  })
  if (gone === null) return false
  await forget(state, state.stores.of(gone.store), gone.file)
  return true
}

/** Removes a file without a row. If that fails, the clean-up job does it later. */
async function forget({ pool, log }: State, place: FileStore, file: string): Promise<void> {
  try {
    await place.remove(file)
    await store.removeLeftover(pool, file)
  } catch (error) {
    log.warn({ err: error }, 'a deleted file is still in the store; the clean-up job tries again')
  }
}

function show(row: store.MediaRow, baseUrl: string, duplicate = false) {
  const { is_needed, touched_at, used_at, duration_ms } = row
  const lastNeeded = Math.max(touched_at.getTime(), used_at?.getTime() ?? 0)
  return media.show({
    ...row,
    url: ownUrlOf(baseUrl, row.file),
    type: CONTENT_TYPES[row.type as TakenType],
    duration_seconds: duration_ms === null ? null : duration_ms / 1_000,
    duplicate,
    expires_at: is_needed ? null : new Date(lastNeeded + KEPT_MS),
  })
}

interface OwnFile {
  altText: string | null
  facts: MediaFacts
}

function toOwnFile(row: Awaited<ReturnType<typeof store.findByFiles>>[number]): OwnFile {
  const { bytes, width, height, duration_ms: durationMs, is_animated: isAnimated } = row
  return { altText: row.alt_text, facts: { type: row.type as TakenType, bytes, width, height, durationMs, isAnimated } }
}

function tooMany(): ApiError {
  return retryLater('rate_limit_exceeded', message('media.too_many_uploads', { most: UPLOADS_OF_ONE_MAX }), 3)
}

function toMb(bytes: number): number {
  return Number((bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0))
}

/** Counts since the process started, for the metrics. */
interface MediaTraffic {
  uploads: Record<'stored' | 'duplicate' | 'refused' | 'failed', number>
  uploadedBytes: number
  /** Responses that were sent completely, or completely for the requested range. */
  served: number
  servedBytes: number
}

function createTraffic(): MediaTraffic {
  return { uploads: { stored: 0, duplicate: 0, refused: 0, failed: 0 }, uploadedBytes: 0, served: 0, servedBytes: 0 }
}

async function countUpload<T extends { row: { bytes: number }; duplicate: boolean }>(
  traffic: MediaTraffic,
  work: Promise<T>,
): Promise<T> {
  try {
    const done = await work
    traffic.uploads[done.duplicate ? 'duplicate' : 'stored'] += 1
    traffic.uploadedBytes += done.row.bytes
    return done
  } catch (error) {
    traffic.uploads[error instanceof ApiError && error.status < 500 ? 'refused' : 'failed'] += 1
    throw error
  }
}
