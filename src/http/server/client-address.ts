import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * A network whose members are trusted to name the addresses they pass on. IPv4-mapped IPv6 is always stored as IPv4.
 */
export interface TrustedRange {
  readonly network: Address
  readonly bits: number
}

type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string

/** The address of every client that connects through a Unix socket. */
export const LOCAL_PEER = 'local'

const LONGEST_ADDRESS = 45 // 0000:0000:0000:0000:0000:ffff:255.255.255.255

const MOST_HOPS = 32 // Real chains have fewer than five; a header of 10 kB has a thousand and would take a millisecond.

const KEYWORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])

/**
 * Finds the client's address. X-Forwarded-For counts only from a trusted peer. It is read from the right, where our own
 * proxies write: the first untrusted address is the client, and anything left of it is the client's claim. If the
 * header is unreadable or names too many proxies, the peer is the client. The result is canonical text, with mapped
 * IPv4 as IPv4.
 */
export function createClientAddress(trusted: readonly TrustedRange[]): ClientAddress {
  if (trusted.length === 0) return (peer) => canonicalPeer(peer)
  return (peer, forwardedFor) => {
    if (!forwardedFor || !isTrustedPeer(trusted, peer)) return canonicalPeer(peer)
    return forwardedClient(trusted, forwardedFor) ?? canonicalPeer(peer)
  }
}

/** Whether to believe what this peer says about its own caller (address, protocol, host). */
export function isTrustedPeer(trusted: readonly TrustedRange[], peer: string | undefined): boolean {
  if (trusted.length === 0 || !peer) return false
  const address = parseAddress(peer)
  return address !== undefined && isInside(trusted, address)
}

/**
 * Reads TRUST_PROXY: networks (10.0.0.0/8), single addresses and the words `loopback` and `private`, separated by commas
 * or spaces. Throws on everything else. "Trust everyone" and hop counts are refused because either lets any client
 * choose its own address: https://fastify.dev/docs/latest/Reference/Server/#trustproxy
 */
export function parseTrustedProxies(list: string): TrustedRange[] {
  return list
    .split(/[\s,]/)
    .filter((entry) => entry !== '')
    .flatMap((entry) => KEYWORDS.get(entry.toLowerCase()) ?? [entry])
    .map(parseRange)
}

/** The unit that shares a limit: an IPv4 address, or an IPv6 /64, which is what one customer gets. */
export function addressBucket(address: string): string {
  if (!address.includes(':')) return address
  const parsed = parseAddress(address)
  if (parsed === undefined) return address
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const { parts } = parsed as ipaddr.IPv6
  // The four groups cut off are always the longest run of zeros, so RFC 5952 puts the :: there.
  let last = 3
  while (last >= 0 && parts[last] === 0) last--
  let prefix = ''
  for (let i = 0; i <= last; i++) prefix += i === 0 ? parts[i]!.toString(16) : `:${parts[i]!.toString(16)}`
  return `${prefix}::/64`
}

/** Sockets report canonical text, so only a mapped IPv4 address and a zone need conversion. */
function canonicalPeer(peer: string | undefined): string {
  if (!peer) return LOCAL_PEER
  if (!peer.includes(':')) return peer
  if (peer.startsWith('::ffff:') && isIPv4(peer.slice(7))) return peer.slice(7)
  return parseAddress(peer)?.toString() ?? peer
}

function forwardedClient(trusted: readonly TrustedRange[], header: string): string | undefined {
  let end = header.length
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    // Stops at the start: lastIndexOf treats a negative position as 0.
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1)
    const address = parseAddress(trimBlanks(header, comma + 1, end))
    if (address === undefined) return undefined
    if (comma === -1 || !isInside(trusted, address)) return address.toString()
    end = comma
  }
  return undefined
}

function trimBlanks(text: string, start: number, end: number): string {
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** Strict: ipaddr.js alone would also accept 0x7f.1 and 010.0.0.1, which proxies read in different ways. */
function parseAddress(text: string): Address | undefined {
  const zone = text.indexOf('%')
  const bare = zone === -1 ? text : text.slice(0, zone)
  if (bare.length > LONGEST_ADDRESS) return undefined
  const version = isIP(bare)
  // Only IPv6 addresses have a zone.
  if (version === 4) return zone === -1 ? ipaddr.IPv4.parse(bare) : undefined
  if (version === 0) return undefined
  const address = parseIPv6(bare)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/** ipaddr.js 2.5 treats ::127.0.0.1 as a mapped address, which would pass as loopback. */
function parseIPv6(text: string): ipaddr.IPv6 {
  const gap = text.indexOf('::')
  if (gap === -1) return new ipaddr.IPv6(parseGroups(text))
  const left = parseGroups(text.slice(0, gap))
  const right = parseGroups(text.slice(gap + 2))
  while (left.length + right.length < 8) left.push(0)
  return new ipaddr.IPv6([...left, ...right])
}

function parseGroups(text: string): number[] {
  if (text === '') return []
  const groups: number[] = []
  for (const group of text.split(':')) {
    if (group.includes('.')) {
      const [a, b, c, d] = group.split('.').map(Number)
      groups.push((a! << 8) | b!, (c! << 8) | d!)
    } else {
      groups.push(Number.parseInt(group, 16))
    }
  }
  return groups
}

function isInside(trusted: readonly TrustedRange[], address: Address): boolean {
  const kind = address.kind()
  for (const { network, bits } of trusted) {
    if (network.kind() === kind && address.match(network, bits)) return true
  }
  return false
}

function parseRange(entry: string): TrustedRange {
  const slash = entry.indexOf('/')
  const text = slash === -1 ? entry : entry.slice(0, slash)
  const version = text.includes('%') ? 0 : isIP(text)
  if (version === 0) {
    throw new Error(
      `TRUST_PROXY: "${entry}" is not a network. List addresses (10.0.0.7), networks (10.0.0.0/8), "loopback" or "private".`,
    )
  }
  const longest = version === 4 ? 32 : 128
  const suffix = entry.slice(slash + 1)
  const bits = slash === -1 ? longest : /^\d{1,3}$/.test(suffix) ? Number(suffix) : Number.NaN
  if (!(bits <= longest)) throw new Error(`TRUST_PROXY: "${entry}" needs a prefix length from 1 to ${longest}.`)
  if (bits === 0) {
    throw new Error(`TRUST_PROXY: "${entry}" would trust everyone, so that any client could choose its address.`)
  }
  if (version === 4) return { network: ipaddr.IPv4.parse(text), bits }
  const network = parseIPv6(text)
  if (!network.isIPv4MappedAddress()) return { network, bits }
  if (bits <= 96) throw new Error(`TRUST_PROXY: "${entry}" covers all of IPv4. Write IPv4 networks as such.`)
  return { network: network.toIPv4Address(), bits: bits - 96 }
}
