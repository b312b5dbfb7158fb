import { createHash } from 'node:crypto'
import type pg from 'pg'
import { COMPRESSION, createCompressor } from './compression.ts'
import type { ArchiveWriter } from './writer.ts'
import { JOBS, type Manifest, type TableFacts, tablePart } from './format.ts'
import type { OnProgress } from './progress.ts'
import { copyOut } from './copy-out.ts'
import { selectJobs } from './saved-jobs.ts'
import { columnList, quoteName, selectSequences } from './tables.ts'

/** Of rows, before compression. Small enough that hashing it does not hold up a server that does this beside its work. */
const PART_BYTES = 1024 * 1024

interface DumpOptions {
  client: pg.ClientBase
  writer: ArchiveWriter
  tables: ReadonlyArray<{ name: string; columns: readonly string[] }>
  onProgress: OnProgress
  signal: AbortSignal
}

/** Copies the tables of an open snapshot into the archive. */
export async function dumpTables(options: DumpOptions): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  const { client, tables } = options
  const facts: Record<string, TableFacts> = {}
  const parts = createPartBuffers()
  const compress = createCompressor()
  for (const { name, columns } of tables) {
    // Not the table itself but a query: the same with and without row security, and with partitions.
    facts[name] = await dumpQuery(
      { ...options, parts, compress },
      name,
      `select ${columnList(columns)} from ${quoteName(name)}`,
    )
  }
  const jobs = selectJobs(tables.map(({ name }) => name))
  facts[JOBS] = await dumpQuery({ ...options, parts, compress }, JOBS, jobs)
  return { tables: facts, sequences: await readSequences(client) }
}

interface QueryOptions extends DumpOptions {
  parts: ReturnType<typeof createPartBuffers>
  compress: (bytes: Buffer) => Promise<Buffer>
}

async function dumpQuery(options: QueryOptions, table: string, query: string): Promise<TableFacts> {
  const { client, writer, parts, compress, onProgress, signal } = options
  const hash = createHash('sha256')
  let bytes = 0
  let number = 0
  // While a part is compressed and written, the next one is read.
  let writing: Promise<void> = Promise.resolve()
  const save = async (part: Buffer) => {
    hash.update(part)
    bytes += part.length
    const packed = compress(part)
    const before = writing
    const name = tablePart(table, ++number, COMPRESSION)
    writing = packed.then(async (packedPart) => {
      await before
      await writer.add(name, packedPart)
      onProgress({ what: table, rows: countRows(part), bytes: part.length })
    })
    writing.catch(() => {})
    await before
  }
  signal.throwIfAborted()
  const rows = await copyOut(client, `copy (${query}) to stdout`, {
    write: parts.write,
    afterChunk() {
      if (signal.aborted) return Promise.reject(signal.reason)
      return parts.isFull() ? save(parts.take()) : null
    },
  })
  const rest = parts.take()
  if (rest.length > 0) await save(rest)
  await writing
  return { rows, bytes, sha256: hash.digest('hex') }
}

/**
 * Collects chunks to parts in two buffers that take turns: one is filled while the other is compressed and written. New ones
 * for every part would be garbage that is collected late, tens of megabytes of it.
 */
function createPartBuffers() {
  let [current, other] = [Buffer.allocUnsafeSlow(2 * PART_BYTES), Buffer.allocUnsafeSlow(2 * PART_BYTES)]
  let length = 0
  const take = (): Buffer => {
    const part = current.subarray(0, length)
    ;[current, other] = [other, current]
    length = 0
    return part
  }
  return {
    /** What was collected. It is valid until the one after the next. */
    take,
    isFull: () => length >= PART_BYTES,
    write(chunk: Buffer, start: number, end: number): void {
      if (length + end - start > current.length) {
        const larger = Buffer.allocUnsafeSlow(length + end - start)
        current.copy(larger, 0, 0, length)
        current = larger
      }
      length += chunk.copy(current, length, start, end)
    },
  }
}

/** In the text format of COPY every row ends with a line feed, and those in values are escaped. */
export function countRows(part: Buffer): number {
  let rows = 0
  for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) rows++
  return rows
}

/** Read after the rows: sequences are outside of the snapshot, and only have to be beyond what the rows use. */
async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = []
  for (const name of await selectSequences(client)) {
    const { rows } = await client.query(`select last_value::text as value, is_called from ${quoteName(name)}`)
    sequences.push({ name, value: rows[0].value, isCalled: rows[0].is_called })
  }
  return sequences
}
