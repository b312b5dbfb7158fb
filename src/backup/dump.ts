import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ArchiveWriter } from './archive.ts'
import { COMPRESSION, createCompressor } from './compression.ts'
import { JOBS, type Manifest, type OnProgress, type TableFacts, tablePart } from './format.ts'
import { selectJobs } from './saved-jobs.ts'
import { columnList, quoteName, selectSequences } from './tables.ts'

/** The size of a part before compression. Hashing a part this small does not hold up the server's other work. */
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
    // Dumps a query instead of the table, which works the same with row security and with partitions.
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
  // While one part is compressed and written, the next one is read.
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
 * Collects chunks into parts, using two buffers in turn: one fills while the other is compressed and written. New
 * buffers for every part would leave tens of megabytes of garbage, because it is collected late.
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
    /** Returns the collected bytes. They are valid until the call after the next. */
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

/** In COPY's text format every row ends with a line feed, and line feeds inside values are escaped. */
export function countRows(part: Buffer): number {
  let rows = 0
  for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) rows++
  return rows
}

/** Read after the rows: sequences are outside the snapshot, and only have to be ahead of what the rows use. */
async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = []
  for (const name of await selectSequences(client)) {
    const { rows } = await client.query(`select last_value::text as value, is_called from ${quoteName(name)}`)
    sequences.push({ name, value: rows[0].value, isCalled: rows[0].is_called })
  }
  return sequences
}

/** Receives rows in chunks: part of a row, or many rows. */
interface RowTarget {
  /** Gets the bytes from `start` to `end`. The chunk is reused afterwards. */
  write(chunk: Buffer, start: number, end: number): void
  /**
   * Called after each chunk. Null continues at once; otherwise the next chunk is read when the promise resolves. Must
   * not throw.
   */
  afterChunk(): Promise<void> | null
}

const COPY_DATA = 0x64
/** Messages to skip between rows: the start of the copy, changed settings, notices, notifications. */
const PASSED_OVER: ReadonlySet<number> = new Set([0x48, 0x53, 0x4e, 0x41])
const HEADER_BYTES = 5

/**
 * Runs COPY … TO STDOUT and returns the number of rows. pg-copy-streams makes several objects for each row and copies
 * each chunk twice, which leaves tens of megabytes of garbage.
 */
export function copyOut(client: pg.ClientBase, text: string, target: RowTarget): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0
    const query = {
      submit(connection: pg.Connection) {
        readRows(connection.stream, target, reject)
        connection.query(text)
      },
      handleError: reject,
      handleCommandComplete({ text: tag }: { text: string }) {
        rows = Number(/^COPY (\d+)/.exec(tag)?.[1] ?? 0)
      },
      handleReadyForQuery: () => resolve(rows),
    }
    client.query(query as unknown as pg.Submittable)
  })
}

type Stream = pg.Connection['stream']

/** Replaces the driver's own reader until the rows end or an error arrives. */
function readRows(stream: Stream, target: RowTarget, fail: (error: unknown) => void): void {
  const [driver] = stream.listeners('data') as [(chunk: Buffer) => void]
  const header = Buffer.alloc(HEADER_BYTES)
  let headerBytes = 0
  /** Bytes of the current message that have not arrived yet. */
  let left = 0

  const readChunk = (chunk: Buffer): number => {
    let at = 0
    while (at < chunk.length) {
      if (left === 0) {
        const part = Math.min(HEADER_BYTES - headerBytes, chunk.length - at)
        chunk.copy(header, headerBytes, at, at + part)
        headerBytes += part
        at += part
        if (headerBytes < HEADER_BYTES) break
        if (header[0] !== COPY_DATA && !PASSED_OVER.has(header[0]!)) return at
        left = header.readUInt32BE(1) - 4
        headerBytes = 0
      } else {
        const end = Math.min(chunk.length, at + left)
        if (header[0] === COPY_DATA) target.write(chunk, at, end)
        left -= end - at
        at = end
      }
    }
    return -1
  }
  const onData = (chunk: Buffer) => {
    const over = readChunk(chunk)
    if (over !== -1) {
      stream.on('data', driver)
      stream.removeListener('data', onData)
      driver(Buffer.concat([header, chunk.subarray(over)]))
      return
    }
    const saving = target.afterChunk()
    if (saving === null) return
    stream.pause()
    // After a failure the caller closes the connection, so nothing more is read.
    saving.then(() => stream.resume(), fail)
  }
  stream.on('data', onData)
  stream.removeListener('data', driver)
}
