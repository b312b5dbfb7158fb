import type { Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { ApiError, validationError } from '../../errors.ts'
import type { Guest, Leave } from '../../lib/bounds/places.ts'
import type { Issues } from '../../lib/issues.ts'
import type { OpenForm } from '../form-cache.ts'
import type { NewFile, StoredFile } from '../submission-store.ts'
import type { FileRoom } from './file-room.ts'

/** A file that has arrived on this machine's disk. It is gone after `discard`, unless a store has taken it. */
export interface Arrival {
  path: string
  bytes: number
  sha256: Buffer
  read(start: number, length: number): Promise<Buffer>
  discard(): Promise<void>
}

export interface FileArrival {
  /** Of the form. */
  field: string
  /** As the sender calls it. */
  name: string
  arrival: Arrival
}

/** Writes a file to disk as it comes. Throws the refusal, under the name of the field. */
export type ReceiveFile = (
  stream: Readable,
  limits: { maxBytes: number; field: string; guest: Guest },
) => Promise<Arrival>

/** Files that only people who may read contacts see. */
export interface FileKeeper {
  room: FileRoom
  /** Which kinds of files are taken. */
  words: string
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

/** The files of one body. They take one place, when the first of them begins: a form without a file needs none. */
export function createUpload(keeper: FileKeeper, who: string): { receive: ReceiveFile; leave: Leave } {
  let leave: Leave | null = null
  const receive: ReceiveFile = async (stream, { maxBytes, field, guest }) => {
    try {
      leave ??= keeper.enter(who, guest)
      return await keeper.receive(stream, maxBytes)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 413) throw error
      const message = `The file is larger than ${maxBytes / 1_000_000} MB. Please choose a smaller one.`
      throw new ApiError('payload_too_large', { message, details: { [field]: [message] } })
    }
  }
  return { receive, leave: () => leave?.() }
}

/** Who sends files, and with which form. */
interface Sender {
  form: OpenForm
  client: string
}

/** Files that are taken, and the room that is reserved for them; null where they need none, or there is none. */
export interface TakenFiles {
  typed: readonly TypedFile[]
  reservation: string | null
}

export const NO_FILES: TakenFiles = { typed: [], reservation: null }

/**
 * Files without a byte are left out. What is not taken, or has no room, is an issue of its field. The room is reserved before
 * the submission is judged, which uses up its proof: give it back with `releaseRoom`, whatever comes of the submission.
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
    else issues.add(file.field, `This kind of file is not taken. Please send ${keeper.words}.`)
  }
  if (typed.length === 0) return { typed, reservation: null }
  const reserved = await keeper.room.reserve(wantedBy(sender, typed))
  if ('id' in reserved) return { typed, reservation: reserved.id }
  issues.add(typed[0]!.field, reserved.problem)
  return { typed, reservation: null }
}

/** Room whose files were not stored is free again. */
export async function releaseRoom(keeper: FileKeeper, { reservation }: TakenFiles): Promise<void> {
  // The submission has its answer. Room that cannot be released now is free after an hour.
  if (reservation !== null) await keeper.room.release(reservation).catch(() => {})
}

/** Files in the store, and the room that they have. */
export interface StoredFiles {
  reservation: string
  files: readonly NewFile[]
}

/** Null where there are none. Throws when they are held, and held files have no room. */
export async function storeFiles(
  keeper: FileKeeper,
  sender: Sender & { isHeld: boolean },
  { typed, reservation }: TakenFiles,
): Promise<StoredFiles | null> {
  if (reservation === null) return null
  const problem = sender.isHeld ? await keeper.room.hold(reservation, wantedBy(sender, typed)) : null
  if (problem !== null) throw validationError({ [typed[0]!.field]: [problem] })
  const stored: NewFile[] = []
  for (const { field, name, arrival, type } of typed) {
    stored.push({ ...(await keeper.put(arrival, type)), field, name })
  }
  return { reservation, files: stored }
}

function wantedBy({ form, client }: Sender, files: readonly TypedFile[]) {
  const bytes = files.reduce((sum, { arrival }) => sum + arrival.bytes, 0)
  return { workspaceId: form.workspaceId, client, bytes }
}

const UNSAFE = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g

/** A name, without folders and without what disturbs a page or a header. Browsers write a quotation mark as %22. */
function cleanName(sent: string): string {
  const last = sent.split(/[\\/]/).at(-1)!
  const name = last.replaceAll('%22', '"').replace(UNSAFE, '').toWellFormed().trim()
  return name === '' ? 'file' : [...name].slice(-NAME_MAX).join('')
}
