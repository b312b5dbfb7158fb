import fs from 'node:fs'
import { createSecureContext } from 'node:tls'

export interface TlsFiles {
  certFile: string
  keyFile: string
}

export interface TlsPair {
  cert: Buffer
  key: Buffer
}

export interface TlsWatcher {
  /** Looks now. */
  check(): void
  stop(): void
}

export interface TlsListeners {
  onRenewed: (pair: TlsPair) => void
  /** The old certificate stays in use. Told once for each state of the files. */
  onProblem: (reason: string) => void
}

const CHECK_MS = 60_000

/** Tells when the files have been replaced by a pair that works. Times, not events: those get lost on links and mounts. */
export function watchTlsFiles(files: TlsFiles, listeners: TlsListeners, everyMs = CHECK_MS): TlsWatcher {
  let seen = stateOf(files)
  const check = () => {
    const state = stateOf(files)
    if (state === seen) return
    seen = state
    try {
      const pair = { cert: fs.readFileSync(files.certFile), key: fs.readFileSync(files.keyFile) }
      createSecureContext(pair)
      listeners.onRenewed(pair)
    } catch (error) {
      listeners.onProblem((error as Error).message)
    }
  }
  const timer = setInterval(check, everyMs)
  timer.unref()
  return { check, stop: () => clearInterval(timer) }
}

/** Through links, which certbot uses: of what they point to. */
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
