import { lookup as lookUpAddresses } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { message } from '../../messages/message.ts'
import { orAborted } from '../bounds/abort.ts'
import { ByteCollector } from '../bounds/byte-collector.ts'
import { judgeAddress } from './address-guard.ts'
import { exchange, firstHop, type Hop, nextHop, receive } from './exchange.ts'
import {
  type AnswerHead,
  type ChunkSink,
  destroyAll,
  failure,
  type Journey,
  SafeFetchError,
  type SafeFetchRequest,
} from './fetch-error.ts'
import { type Connection, createKeptSockets } from './kept-sockets.ts'
import { hostOf, judgeUrl, portOf } from './url-guard.ts'

/** Resolves to all addresses of a name, IPv4 and IPv6. Rejects if there is none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

export interface SafeFetchOptions {
  /** Allows the operator's own networks. Metadata services and the like are never allowed. */
  allowPrivate?: boolean
  /** Allows any port, unless a request lists its own. */
  anyPort?: boolean
  /** Origins, such as the sandbox, for which private addresses, any port and plain http are allowed. */
  allowedOrigins?: readonly string[]
  /** The time limit of a look-up; defaults to 5 s. */
  dnsTimeoutMs?: number
  lookup?: Lookup
  /** Replaces the TCP connection. Gets the checked address, never a name. */
  dial?: (address: string, port: number) => Socket
  ca?: string | Buffer
}

export type SafeFetchAnswer = AnswerHead & { body: Buffer }

export interface SafeFetch {
  (request: SafeFetchRequest): Promise<SafeFetchAnswer>
  /** For bodies too large for memory. `whole` is false if the sink ended the download. */
  download(request: SafeFetchRequest, sink: ChunkSink): Promise<AnswerHead & { bytes: number; whole: boolean }>
  /** Closes the connections kept for an owner, or all. */
  hangUp(owner?: string): void
}

const DNS_TIMEOUT_MS = 5_000
/** For an address that has alternatives. */
const FIRST_CONNECT_MS = 3_000
const MOST_ADDRESSES = 6
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * All requests to URLs from others go through this. A name is looked up once, all of its addresses are checked, and the
 * connection goes to one of them, so a name server that changes its answer gains nothing. Every redirect starts over.
 * No request is sent twice, except as `keepFor` says. fetch() is not suitable: it hides the socket, and with it the
 * address used and what was sent.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const net: Net = {
    ...options,
    lookup: options.lookup ?? lookUpAll,
    dial: options.dial ?? ((host, port) => connectTcp({ host, port })),
    origins: new Set((options.allowedOrigins ?? []).map((origin) => new URL(origin).origin)),
    kept: createKeptSockets(),
  }
  const safeFetch = async (request: SafeFetchRequest): Promise<SafeFetchAnswer> => {
    const collected = new ByteCollector()
    const { status, headers, url } = await download(net, request, (chunk) => {
      collected.add(chunk)
      return true
    })
    return { status, headers, url, body: collected.bytes() }
  }
  return Object.assign(safeFetch, {
    download: (request: SafeFetchRequest, sink: ChunkSink) => download(net, request, sink),
    hangUp: net.kept.close,
  })
}

interface Net extends SafeFetchOptions {
  lookup: Lookup
  dial: NonNullable<SafeFetchOptions['dial']>
  origins: ReadonlySet<string>
  kept: ReturnType<typeof createKeptSockets>
}

async function download(net: Net, request: SafeFetchRequest, sink: ChunkSink) {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), request.timeoutMs)
  const signal = request.signal ? AbortSignal.any([deadline.signal, request.signal]) : deadline.signal
  const journey: Journey = { sent: false, head: null, sockets: [], signal }
  const stop = () => destroyAll(journey)
  signal.addEventListener('abort', stop)
  try {
    let hop = firstHop(request)
    for (let redirects = 0; ; redirects++) {
      if (signal.aborted) throw failure(journey, 'timeout', message('fetch.stopped'))
      const rules = net.anyPort ? { ports: null, ...request } : request
      const { url, problems } = judgeUrl(hop.url, rules, net.origins)
      if (url === null || problems.length > 0) throw failure(journey, 'refused_url', problems[0]!)
      const { response, connection, isFree } = await ask(net, journey, request, url, hop)
      const isRedirect = request.maxRedirects && REDIRECTS.includes(response.statusCode!)
      const { location } = response.headers
      if (!isRedirect || location === undefined) {
        const answer = await receive(journey, url, request, response, sink)
        const isKept = request.keepFor !== undefined && answer.whole && isFree() && response.statusCode! < 300
        if (isKept) {
          journey.sockets.length = 0
          net.kept.keep(request.keepFor!, url.origin, connection, response.headers['keep-alive'] as string | undefined)
        }
        return answer
      }
      destroyAll(journey)
      if (redirects >= request.maxRedirects!) {
        throw failure(journey, 'too_many_redirects', message('fetch.too_many_redirects', { host: url.hostname }))
      }
      hop = nextHop(journey, hop, url, location, response.statusCode!)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    destroyAll(journey)
  }
}

/** Looks up the name and checks its addresses every time, also for a kept connection. */
async function ask(net: Net, journey: Journey, request: SafeFetchRequest, url: URL, hop: Hop) {
  const addresses = await resolve(net, journey, url)
  const old = request.keepFor === undefined ? null : net.kept.take(request.keepFor, url.origin, addresses)
  if (old !== null) {
    journey.sockets.push(old.socket)
    try {
      return await askThrough(journey, request, url, hop, old)
    } catch (error) {
      const isCutOff = error instanceof SafeFetchError && error.reason === 'reset'
      if (!isCutOff) throw error
      // The server may have just closed it, which says nothing about the request. The other kept connections are as
      // old.
      destroyAll(journey)
      net.kept.close(request.keepFor)
    }
  }
  return askThrough(journey, request, url, hop, await connect(net, journey, url, addresses))
}

async function askThrough(journey: Journey, request: SafeFetchRequest, url: URL, hop: Hop, connection: Connection) {
  let isFree = false
  // Node emits this when the response is complete and both sides keep the connection.
  connection.socket.once('free', () => {
    isFree = true
  })
  const response = await exchange(journey, connection.socket, url, hop, request.notAfter)
  return { response, connection, isFree: () => isFree }
}

async function resolve(net: Net, journey: Journey, url: URL): Promise<readonly string[]> {
  const host = hostOf(url)
  let addresses: readonly string[] = [host]
  if (isIP(host) === 0) {
    const limit = AbortSignal.any([journey.signal, AbortSignal.timeout(net.dnsTimeoutMs ?? DNS_TIMEOUT_MS)])
    try {
      addresses = await orAborted(net.lookup(host), limit)
    } catch (error) {
      throw failure(journey, 'dns', message('fetch.no_lookup', { host }), error)
    }
  }
  if (addresses.length === 0) throw failure(journey, 'dns', message('fetch.no_address', { host }))
  const allowPrivate = net.allowPrivate === true || net.origins.has(url.origin)
  for (const address of addresses) {
    const verdict = judgeAddress(address)
    if (verdict === 'public' || (verdict === 'private' && allowPrivate)) continue
    // Leaves out the address: the source of the URL must not learn about our network.
    throw failure(journey, 'refused_address', message('url.private', { host }))
  }
  return addresses.slice(0, MOST_ADDRESSES)
}

async function connect(net: Net, journey: Journey, url: URL, addresses: readonly string[]): Promise<Connection> {
  const host = hostOf(url)
  const port = portOf(url)
  let lastError: unknown
  for (const [index, address] of addresses.entries()) {
    const tcp = net.dial(address, port)
    journey.sockets.push(tcp)
    const limitMs = index < addresses.length - 1 ? FIRST_CONNECT_MS : null
    try {
      await opened(tcp, 'connect', limitMs, journey.signal)
    } catch (error) {
      lastError = error
      tcp.destroy()
      if (journey.signal.aborted) break
      continue
    }
    const openedAt = performance.now()
    if (url.protocol === 'http:') return { socket: tcp, address, openedAt }
    // Checks the certificate against the name, or against the address if the URL has no name.
    const servername = isIP(host) === 0 ? host : ''
    const trust = { rejectUnauthorized: true, ...(net.ca === undefined ? {} : { ca: net.ca }) }
    const tls = connectTls({ socket: tcp, host, servername, ALPNProtocols: ['http/1.1'], ...trust })
    journey.sockets.push(tls)
    try {
      await opened(tls, 'secureConnect', null, journey.signal)
    } catch (error) {
      throw failure(journey, 'tls', message('fetch.no_tls', { host }), error)
    }
    return { socket: tls, address, openedAt }
  }
  throw failure(journey, 'connect', message('fetch.unreachable', { host }), lastError)
}

/** Uses getaddrinfo, so that /etc/hosts applies as it does for the rest of the machine. */
async function lookUpAll(hostname: string): Promise<string[]> {
  const found = await lookUpAddresses(hostname, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}

/** Resolves on the event; rejects if the socket fails, closes or takes too long. */
function opened(socket: Socket, event: string, limitMs: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = limitMs === null ? undefined : setTimeout(() => fail(new Error('It took too long.')), limitMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    // These listeners stay: an error on a socket without one would crash the process.
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The connection was closed.')))
    socket.once(event, () => {
      clearTimeout(timer)
      resolve()
    })
    if (signal.aborted) socket.destroy(new Error('It took too long.'))
  })
}
