import type pg from 'pg'
import type { FileStore } from '../media/stores/file-store.ts'
import type { ArchiveWriter } from './writer.ts'
import { fileMember, type Manifest } from './format.ts'
import type { OnProgress } from './progress.ts'
import { quoteName } from './tables.ts'

/** Tables with files, whose names, sizes and stores are in the same columns. */
const TABLES = ['media', 'submission_files']

export interface StoredFile {
  file: string
  bytes: number
}

/** Uploaded files and files sent with forms: those in the data folder, and how many are in a bucket. */
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

/** Files never change, so they can be copied after the snapshot. What was deleted since is missing, and counted. */
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
