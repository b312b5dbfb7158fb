import type pg from 'pg'

/** Where rows go, as they come: a part of a row, or many. */
interface RowTarget {
  /** The bytes from `start` to `end` of the chunk, which is used again afterwards. */
  write(chunk: Buffer, start: number, end: number): void
  /** After each chunk; null to go on at once. Otherwise the next one is read when it resolves. Must not throw. */
  afterChunk(): Promise<void> | null
}

const COPY_DATA = 0x64
/** What may come between the rows: the start of the copy, changed settings, notices, notifications. */
const PASSED_OVER: ReadonlySet<number> = new Set([0x48, 0x53, 0x4e, 0x41])
const HEADER_BYTES = 5

/**
 * Runs COPY … TO STDOUT. Returns how many rows there were. Not pg-copy-streams, which makes several objects of each row and
 * copies each chunk twice: garbage that is collected late, tens of megabytes of it.
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

/** Takes the place of the driver's own reader until the rows are over, or an error comes instead. */
function readRows(stream: Stream, target: RowTarget, fail: (error: unknown) => void): void {
  const [driver] = stream.listeners('data') as [(chunk: Buffer) => void]
  const header = Buffer.alloc(HEADER_BYTES)
  let headerBytes = 0
  /** Of the message. */
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
    // After a failure nobody reads on: whoever asked for the rows closes the connection.
    saving.then(() => stream.resume(), fail)
  }
  stream.on('data', onData)
  stream.removeListener('data', driver)
}
