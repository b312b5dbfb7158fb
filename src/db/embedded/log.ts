import fs from 'node:fs'
import type { Account } from './account.ts'
import { errorCode, orExplain } from './errors.ts'

/** The file that the server's standard error goes to. */
export interface ServerLog {
  path: string
  /** Kept open while we run: once root privileges are dropped, the folder may be closed to us. */
  fd: number
}

const LIMIT_BYTES = 10 * 1024 * 1024
const KEPT_BYTES = 1024 * 1024
const CHECK_MS = 60_000

/** Opened with our own privileges, which the server's account may lack, and handed over. */
export function openServerLog(path: string, account: Account | undefined): ServerLog {
  const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = fs.constants
  return orExplain(`cannot write ${path}`, () => {
    try {
      const fd = fs.openSync(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0o600)
      if (account !== undefined) fs.fchownSync(fd, account.uid, account.gid)
      return { path, fd }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      return { path, fd: fs.openSync(path, O_RDWR | O_APPEND | O_NOFOLLOW) }
    }
  })
}

/** Keeps the end of a log that has grown too large. The server appends, so it may keep writing meanwhile. */
export function trimServerLog({ fd }: ServerLog, limitBytes = LIMIT_BYTES, keptBytes = KEPT_BYTES): void {
  const entry = fs.fstatSync(fd)
  if (!entry.isFile() || entry.size <= limitBytes) return
  const end = readFrom(fd, entry.size - keptBytes)
  fs.ftruncateSync(fd)
  // From the first whole line on.
  fs.writeSync(fd, end.subarray(end.indexOf('\n') + 1))
}

export function watchServerLog(log: ServerLog): NodeJS.Timeout {
  return setInterval(() => {
    try {
      trimServerLog(log)
    } catch {
      // Perhaps the disk is full: the next attempt follows in a minute.
    }
  }, CHECK_MS).unref()
}

export function lastServerMessage({ path, fd }: ServerLog, from = 0): string {
  const text = orExplain(`cannot read ${path}`, () => readFrom(fd, from).toString())
  return usefulLines(text) ?? `see ${path}`
}

/** The last lines that report a failure, without time and pid. */
export function usefulLines(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const failures = lines.filter((line) => /\b(?:FATAL|PANIC|error):|\bHINT:|error while loading/.test(line))
  const chosen = failures.length > 0 ? failures.slice(-2) : lines.slice(-3)
  return chosen.length === 0 ? undefined : chosen.map((line) => line.replace(/^[^[]*\[\d+\] /, '').trim()).join(' ')
}

function readFrom(fd: number, position: number): Buffer {
  const start = Math.max(0, position)
  const bytes = Buffer.alloc(Math.max(0, fs.fstatSync(fd).size - start))
  return bytes.subarray(0, bytes.length === 0 ? 0 : fs.readSync(fd, bytes, 0, bytes.length, start))
}
