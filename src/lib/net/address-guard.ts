import { isIP } from 'node:net'

/**
 * - `public`: the open internet.
 * - `private`: a network of the operator's own, which a setting may open.
 * - `forbidden`: never a place for a request of ours, whatever the settings: metadata services of clouds, link-local,
 *   multicast, reserved and documentation ranges, tunnels that hide another address.
 */
export type AddressVerdict = 'public' | 'private' | 'forbidden'

interface Range {
  /** Groups of the network: four of 8 bits, or as many of 16 bits as matter. */
  groups: readonly number[]
  bits: number
}

// Most of it is https://www.iana.org/assignments/iana-ipv4-special-registry; the last ones are clouds' own services.
const FORBIDDEN_V4 = readRanges(4, [
  '0.0.0.0/8', // "this network": Linux takes 0.0.0.0 for itself
  '169.254.0.0/16', // link-local: metadata of AWS, Google, Azure, Oracle, DigitalOcean, Tencent
  '192.0.0.0/24', // protocol assignments: 192.0.0.192 is metadata of Oracle
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '100.100.100.200/32', // metadata of Alibaba, inside 100.64.0.0/10
  '168.63.129.16/32', // the host agent of Azure, inside a public range
])

const PRIVATE_V4 = readRanges(4, ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'])

/** The only part of IPv6 that is given out: https://www.iana.org/assignments/ipv6-address-space. All else is forbidden. */
const GLOBAL_UNICAST = readRanges(6, ['2000::/3'])

const FORBIDDEN_V6 = readRanges(6, [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: holds an IPv4 address
  '3fff::/20', // documentation
  'fd00:ec2::/32', // metadata and other services of AWS
  'fd20:ce::254/128', // metadata of Google
  'fd00:c1::a9fe:a9fe/128', // metadata of Oracle
  'fd00:42::42/128', // metadata of Scaleway
])

const PRIVATE_V6 = readRanges(6, ['::1/128', 'fc00::/7'])

const MAPPED = readRanges(6, ['::ffff:0:0/96'])
const NAT64 = readRanges(6, ['64:ff9b::/96'])

/** Judges the text of an IPv4 or IPv6 address. A zone, or a text that is no address, is forbidden. */
export function judgeAddress(ip: string): AddressVerdict {
  switch (ip.includes('%') ? 0 : isIP(ip)) {
    case 4:
      return judgeV4(parseV4(ip))
    case 6:
      return judgeV6(parseV6(ip))
    default:
      return 'forbidden'
  }
}

function judgeV4(bytes: number[]): AddressVerdict {
  if (isInside(FORBIDDEN_V4, bytes, 8)) return 'forbidden'
  return isInside(PRIVATE_V4, bytes, 8) ? 'private' : 'public'
}

function judgeV6(groups: number[]): AddressVerdict {
  // Before everything else: these are IPv4 addresses to the kernel.
  if (isInside(MAPPED, groups, 16)) return judgeV4(embeddedV4(groups))
  // The translator's prefix must not stand for private addresses (RFC 6052, 3.1), so that those are never meant well.
  if (isInside(NAT64, groups, 16)) return judgeV4(embeddedV4(groups)) === 'public' ? 'public' : 'forbidden'
  if (isInside(FORBIDDEN_V6, groups, 16)) return 'forbidden'
  if (isInside(PRIVATE_V6, groups, 16)) return 'private'
  // ISATAP (RFC 5214) hides an IPv4 address behind any prefix.
  if ((groups[4] === 0 || groups[4] === 0x0200) && groups[5] === 0x5efe) return 'forbidden'
  return isInside(GLOBAL_UNICAST, groups, 16) ? 'public' : 'forbidden'
}

function embeddedV4(groups: number[]): number[] {
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 0xff, low >> 8, low & 0xff]
}

function isInside(ranges: readonly Range[], groups: readonly number[], width: 8 | 16): boolean {
  return ranges.some((range) => {
    for (let i = 0, left = range.bits; left > 0; i++, left -= width) {
      const ignored = Math.max(0, width - left)
      if (groups[i]! >> ignored !== range.groups[i]! >> ignored) return false
    }
    return true
  })
}

function readRanges(version: 4 | 6, texts: readonly string[]): Range[] {
  return texts.map((text) => {
    const [network = '', bits] = text.split('/')
    return { groups: version === 4 ? parseV4(network) : parseV6(network), bits: Number(bits) }
  })
}

function parseV4(text: string): number[] {
  return text.split('.').map(Number)
}

/** Of a text that is known to be IPv6. Not left to ipaddr.js 2.5, which takes ::1.2.3.4 for ::ffff:1.2.3.4. */
function parseV6(text: string): number[] {
  const gap = text.indexOf('::')
  if (gap === -1) return parseGroups(text)
  const left = parseGroups(text.slice(0, gap))
  const right = parseGroups(text.slice(gap + 2))
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right]
}

function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = parseV4(group)
    return [(a << 8) | b, (c << 8) | d]
  })
}
