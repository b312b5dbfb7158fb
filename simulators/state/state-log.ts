import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

/** One change: table, row, new value (null if removed). */
interface LogRecord {
  t: string
  id: string
  v: unknown
}

export type Replay = (id: string, value: unknown) => void

/**
 * An append-only file of JSON lines. Writes are synchronous: the operating system has the change before the answer is
 * sent, so a killed simulator loses nothing that it has answered.
 */
export interface StateLog {
  append(record: LogRecord): void
  onReplay(table: string, replay: Replay): void
  replay(): void
  clear(): void
  close(): void
}

export function openStateLog(path: string | undefined): StateLog {
  const replays = new Map<string, Replay>()
  if (path === undefined) {
    return { append() {}, onReplay() {}, replay() {}, clear() {}, close() {} }
  }
  const lines = existsSync(path) ? readWholeLines(path) : []
  const file = openSync(path, 'a')
  let open = true
  return {
    append(record) {
      if (open) writeSync(file, `${JSON.stringify(record)}\n`)
    },
    onReplay: (table, replay) => void replays.set(table, replay),
    replay() {
      for (const line of lines.splice(0)) {
        const record = JSON.parse(line) as LogRecord
        replays.get(record.t)?.(record.id, record.v)
      }
    },
    clear: () => ftruncateSync(file, 0),
    close() {
      if (open) closeSync(file)
      open = false
    },
  }
}

/** Cuts off a line torn by a kill; otherwise the next line would be appended to it. */
function readWholeLines(path: string): string[] {
  const bytes = readFileSync(path)
  const end = bytes.lastIndexOf(10) + 1
  if (end < bytes.length) {
    const file = openSync(path, 'r+')
    ftruncateSync(file, end)
    closeSync(file)
  }
  return bytes
    .toString('utf8', 0, end)
    .split('\n')
    .filter((line) => line !== '')
}
