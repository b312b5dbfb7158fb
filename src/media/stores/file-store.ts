import type { Readable } from 'node:stream'
import { ApiError } from '../../errors.ts'
import { commandLine } from '../../lib/program.ts'

/** Bytes that were received whole, hashed and written through to this machine's disk. */
export interface ReceivedFile {
  path: string
  bytes: number
  sha256: Buffer
}

/** `end` is exclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Where the bytes of uploaded files are. Names are those of the column `media.file`. */
export interface FileStore {
  kind: 'disk' | 's3'
  /** Throws a StoreAwayError before anything was received, if it can be known. */
  check(): Promise<void>
  /** When it resolves, the bytes survive a power cut under this name. The received file may be gone. */
  put(name: string, file: ReceivedFile, contentType: string): Promise<void>
  /** How many bytes there are under this name; null when there is nothing. */
  size(name: string): Promise<number | null>
  /** Null when there is nothing under this name. */
  stream(name: string, range: ByteRange): Promise<Readable | null>
  read(name: string, range: ByteRange): Promise<Buffer | null>
  /** Nothing under this name is right, too. */
  remove(name: string): Promise<void>
  /** A URL by which anybody can read the file for a while; null where there is none but our own. */
  temporaryUrl(name: string): Promise<string | null>
}

/** The store does not answer, or refuses us: what was asked for may work later. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError'
}

const RETRY_AFTER_SECONDS = '5'

/** The answer to a caller who needs the store now. */
function storeAway(cause: unknown): ApiError {
  return new ApiError('service_unavailable', {
    message: `The store for files does not answer, so nothing was stored or changed. Try again in a few seconds; if it stays, the operator finds the reason with "${commandLine('doctor')}".`,
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
    cause,
  })
}

export async function orStoreAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof StoreAwayError ? storeAway(error) : error
  }
}

const FULL = 'is full'
const CLOSED = 'cannot be written'
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: CLOSED,
  EACCES: CLOSED,
  EPERM: CLOSED,
  EMFILE: 'cannot be opened, because too many files are open',
  ENFILE: 'cannot be opened, because too many files are open',
  EIO: 'reports errors',
}

/** What is wrong with the disk, as the end of a sentence. Takes an error of the system, or the refusal that was made of it. */
export function diskProblemOf(error: unknown): string | undefined {
  const cause = error instanceof ApiError ? error.cause : error
  return PROBLEMS[(cause as NodeJS.ErrnoException | null)?.code ?? '']
}

/** What the system says about the disk as 503, whose reason is in the log. Any other error as it is. */
export function toDiskRefusal(error: unknown): unknown {
  const problem = diskProblemOf(error)
  if (problem === undefined) return error
  return new ApiError('service_unavailable', {
    message: `The disk for files ${problem}, so nothing was stored. Tell the operator, then send the file again.`,
    headers: { 'retry-after': '60' },
    cause: error,
  })
}
