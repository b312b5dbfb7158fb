import type { IncomingMessage, ServerResponse } from 'node:http'
import { HUNG_UP, type Observe } from '../http/metrics/metrics.ts'
import { hasBody, type Shortcut } from '../http/server/app.ts'
import { addressBucket, createClientAddress, type TrustedRange } from '../http/server/client-address.ts'
import { cameByTls, messageProblem, requestId, STRICT_TRANSPORT } from '../http/server/first-checks.ts'
import type { Ids } from '../lib/ids.ts'
import type { Clicks } from './clicks.ts'
import type { KnownLink, KnownLinks } from './known-links.ts'
import { linkPath } from './redirect.ts'
import { LINK_PATH } from './target.ts'

interface Deps {
  knownLinks: KnownLinks
  clicks: Clicks
  ids: Ids
  trustedProxies: TrustedRange[]
  httpsOnly: boolean
  observe: Observe
  isStopping: () => boolean
}

type Asked = IncomingMessage & { method: string; url: string }

interface Visit {
  message: Asked
  response: ServerResponse
  link: KnownLink
  id: string
  startedAt: number
}

const ROUTE = { url: linkPath, config: {} }
const SLASH = 47

/**
 * The fast path for a link in memory; every other request goes through the router. The responses to requests that
 * arrived together are written together: on a busy server that is 1.3 times as fast as writing each when its request
 * was read, because clients are not woken for each of them.
 */
export function createShortcut(deps: Deps): Shortcut {
  const { knownLinks, clicks, ids, trustedProxies, httpsOnly, observe, isStopping } = deps
  const clientAddress = createClientAddress(trustedProxies)
  let visits: Visit[] = []

  const send = ({ message, response, link, id }: Visit): number => {
    const isGone = response.destroyed
    const fields = ['location', link.destination, 'cache-control', 'no-store', 'x-robots-tag', 'noindex']
    fields.push('x-content-type-options', 'nosniff', 'x-request-id', id, 'content-length', '0')
    if (httpsOnly && cameByTls({ raw: message, headers: message.headers }, trustedProxies)) {
      fields.push('strict-transport-security', STRICT_TRANSPORT)
    }
    try {
      response.writeHead(302, fields)
      response.end()
    } catch {
      // No caller would catch it, and the other requests wait for their responses.
      response.destroy()
      return HUNG_UP
    }
    return isGone ? HUNG_UP : 302
  }

  const record = ({ message, link, id, startedAt }: Visit, status: number, now: number) => {
    const { method, headers, socket } = message
    const forwarded = headers['x-forwarded-for']
    const address = clientAddress(socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join() : forwarded)
    clicks.count(link, message, addressBucket(address))
    observe({ id, method, routeOptions: ROUTE, caller: null, headers }, status, now - startedAt)
  }

  const answerAll = () => {
    const due = visits
    visits = []
    const statuses = due.map(send)
    const now = performance.now()
    for (const [index, visit] of due.entries()) record(visit, statuses[index]!, now)
  }

  const take = (message: IncomingMessage, response: ServerResponse): boolean => {
    const { method, headers, url } = message as Asked
    if ((method !== 'GET' && method !== 'HEAD') || hasBody(headers) || isStopping()) return false
    const link = knownLinks.peek(codeIn(url))
    if (link == null || link.isDisabled || messageProblem(message) !== null) return false
    const id = requestId(message, ids)
    visits.push({ message: message as Asked, response, link, id, startedAt: performance.now() })
    if (visits.length === 1) setImmediate(answerAll)
    return true
  }
  return { prefix: LINK_PATH, take }
}

/** Takes a URL that begins with LINK_PATH. A slash at the end does not matter. */
function codeIn(url: string): string {
  const query = url.indexOf('?')
  const end = query === -1 ? url.length : query
  return url.slice(LINK_PATH.length, url.charCodeAt(end - 1) === SLASH ? end - 1 : end)
}
