import { setTimeout as delay } from 'node:timers/promises'

/** A client without a public URL: reads GET /v1/events with a cursor, from before the first event to the last. */
export interface FeedReader {
  /** Ids in the order of arrival. One that arrived twice is listed twice. */
  readonly seen: readonly string[]
  readonly pages: number
  /** Failed requests that were repeated with the same cursor. */
  readonly repeats: number
  stop(): Promise<void>
}

const PAUSE_MS = 30
const PAGE_SIZE = 100
const CALL_TIMEOUT_MS = 15_000

interface Page {
  data: Array<{ id: string }>
  pagination: { next_cursor: string }
}

export function startFeedReader(apiUrl: string, key: string): FeedReader {
  const seen: string[] = []
  let cursor: string | null = null
  let pages = 0
  let repeats = 0
  let stopping = false
  const reading = (async () => {
    for (; !stopping; await delay(PAUSE_MS)) {
      const page = await readPage(apiUrl, key, cursor)
      if (page === null) {
        repeats++
        continue
      }
      pages++
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.pagination.next_cursor
    }
  })()
  // The error surfaces in stop().
  reading.catch(() => {})
  return {
    seen,
    get pages() {
      return pages
    },
    get repeats() {
      return repeats
    },
    async stop() {
      stopping = true
      await reading
    },
  }
}

async function readPage(apiUrl: string, key: string, cursor: string | null): Promise<Page | null> {
  const query = new URLSearchParams({ order: 'asc', limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) })
  let response: Response
  let text: string
  try {
    response = await fetch(`${apiUrl}/v1/events?${query}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    text = await response.text()
  } catch {
    return null
  }
  if (response.status >= 500) return null
  if (response.status !== 200) throw new Error(`the feed answered ${response.status} ${text}`)
  const page = JSON.parse(text) as Page
  if (typeof page.pagination.next_cursor !== 'string') throw new Error(`the feed ended without a cursor: ${text}`)
  return page
}
