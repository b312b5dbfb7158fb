import type { Readable } from 'node:stream'
import { ApiError, retryLater } from '../../errors.ts'
import { commandLine } from '../../lib/program.ts'
import { type Message, message } from '../../messages/message.ts'
import { sentence } from '../../messages/sentence.ts'

/** A file that was received completely, hashed and synced to this machine's disk. */
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

/** Stores the bytes of uploaded files, under the names in the column `media.file`. */
export interface FileStore {
  kind: 'disk' | 's3'
  /** Throws a StoreAwayError before anything is received, if the problem is visible by then. */
  check(): Promise<void>
  /** Once it resolves, the bytes survive a power cut under this name. The received file may be gone. */
  put(name: string, file: ReceivedFile, contentType: string): Promise<void>
  /** The number of bytes under this name; null if there is no file. */
  size(name: string): Promise<number | null>
  stream(name: string, range: ByteRange): Promise<Readable | null>
  read(name: string, range: ByteRange): Promise<Buffer | null>
  /** Also succeeds if there is no file under this name. */
  remove(name: string): Promise<void>
  /** A URL by which anyone can read the file for a while; null if there is only our own. */
  temporaryUrl(name: string): Promise<string | null>
}

/** The store is unreachable or refuses us. A later attempt may work. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError'
  readonly said: Message

  constructor(said: Message, options: ErrorOptions = {}) {
    super(sentence(said), options)
    this.said = said
  }
}

function storeAway(cause: unknown): ApiError {
  return retryLater('service_unavailable', message('store.try_again', { command: commandLine('doctor') }), 5, cause)
}

export async function orStoreAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof StoreAwayError ? storeAway(error) : error
  }
}

const FULL = message('disk.full')
const CLOSED = message('disk.closed')
const TOO_MANY = message('disk.too_many_open')
const PROBLEMS: Readonly<Record<string, Message>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: CLOSED,
  EACCES: CLOSED,
  EPERM: CLOSED,
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
  EIO: message('disk.errors'),
}

/** The disk's problem, as part of a sentence. Takes a system error, or the refusal made from it. */
export function diskProblemOf(error: unknown): Message | undefined {
  const cause = error instanceof ApiError ? error.cause : error
  return PROBLEMS[(cause as NodeJS.ErrnoException | null)?.code ?? '']
}

/** Turns a disk error into a 503, whose reason is in the log. Any other error stays as it is. */
export function toDiskRefusal(error: unknown): unknown {
  const problem = diskProblemOf(error)
  if (problem === undefined) return error
  return retryLater('service_unavailable', message('disk.refused', { problem }), 60, error)
}
