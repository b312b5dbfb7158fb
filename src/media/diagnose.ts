import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { SafeFetchError } from '../lib/net/fetch-error.ts'
import type { SafeFetch } from '../lib/net/safe-fetch.ts'
import { isPrivateHost } from '../lib/net/url-guard.ts'
import { type Message, message } from '../messages/message.ts'
import { ownUrlOf } from './own-url.ts'
import { type FileStore, StoreAwayError } from './stores/file-store.ts'

// For `doctor`: whether files can be stored, and whether networks that fetch files can reach ours.

/** Meta's user agent: tunnels and proxies treat browsers and programs differently. */
const USER_AGENT = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'
const FETCH_MS = 10_000
const CHECK_BYTES = Buffer.from('doorpost')
/** A name that no file has: our own 404 shows that the request reached us. */
const NO_FILE = `${'0'.repeat(32)}.jpg`

interface KnownFile {
  file: string
  contentType: string
}

/** Null if the response is ours; otherwise a sentence. `known` is an existing file, if there is one. */
export async function findFetchProblem(
  safeFetch: SafeFetch,
  baseUrl: string,
  known: KnownFile | null,
): Promise<string | null> {
  const url = ownUrlOf(baseUrl, known?.file ?? NO_FILE)
  const { hostname } = new URL(url)
  let head: { status: number; headers: Headers }
  try {
    const request = {
      url,
      headers: { 'user-agent': USER_AGENT },
      timeoutMs: FETCH_MS,
      maxBytes: Number.MAX_SAFE_INTEGER,
    }
    head = await safeFetch.download({ ...request, maxRedirects: 3 }, () => false)
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    return `${baseUrl} cannot be reached from here (${error.message}). Start Doorpost and its proxy or tunnel, then run this again; Threads and Instagram need that address to fetch files.`
  }
  const type = head.headers.get('content-type')?.replace(/;.*/s, '').trim().toLowerCase() ?? ''
  if (type === 'text/html') {
    return `${hostname} answers with a web page instead of a file. Some tunnels show a page that visitors have to click away, and some proxies a sign-in: Threads and Instagram cannot get past either. Use an address without it, or a bucket (docs/how-to/media.md).`
  }
  if (known === null) {
    if (head.status === 404 && type === 'application/json') return null
    return `${hostname} answered with status ${head.status}, not as Doorpost does. Check that BASE_URL leads to this installation.`
  }
  if (head.status === 200 && type === known.contentType) return null
  return `${hostname} answered with status ${head.status} and ${type || 'no type'} instead of a file of the library. Check that BASE_URL leads to this installation, and that the proxy passes /files on unchanged.`
}

/** Puts a few bytes into the bucket, reads them back and removes them. Null if all of that works. */
export async function findStoreProblem(store: FileStore): Promise<string | null> {
  // Not in the data folder: `doctor` may run under another account than the server.
  const dir = await mkdtemp(join(tmpdir(), 'doorpost-check-'))
  const path = join(dir, 'check')
  const name = `doorpost-check-${basename(dir)}`
  try {
    await writeFile(path, CHECK_BYTES)
    const sha256 = createHash('sha256').update(CHECK_BYTES).digest()
    await store.put(name, { path, bytes: CHECK_BYTES.length, sha256 }, 'application/octet-stream')
    const read = await store.read(name, { start: 0, end: CHECK_BYTES.length })
    await store.remove(name)
    return read?.equals(CHECK_BYTES) ? null : 'What was stored there does not come back as it was.'
  } catch (error) {
    if (error instanceof StoreAwayError) return error.message
    throw error
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

export interface ReachSettings {
  baseUrl: string
  /** Null if the files are in the data folder. */
  s3Endpoint: string | null
  /** In the sandbox, the simulators are on this machine and fetch from it. */
  isSandbox: boolean
}

/** Why networks cannot fetch our files, judging by the settings, and what to do; null if they can. */
export function fetchProblem({ baseUrl, s3Endpoint, isSandbox }: ReachSettings): Message | null {
  if (isSandbox) return null
  if (s3Endpoint !== null) {
    const isPrivate = isPrivateHost(new URL(s3Endpoint).hostname)
    return isPrivate ? message('fetch.private_bucket', { url: s3Endpoint }) : null
  }
  const { protocol, hostname } = new URL(baseUrl)
  if (isPrivateHost(hostname)) return message('fetch.private_address', { url: baseUrl })
  return protocol === 'https:' ? null : message('fetch.plain_http', { url: baseUrl })
}
