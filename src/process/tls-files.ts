import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createSecureContext } from 'node:tls'

export type TlsFiles = Record<'certFile' | 'keyFile', string>
export type TlsPair = Record<'cert' | 'key', Buffer>

export interface TlsWatcher {
  check(): void
  stop(): void
}

export interface TlsListeners {
  onRenewed: (pair: TlsPair) => void
  /** Called once for each state of the files. The old certificate stays in use. */
  onProblem: (reason: string) => void
}

const CHECK_MS = 60_000

export interface TlsWatchOptions {
  files: TlsFiles
  /** The digest of the pair in use: the files may have been renewed before the watch begins. */
  inUse: string
  everyMs?: number
}

/**
 * Reports when the files were replaced by a working pair. It compares times, because file events get lost on links and
 * mounts.
 */
export function watchTlsFiles(
  { files, inUse, everyMs = CHECK_MS }: TlsWatchOptions,
  listeners: TlsListeners,
): TlsWatcher {
  let seen = ''
  let digest = inUse
  const check = () => {
    const state = stateOf(files)
    if (state === seen) return
    seen = state
    try {
      const pair = { cert: fs.readFileSync(files.certFile), key: fs.readFileSync(files.keyFile) }
      if (digestOf(pair) === digest) return
      createSecureContext(pair)
      digest = digestOf(pair)
      listeners.onRenewed(pair)
    } catch (error) {
      listeners.onProblem((error as Error).message)
    }
  }
  const timer = setInterval(check, everyMs).unref()
  return { check, stop: () => clearInterval(timer) }
}

export function digestOf({ cert, key }: TlsPair): string {
  return createHash('sha256').update(cert).update('\0').update(key).digest('hex')
}

/** Follows links, which certbot uses. */
function stateOf({ certFile, keyFile }: TlsFiles): string {
  return [certFile, keyFile]
    .map((file) => {
      try {
        const { ino, size, mtimeMs } = fs.statSync(file)
        return `${ino} ${size} ${mtimeMs}`
      } catch (error) {
        return (error as NodeJS.ErrnoException).code
      }
    })
    .join(', ')
}
