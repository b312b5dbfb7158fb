import { createHash } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { World } from '../state/world.ts'
import { type MediaFacts, readMediaFacts } from './facts.ts'
import { publicAddressOf } from './private-addresses.ts'

/** Meta fetches media from their URLs, and so do the simulators. */
export interface FetchedMedia extends MediaFacts {
  url: string
  bytes: number
}

export type FetchProblem = 'unreachable' | 'slow'

const MAX_REDIRECTS = 5
const USER_AGENT = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php; sandbox simulator)'

interface Fetched {
  status: number
  location: string | null
  type: string
  /** Declared or received size. */
  size: number
  bytes: Buffer
}

export async function fetchMedia(world: World, url: string): Promise<FetchedMedia | FetchProblem> {
  const settings = world.settings.current
  const stub = settings.stub_urls.find((entry) => url.startsWith(entry.prefix))
  if (stub)
    return { url, type: stub.type, bytes: stub.bytes, width: stub.width, height: stub.height, seconds: stub.seconds }
  const deadline = AbortSignal.timeout(settings.fetch_timeout_ms)
  let next = url
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const target = new URL(next)
      if (target.protocol !== 'http:' && target.protocol !== 'https:') return 'unreachable'
      // Meta fetches from the public internet. A sandbox must not give access to the network that it runs in.
      const isOwn = target.origin === new URL(world.url).origin || (settings.fetch_local_files && isLocalFile(target))
      const isOpen = !settings.refuse_private_urls || isOwn
      const address = isOpen ? undefined : await publicAddressOf(target)
      if (address === null) return 'unreachable'
      const got = await get(target, { address, maxBytes: settings.fetch_max_bytes, signal: deadline })
      if (got.status >= 300 && got.status < 400 && got.location !== null) {
        next = new URL(got.location, target).href
        continue
      }
      return got.status === 200 ? toMedia(url, got) : 'unreachable'
    }
    return 'unreachable'
  } catch {
    return deadline.aborted ? 'slow' : 'unreachable'
  }
}

/** The name has 24 random bytes and cannot be guessed, so this gives no access to anything else on the machine. */
function isLocalFile({ hostname, pathname }: URL): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(hostname) && /^\/files\/[\w-]{32}\.[a-z0-9]{3,4}$/.test(pathname)
}

/** Meta also requires the right Content-Type, so a page is never taken for a picture. */
function toMedia(url: string, got: Fetched): FetchedMedia | FetchProblem {
  if (!/^(image|video)\/|^application\/octet-stream/.test(got.type)) return 'unreachable'
  const facts = readMediaFacts(got.bytes) ?? { type: 'unknown', width: null, height: null, seconds: null }
  return { url, bytes: got.size, ...facts }
}

/** Treats the same URL as the same picture, which is enough to count duplicates. */
export function keyOfUrl(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16)
}

/** Connects to the checked `address`, even if the name resolves differently now. */
function get(
  url: URL,
  { address, maxBytes, signal }: { address: string | undefined; maxBytes: number; signal: AbortSignal },
): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http
    const headers = { 'user-agent': USER_AGENT, accept: '*/*' }
    const pinned = address === undefined ? {} : { lookup: lookupOf(address) }
    const request = client.get(url, { headers, signal, agent: false, ...pinned }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = () => {
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? null,
          type: response.headers['content-type'] ?? '',
          size: Math.max(size, Number(response.headers['content-length'] ?? 0)),
          bytes: Buffer.concat(chunks),
        })
        request.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > maxBytes) finish()
      })
      response.on('end', finish)
      response.on('error', reject)
      response.on('aborted', () => reject(new Error('aborted')))
    })
    request.on('error', reject)
  })
}

function lookupOf(address: string): LookupFunction {
  const family = isIP(address)
  return (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family))
}
