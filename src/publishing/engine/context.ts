import type { ReadyConnection } from '../../connections/connections.ts'
import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { type OpenMediaFile, openMediaFile } from '../../media/files.ts'
import { readLinkPreview } from '../../media/link-preview.ts'
import type { Http, PlatformContext } from '../../platforms/contract.ts'
import type { SettingsFor } from '../../platforms/settings.ts'

// X takes videos of 512 MB, the largest of the files we upload ourselves.
const MEDIA_BYTES_MAX = 512 * 1024 * 1024
const MEDIA_TIMEOUT_MS = 600_000

export interface ContextOptions {
  clock: Clock
  http: Http
  mediaFetch: SafeFetch
  settingsFor: SettingsFor
  /** Where downloads are kept while an attempt runs. */
  mediaDir: string
}

/** What an adapter may use for one attempt. Files are downloaded once and deleted by `close`. */
export function createContext(
  { clock, http, mediaFetch, settingsFor, mediaDir }: ContextOptions,
  connection: ReadyConnection,
): PlatformContext & { close(): Promise<void> } {
  const settings = settingsFor(connection.provider, connection.app)
  if (settings === null) throw new Error(`the app of ${connection.provider} is not set up`)
  const files = new Map<string, Promise<OpenMediaFile>>()
  return {
    http,
    settings,
    now: () => new Date(clock.now()),
    account: {
      id: connection.accountId,
      handle: connection.handle,
      kind: connection.kind,
      accessToken: connection.accessToken,
    },
    readLinkPreview: (url) => readLinkPreview(mediaFetch, url),
    openMedia(url, limits = { maxBytes: MEDIA_BYTES_MAX, timeoutMs: MEDIA_TIMEOUT_MS }) {
      const known = files.get(url)
      if (known) return known
      const opened = openMediaFile(mediaFetch, url, { dir: mediaDir, ...limits })
      files.set(url, opened)
      return opened
    },
    async close() {
      for (const file of files.values()) await file.then((opened) => opened.close()).catch(() => {})
    },
  }
}
