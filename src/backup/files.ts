import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { SetupError } from '../lib/problem.ts'
import { createDiskStore } from '../media/stores/disk.ts'
import type { FileStore } from '../media/stores/file-store.ts'
import { FILES_DIR, UPLOADS_DIR } from '../media/stores/stores.ts'
import { type ArchiveWriter, type Member, readMembers } from './archive.ts'
import { fileMember, kindOf, type Manifest, type OnProgress } from './format.ts'
import { quoteName } from './tables.ts'

/** The tables with files. Name, size and store are in the same columns in each. */
const TABLES = ['media', 'submission_files']

export interface StoredFile {
  file: string
  bytes: number
}

/** Lists uploaded files and files sent with forms: those in the data folder, and how many are in a bucket. */
export async function selectFiles(client: pg.ClientBase, tables: ReadonlyArray<{ name: string }>) {
  const found = TABLES.filter((table) => tables.some(({ name }) => name === table))
  if (found.length === 0) return { onDisk: [], inBucket: 0 }
  const all = found.map((table) => `select file, bytes, store from ${quoteName(table)}`).join(' union all ')
  const { rows } = await client.query<{ file: string; bytes: string }>(
    `select file, bytes::text as bytes from (${all}) as stored where store = 'disk' order by file`,
  )
  const { rows: counted } = await client.query(`select count(*)::int as n from (${all}) as s where store <> 'disk'`)
  return {
    onDisk: rows.map(({ file, bytes }): StoredFile => ({ file, bytes: Number(bytes) })),
    inBucket: counted[0].n as number,
  }
}

interface DumpFilesOptions {
  disk: FileStore
  writer: ArchiveWriter
  onProgress: OnProgress
  signal: AbortSignal
}

/** Files never change, so they can be copied after the snapshot. Files deleted since then are counted as missing. */
export async function dumpFiles(files: readonly StoredFile[], options: DumpFilesOptions): Promise<Manifest['files']> {
  const { disk, writer, onProgress, signal } = options
  const total = { count: 0, bytes: 0, missing: 0 }
  for (const { file, bytes } of files) {
    signal.throwIfAborted()
    const isWhole = (await disk.size(file)) === bytes
    const stream = isWhole ? await disk.stream(file, { start: 0, end: bytes }) : null
    if (stream === null) {
      total.missing++
      continue
    }
    await writer.addStream(fileMember(file), bytes, stream as AsyncIterable<Buffer>)
    total.count++
    total.bytes += bytes
    onProgress({ what: 'files', rows: 0, bytes })
  }
  return total
}

/** Puts the files of the backup where Doorpost looks for them. Returns their number. */
export async function loadFiles(
  file: FileHandle,
  mediaDir: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<number> {
  const uploads = join(mediaDir, UPLOADS_DIR)
  const disk = createDiskStore(join(mediaDir, FILES_DIR))
  let count = 0
  for await (const member of readMembers(file)) {
    signal.throwIfAborted()
    const kind = kindOf(member)
    if (kind === null || !('file' in kind)) continue
    if (count === 0) await mkdir(uploads, { recursive: true, mode: 0o700 })
    const path = join(uploads, `restore-${randomBytes(6).toString('hex')}`)
    try {
      await writeMember(path, member)
      // The checksum of the whole backup has matched, so files are not checked again.
      await disk.put(kind.file, { path, bytes: member.size, sha256: Buffer.alloc(0) }, '')
    } catch (error) {
      await unlink(path).catch(() => {})
      const { code } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      const remedy = 'Free space or allow this user to write there, then run the restore again.'
      throw new SetupError(`The files cannot be written to ${mediaDir} (${code}). ${remedy}`, { cause: error })
    }
    count++
    onProgress({ what: 'files', rows: 0, bytes: member.size })
  }
  return count
}

async function writeMember(path: string, member: Member): Promise<void> {
  const target = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of member.chunks()) await target.writeFile(chunk)
    await target.sync()
  } finally {
    await target.close()
  }
}
