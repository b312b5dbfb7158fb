import type { OnProgress } from '../../backup/format.ts'
import { formatCount } from '../../lib/text/count.ts'

const REDRAW_MS = 200
const LINE_MS = 10_000
const WIDTH = 24

interface ProgressLine {
  /** An estimate of the total, in `unit`. */
  expect(total: number): void
  onProgress: OnProgress
  end(): void
}

/** Draws a progress bar on a terminal, or writes a line every ten seconds elsewhere. Always on stderr. */
export function createProgressLine(title: string, unit: 'rows' | 'bytes', stream = process.stderr): ProgressLine {
  const startedAt = performance.now()
  let total = 0
  let rows = 0
  let bytes = 0
  let drawnAt = startedAt
  let isDrawn = false
  const draw = (what: string) => {
    const seconds = (performance.now() - startedAt) / 1000
    const done = unit === 'rows' ? rows : bytes
    // The estimate may be too low.
    const share = total > 0 ? Math.min(1, done / Math.max(total, done)) : null
    const parts = [
      ...(share === null ? [] : [`${bar(share)} ${String(Math.floor(share * 100)).padStart(3)} %`]),
      ...(unit === 'rows' ? [`${rows.toLocaleString('en')} rows`] : []),
      formatBytes(bytes),
      ...(share !== null && share > 0.02 && share < 1
        ? [`${formatSeconds((seconds * (1 - share)) / share)} left`]
        : []),
    ]
    const line = `${title} ${what}: ${parts.join(', ')}`
    stream.write(stream.isTTY ? `\r\u001b[K${line.slice(0, (stream.columns ?? 120) - 1)}` : `${line}\n`)
    isDrawn = true
  }
  return {
    expect(expected) {
      total = expected
    },
    onProgress(part) {
      rows += part.rows
      bytes += part.bytes
      const now = performance.now()
      if (now - drawnAt < (stream.isTTY ? REDRAW_MS : LINE_MS)) return
      drawnAt = now
      draw(part.what)
    },
    end() {
      if (isDrawn && stream.isTTY) stream.write('\r\u001b[K')
    },
  }
}

/** Counts up to a total that is known: redrawn on a terminal, a line every ten seconds elsewhere. On stderr. */
export function createCounter(title: string, total: number, noun: string, stream = process.stderr) {
  let drawnAt = stream.isTTY ? 0 : performance.now()
  return {
    show(done: number): void {
      const now = performance.now()
      if (now - drawnAt < (stream.isTTY ? REDRAW_MS : LINE_MS)) return
      drawnAt = now
      const share = total > 0 ? Math.min(1, done / total) : 1
      const percent = String(Math.floor(share * 100)).padStart(3)
      const line = `${title}: ${bar(share)} ${percent} %, ${done.toLocaleString('en')} of ${formatCount(total, noun)}`
      stream.write(stream.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
    },
    end(): void {
      if (stream.isTTY) stream.write('\r\u001b[K')
    },
  }
}

function bar(share: number): string {
  const filled = Math.round(share * WIDTH)
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`
}

export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}

export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

const INTERRUPTED = 130

/** Runs `work` with a signal that Ctrl-C aborts, so that it can clean up. The exit code is then that of an interrupted command. */
export async function untilInterrupted(
  onInterrupt: string,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const aborter = new AbortController()
  const stop = () => aborter.abort()
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of names) process.once(name, stop)
  try {
    return await work(aborter.signal)
  } catch (error) {
    if (!aborter.signal.aborted) throw error
    process.stderr.write(`doorpost: interrupted. ${onInterrupt}\n`)
    return INTERRUPTED
  } finally {
    for (const name of names) process.off(name, stop)
  }
}
