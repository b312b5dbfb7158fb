import type { Readable } from 'node:stream'
import { type Db, run, runOne, sql, type Tx, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { LOCKS } from '../../db/writes/locks.ts'
import { ApiError, validationError } from '../../errors.ts'
import type { Guest, Leave } from '../../lib/bounds/places.ts'
import type { Issues } from '../../lib/issues.ts'
import { DAY_MS, HOUR_MS } from '../../lib/time/span.ts'
import { type Message, message } from '../../messages/message.ts'

/** A file that has arrived on this machine's disk. `discard` deletes it, unless a store has taken it over. */
interface Arrival {
  path: string
  bytes: number
  sha256: Buffer
  read(start: number, length: number): Promise<Buffer>
  discard(): Promise<void>
}

export interface FileArrival {
  field: string
  /** The name that the sender gave it. */
  name: string
  arrival: Arrival
}

interface StoredFile {
  file: string
  store: 'disk' | 's3'
  sha256: Buffer
  type: string
  bytes: number
}

export interface NewFile extends StoredFile {
  field: string
  name: string
}

/** Writes a file to disk as it arrives. Throws the refusal, under the name of the field. */
export type ReceiveFile = (
  stream: Readable,
  limits: { maxBytes: number; field: string; guest: Guest },
) => Promise<Arrival>

/** Stores files that only people with access to contacts can see. */
export interface FileKeeper {
  room: FileRoom
  words: Message
  enter(who: string, guest: Guest): Leave
  receive(stream: Readable, maxBytes: number): Promise<Arrival>
  typeOf(arrival: Arrival): Promise<string | null>
  put(arrival: Arrival, type: string): Promise<StoredFile>
  keepIn(db: Db, files: readonly StoredFile[]): Promise<void>
  open(file: { file: string; store: string; bytes: number }): Promise<Readable | null>
  dispositionOf(file: { name: string; type: string }): string
  clean(): Promise<void>
}

type TypedFile = FileArrival & { type: string }

const NAME_MAX = 200

/** Receives the files of one body. Together they take one upload slot, when the first of them begins. */
export function createUpload(keeper: FileKeeper, who: string): { receive: ReceiveFile; leave: Leave } {
  let leave: Leave | null = null
  const receive: ReceiveFile = async (stream, { maxBytes, field, guest }) => {
    try {
      leave ??= keeper.enter(who, guest)
      return await keeper.receive(stream, maxBytes)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 413) throw error
      const said = message('submission.file_too_large', { megabytes: maxBytes / 1_000_000 })
      throw new ApiError('payload_too_large', { message: said, details: { [field]: [said] } })
    }
  }
  return { receive, leave: () => leave?.() }
}

interface Sender {
  workspaceId: string
  client: string
}

/** Accepted files, and the storage reserved for them: null if they need none, or none is left. */
export interface TakenFiles {
  typed: readonly TypedFile[]
  reservation: string | null
}

export const NO_FILES: TakenFiles = { typed: [], reservation: null }

/**
 * Leaves out empty files. A file that is refused, or does not fit, is an issue of its field. The storage is reserved
 * before the spam check, because that uses up the proof: release it with `releaseRoom`, whatever becomes of the
 * submission.
 */
export async function takeFiles(
  issues: Issues,
  keeper: FileKeeper,
  sender: Sender,
  files: readonly FileArrival[],
): Promise<TakenFiles> {
  const typed: TypedFile[] = []
  for (const file of files) {
    if (file.arrival.bytes === 0) continue
    const type = await keeper.typeOf(file.arrival)
    if (type !== null) typed.push({ ...file, name: cleanName(file.name), type })
    else issues.add(file.field, 'submission.file_not_taken', { kinds: keeper.words })
  }
  if (typed.length === 0) return NO_FILES
  const reserved = await keeper.room.reserve({ ...sender, bytes: bytesOf(typed) })
  if ('id' in reserved) return { typed, reservation: reserved.id }
  issues.add(typed[0]!.field, reserved.problem)
  return { typed, reservation: null }
}

export async function releaseRoom(keeper: FileKeeper, { reservation }: TakenFiles): Promise<void> {
  // The submission has its response. Storage that cannot be released now is free after an hour.
  if (reservation !== null) await keeper.room.release(reservation).catch(() => {})
}

export interface StoredFiles {
  reservation: string
  files: readonly NewFile[]
}

/** Null if there are none. Throws if the submission is held and the storage for held files is full. */
export async function storeFiles(
  keeper: FileKeeper,
  { isHeld, ...sender }: Sender & { isHeld: boolean },
  { typed, reservation }: TakenFiles,
): Promise<StoredFiles | null> {
  if (reservation === null) return null
  const problem = isHeld ? await keeper.room.hold(reservation, { ...sender, bytes: bytesOf(typed) }) : null
  if (problem !== null) throw validationError({ [typed[0]!.field]: [problem] })
  const stored: NewFile[] = []
  for (const { field, name, arrival, type } of typed) {
    stored.push({ ...(await keeper.put(arrival, type)), field, name })
  }
  return { reservation, files: stored }
}

function bytesOf(files: readonly TypedFile[]): number {
  return files.reduce((sum, { arrival }) => sum + arrival.bytes, 0)
}

const UNSAFE = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g

/** Removes folders, and characters that would break a page or a header. Browsers write a quotation mark as %22. */
function cleanName(sent: string): string {
  const last = sent.split(/[\\/]/).at(-1)!
  const name = last.replaceAll('%22', '"').replace(UNSAFE, '').toWellFormed().trim()
  return name === '' ? 'file' : [...name].slice(-NAME_MAX).join('')
}

// Files from strangers share one storage quota. Each upload reserves its part before it is stored, one at a time, so
// that concurrent uploads cannot exceed the quota. Suspected spam may fill only a small share of it, and one client
// only so much in a day, so neither keeps others from sending files.

const HELD_SHARE = 0.2
const CLIENT_DAY_SHARE = 0.5
const CLIENT_DAY_BYTES = 200_000_000
/** A process that died, or lost its database, leaves its reservation behind for this long. */
const RESERVED_MS = HOUR_MS

const FULL = message('submission.no_room')

interface FileRoomOptions extends Pick<Parts, 'pool' | 'clock' | 'ids'> {
  quotaBytes: number
  /** A pseudonym for the client's address, which is not stored. */
  markOf(client: string): string
}

type Wanted = Sender & { bytes: number }

type FileRoom = ReturnType<typeof createFileRoom>

export function createFileRoom({ pool, clock, ids, quotaBytes, markOf }: FileRoomOptions) {
  const clientDayBytes = Math.min(CLIENT_DAY_BYTES, quotaBytes * CLIENT_DAY_SHARE)

  /** Runs one at a time, with the current usage. */
  const withUsed = <T>({ workspaceId, client }: Wanted, work: (tx: Tx, used: Used) => Promise<T>): Promise<T> =>
    transaction(pool, async (tx) => {
      await run(tx, sql`select pg_advisory_xact_lock(${LOCKS.formFiles})`)
      return work(tx, await sumUsed(tx, workspaceId, markOf(client), clock.now()))
    })

  return {
    reserve: (wanted: Wanted): Promise<{ id: string } | { problem: Message }> =>
      withUsed(wanted, async (tx, used) => {
        const { workspaceId, client, bytes } = wanted
        if (used.bytes + bytes > quotaBytes) return { problem: FULL }
        if (used.clientBytes + bytes > clientDayBytes) return { problem: message('submission.no_room_for_client') }
        const { id, at } = ids.next()
        const query = sql`insert into form_file_room (id, workspace_id, client_mark, bytes, is_held, created_at)
          values (${id}, ${workspaceId}, ${markOf(client)}, ${bytes}, false, ${new Date(at)})`
        await run(tx, query)
        return { id }
      }),
    /** For a submission that turned out to be held: held files have less storage. Returns the reason if it is full. */
    hold: (id: string, wanted: Wanted): Promise<Message | null> =>
      withUsed(wanted, async (tx, used) => {
        // The sender does not learn that the submission is held.
        if (used.heldBytes + wanted.bytes > quotaBytes * HELD_SHARE) return FULL
        await run(tx, sql`update form_file_room set is_held = true where id = ${id}`)
        return null
      }),
    /** Runs in the transaction that writes the rows of the files: from then on, those rows are counted. */
    settleIn: (tx: Tx, id: string) =>
      run(tx, sql`update form_file_room set stored_at = ${new Date(clock.now())} where id = ${id}`),
    release: (id: string) => run(pool, sql`delete from form_file_room where id = ${id} and stored_at is null`),
    purge: (jobs: Db) =>
      run(jobs, sql`delete from form_file_room where created_at < ${new Date(clock.now() - DAY_MS)}`),
  }
}

type Used = Record<'bytes' | 'heldBytes' | 'clientBytes', number>

async function sumUsed(db: Db, workspaceId: string, mark: string, now: number): Promise<Used> {
  const reservedSince = new Date(now - RESERVED_MS)
  const query = sql<Used>`
    with reserved as (
      select bytes, is_held, client_mark, stored_at is null and created_at > ${reservedSince} as is_open
        from form_file_room where workspace_id = ${workspaceId} and created_at > ${new Date(now - DAY_MS)}),
    kept as (
      select f.bytes, s.state = 'held' as is_held
        from submission_files f join submissions s on s.workspace_id = f.workspace_id and s.id = f.submission_id
       where f.workspace_id = ${workspaceId})
    select coalesce(sum(bytes), 0)::float8 as bytes,
           coalesce(sum(bytes) filter (where is_held), 0)::float8 as "heldBytes",
           (select coalesce(sum(bytes), 0)::float8 from reserved where client_mark = ${mark}) as "clientBytes"
      from (select bytes, is_held from kept union all select bytes, is_held from reserved where is_open) used`
  return (await runOne(db, query))!
}
