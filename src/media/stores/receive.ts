import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { ApiError } from '../../errors.ts'
import { badBody } from '../../http/input.ts'
import { cutOff, isCutTooFine } from '../../http/server/body.ts'
import { TINY_CHUNKS } from '../../lib/bounds/byte-collector.ts'
import { isAlive } from '../../lib/machine.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { HOUR_MS, SECOND_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { type ShownReason, toShownReason } from '../../messages/stored.ts'
import { readRange } from './disk.ts'
import { diskProblemOf, type ReceivedFile, toDiskRefusal } from './file-store.ts'
import type { Stores } from './stores.ts'

export interface ReceiveLimits {
  dir: string
  maxBytes: number
  /** Without a byte for this long, the upload ends. Defaults to 30 s. */
  stallMs?: number
}

/** A file that has arrived. `discard` deletes it, unless a store has taken it over. */
export type Arrival = ReceivedFile & {
  read(start: number, length: number): Promise<Buffer>
  discard(): Promise<void>
}

/** A request, which says whether it has arrived completely, or a part of one. */
type Source = Readable & { complete?: boolean }

const STALL_MS = 30_000
const WHOLE_MS = HOUR_MS
const BUFFER_BYTES = 262_144

export function tooLarge(maxBytes: number): ApiError {
  const said = message('media.too_large', { most: maxBytes / 1_000_000 })
  return new ApiError('payload_too_large', { message: said, details: { file: [said] } })
}

/** Writes a body to disk as fast as the disk allows, in bounded memory. If anything goes wrong, no file is left. */
export async function receiveFile(source: Source, limits: ReceiveLimits): Promise<Arrival> {
  const path = join(limits.dir, temporaryName())
  const file = await createFile(path).catch((error) => {
    throw toDiskRefusal(error)
  })
  const discard = async () => {
    await file.close().catch(() => {})
    await unlink(path).catch(() => {})
  }
  try {
    const { bytes, sha256 } = await writeBody(source, file, limits)
    await file.sync()
    return {
      path,
      bytes,
      sha256,
      read: (start, length) => readRange(file, { start, end: Math.min(start + length, bytes) }),
      discard,
    }
  } catch (error) {
    await discard()
    throw toRefusal(error)
  }
}

async function createFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true })
  return open(path, 'wx+', 0o600)
}

async function writeBody(source: Source, file: FileHandle, { maxBytes, stallMs = STALL_MS }: ReceiveLimits) {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let filled = 0
  let bytes = 0
  const flush = async () => {
    for (let at = 0; at < filled; ) at += (await file.write(buffer, at, filled - at)).bytesWritten
    filled = 0
  }
  const stalled = setTimeout(() => source.destroy(new Stalled()), stallMs)
  const endless = setTimeout(() => source.destroy(new Stalled()), WHOLE_MS)
  try {
    // The source is not destroyed when we stop reading, because the refusal must reach the client.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      stalled.refresh()
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      if (isCutTooFine(source)) throw badBody(TINY_CHUNKS)
      hash.update(chunk)
      for (let at = 0; at < chunk.length; ) {
        const copied = chunk.copy(buffer, filled, at)
        filled += copied
        at += copied
        if (filled === BUFFER_BYTES) await flush()
      }
    }
    await flush()
  } finally {
    clearTimeout(stalled)
    clearTimeout(endless)
  }
  if (source.complete === false) throw cutOff(new Error('connection closed'))
  return { bytes, sha256: hash.digest() }
}

export class Stalled extends Error {}

const HUNG_UP = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

function toRefusal(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof Stalled || HUNG_UP.includes(code)) return cutOff(error as Error)
  return toDiskRefusal(error)
}

// The names include host and process: a starting process removes the files of dead processes on this machine.
const NAME = /^(.{1,200})~(\d{1,10})~[0-9a-f-]{36}\.part$/
/** Longer than an upload may take, including the time that the store needs. */
const FOREIGN_AFTER_MS = 3 * HOUR_MS

function temporaryName(): string {
  return `${hostname().slice(0, 200)}~${process.pid}~${randomUUID()}.part`
}

/** Removes the remains of broken uploads. At a start, this includes those of an earlier process with our process id. */
export async function removeBrokenUploads(dir: string, { isStart }: { isStart: boolean }): Promise<number> {
  const names = await readdir(dir).catch(() => [])
  let removed = 0
  for (const name of names) {
    const [, host, pid] = NAME.exec(name) ?? []
    if (host === undefined) continue
    const path = join(dir, name)
    const isOurs = host === hostname().slice(0, 200)
    const isGone = isOurs && (Number(pid) === process.pid ? isStart : !isAlive(Number(pid)))
    if (!isGone && !(await isOld(path))) continue
    await unlink(path).catch(() => {})
    removed++
  }
  return removed
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > FOREIGN_AFTER_MS
}

interface UploadCheckOptions {
  stores: Stores
  uploadsDir: string
  clock: Clock
}

interface UploadProblem extends ShownReason {
  code: 'disk' | 'bucket'
  since: string
}

/** Anyone who may read posts can ask, and an answer costs a write to the disk or a request to the bucket. */
const FRESH_MS = 30 * SECOND_MS
/** A disk with less space would not fit a picture either. */
const CHECK_BYTES = 65_536

/** Tests whether a file can arrive now, so that problems are known before an upload is lost. Null if it can. */
export function createUploadCheck(options: UploadCheckOptions): () => Promise<UploadProblem | null> {
  const { clock } = options
  let last: { at: number; found: Promise<UploadProblem | null> } | null = null
  let since: string | null = null
  const look = async () => {
    const problem = (await findDiskProblem(options)) ?? (await findBucketProblem(options))
    since = problem === null ? null : (since ?? new Date(clock.now()).toISOString())
    return problem && { ...problem, since: since! }
  }
  return () => {
    const at = clock.now()
    if (last === null || Math.abs(at - last.at) >= FRESH_MS) last = { at, found: look() }
    return last.found
  }
}

/** Every file first arrives on the disk, even if a bucket keeps it. */
async function findDiskProblem({ uploadsDir }: UploadCheckOptions) {
  try {
    const limits = { dir: uploadsDir, maxBytes: CHECK_BYTES }
    const arrival = await receiveFile(Readable.from([Buffer.alloc(CHECK_BYTES)]), limits)
    await arrival.discard()
    return null
  } catch (error) {
    const problem = diskProblemOf(error) ?? message('disk.unusable')
    return { code: 'disk' as const, ...toShownReason(message('disk.refuses_files', { problem })) }
  }
}

async function findBucketProblem({ stores }: UploadCheckOptions) {
  try {
    await stores.current.check()
    return null
  } catch {
    return { code: 'bucket' as const, ...toShownReason(message('store.bucket_away')) }
  }
}
