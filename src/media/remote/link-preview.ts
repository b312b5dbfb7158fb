import type { SafeFetch } from '../../lib/net/safe-fetch.ts'
import type { LinkPreview } from '../../platforms/shared/contract.ts'
import { readPageFacts } from './page-facts.ts'
import { MOST_REDIRECTS } from './remote.ts'

const TIMEOUT_MS = 8_000
/** What a page says about itself stands in its head, near the beginning. */
const MOST_BYTES = 262_144
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i

/** What a page says about itself for link cards (https://ogp.me). Null for whatever reason: a card is never worth a failure. */
export async function readLinkPreview(mediaFetch: SafeFetch, url: string): Promise<LinkPreview | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  const request = {
    url,
    headers: { accept: 'text/html,application/xhtml+xml' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: Number.MAX_SAFE_INTEGER,
    maxRedirects: MOST_REDIRECTS,
  }
  try {
    const head = await mediaFetch.download(request, (chunk, { status, headers }) => {
      if (status !== 200 || !HTML.test(headers.get('content-type') ?? '')) return false
      chunks.push(chunk.subarray(0, MOST_BYTES - bytes))
      bytes += chunk.length
      return bytes < MOST_BYTES
    })
    if (bytes === 0) return null
    const { title, description, image } = readPageFacts(decode(Buffer.concat(chunks), head.headers))
    if (title === null) return null
    const imageUrl = image === null ? null : URL.parse(image, head.url)
    return { title, description, imageUrl: imageUrl && /^https?:$/.test(imageUrl.protocol) ? imageUrl.href : null }
  } catch {
    return null
  }
}

/** The server's word for the encoding, else the page's own, else UTF-8. */
function decode(bytes: Buffer, headers: Headers): string {
  const named =
    /charset\s*=\s*"?([\w-]{1,40})/i.exec(headers.get('content-type') ?? '')?.[1] ??
    /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(bytes.toString('latin1', 0, 2_048))?.[1]
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
