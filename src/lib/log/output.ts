import fs from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isatty } from 'node:tty'

/** Where log lines go. Writing never blocks, never throws and never ends the process, whatever is on the other end. */
interface LogOutput {
  write(text: string): void
  /** Writes the rest, as far as the output accepts it within a moment. */
  end(): Promise<void>
}

const FLUSH_MS = 200
const RETRY_MS = 100
/** Waiting lines are written at this size. A pipe takes twice as much at once. */
const FLUSH_BYTES = 32_768
/** Usually holds all waiting lines. */
const BUFFER_BYTES = 2 * FLUSH_BYTES
/** While there is no reader, this much is kept. */
const KEEP_BYTES = 1_048_576
/** At most, in UTF-8. */
const BYTES_OF_CHARACTER = 3
const END_MS = 250
const POLL_MS = 5

/** The reader or the terminal is gone for good. */
const GONE = new Set(['EPIPE', 'EIO', 'EBADF', 'ENXIO', 'ECONNRESET', 'ENOTCONN'])

/**
 * Buffered, so that each request's line does not cost a system call. pino's own destination retries a failed flush for
 * ever and leaves a process that ignores signals; this one drops and counts lines instead. `describeLoss` makes the
 * line that reports how many were lost, once the output accepts lines again.
 */
export function openLogOutput(
  descriptor: number,
  { describeLoss }: { describeLoss: (lines: number) => string },
): LogOutput {
  const fd = openWithoutBlocking(descriptor)
  // Bytes, not strings: strings that wait here would move to V8's old generation, where collecting them costs more than
  // making them.
  let waiting: Buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  let used = 0
  /** The chunk that is being written, or must be written again. */
  let chunk: Buffer | null = null
  let spare: Buffer | null = null
  let lost = 0
  let isWriting = false
  let isGone = false
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined

  const nextChunk = (): Buffer | null => {
    if (chunk === null && used > 0) {
      const full = waiting
      chunk = full.subarray(0, used)
      if (lost > 0) chunk = Buffer.concat([Buffer.from(describeLoss(lost)), chunk])
      waiting = spare ?? Buffer.allocUnsafe(BUFFER_BYTES)
      // A buffer that had to grow is not reused.
      spare = full.length === BUFFER_BYTES ? full : null
      used = 0
    }
    return chunk
  }
  const makeRoom = (bytes: number) => {
    if (used + bytes <= waiting.length) return
    const larger = Buffer.allocUnsafe(2 * (used + bytes))
    waiting.copy(larger, 0, 0, used)
    waiting = larger
  }
  const advance = (bytes: number) => {
    lost = 0
    chunk = bytes < chunk!.length ? chunk!.subarray(bytes) : null
  }
  const fail = (code: string | undefined) => {
    if (code === 'EAGAIN') return
    lost += chunk!.toString().split('\n').length - 1
    chunk = null
    if (!GONE.has(code ?? '')) return
    isGone = true
    used = 0
  }
  const flushSoon = (ms: number) => {
    timer ??= setTimeout(flush, ms)
    timer.unref()
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (isWriting || isGone || nextChunk() === null) return
    isWriting = true
    fs.write(fd, chunk!, (error, written) => {
      isWriting = false
      hasFailed = error !== null
      if (error) fail(error.code)
      else advance(written)
      if (chunk !== null || used > 0) flushSoon(error ? RETRY_MS : used > FLUSH_BYTES ? 0 : FLUSH_MS)
    })
  }
  return {
    write(text) {
      if (isGone) return
      if (used > KEEP_BYTES) {
        lost++
        return
      }
      makeRoom(text.length * BYTES_OF_CHARACTER)
      used += waiting.write(text, used)
      if (used > FLUSH_BYTES && !hasFailed) flush()
      else if (!isWriting) flushSoon(FLUSH_MS)
    },
    async end() {
      for (const deadline = Date.now() + END_MS; Date.now() < deadline; await delay(POLL_MS)) {
        if (!isWriting) flush()
        if (isGone || (!isWriting && chunk === null)) return
      }
    },
  }
}

/**
 * A write to a pipe without a reader blocks its thread, and the process cannot end before its threads have. The
 * descriptor is opened again, so that the flag does not change for other processes that share the pipe or the terminal.
 */
function openWithoutBlocking(descriptor: number): number {
  try {
    const entry = fs.fstatSync(descriptor)
    if (entry.isFile()) return descriptor
    if (process.platform === 'linux' && (entry.isFIFO() || isatty(descriptor))) {
      return fs.openSync(`/proc/self/fd/${descriptor}`, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK)
    }
  } catch {
    // Closed, or not ours to open: the first write will show what is wrong.
  }
  // Using the stream makes Node switch pipes and sockets to non-blocking.
  if (!isatty(descriptor)) void (descriptor === 2 ? process.stderr : process.stdout)
  return descriptor
}
