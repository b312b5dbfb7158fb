import { BlockList, isIP } from 'node:net'

/**
 * `private` is the operator's own network, which a setting may allow. `forbidden` is never a target of our requests:
 * metadata services of clouds, link-local, multicast, reserved and documentation ranges, and tunnels that hide another
 * address.
 */
export type AddressVerdict = 'public' | 'private' | 'forbidden'

// Most entries are from https://www.iana.org/assignments/iana-ipv4-special-registry; the last ones are cloud services.
const FORBIDDEN_V4 = toBlockList('ipv4', [
  '0.0.0.0/8', // "this network": Linux treats 0.0.0.0 as itself
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

const PRIVATE_V4 = toBlockList('ipv4', [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
])

/**
 * The only allocated part of IPv6: https://www.iana.org/assignments/ipv6-address-space. Everything else is forbidden.
 */
const GLOBAL_UNICAST = toBlockList('ipv6', ['2000::/3'])

const FORBIDDEN_V6 = toBlockList('ipv6', [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: holds an IPv4 address
  '3fff::/20', // documentation
  'fd00:ec2::/32', // metadata and other services of AWS
  'fd20:ce::254/128', // metadata of Google
  'fd00:c1::a9fe:a9fe/128', // metadata of Oracle
  'fd00:42::42/128', // metadata of Scaleway
])

const PRIVATE_V6 = toBlockList('ipv6', ['::1/128', 'fc00::/7'])

/** Classifies the text of an IPv4 or IPv6 address. A zone, or a text that is not an address, is forbidden. */
export function judgeAddress(ip: string): AddressVerdict {
  const version = ip.includes('%') ? 0 : isIP(ip)
  if (version === 4) return judgeV4(ip)
  return version === 6 ? judgeV6(ip) : 'forbidden'
}

function judgeV4(ip: string): AddressVerdict {
  if (FORBIDDEN_V4.check(ip)) return 'forbidden'
  return PRIVATE_V4.check(ip) ? 'private' : 'public'
}

function judgeV6(ip: string): AddressVerdict {
  const groups = parseV6(ip)
  const prefix = groups.slice(0, 6).join(':')
  // Checked first: to the kernel, mapped addresses are IPv4 addresses.
  if (prefix === '0:0:0:0:0:ffff') return judgeV4(embeddedV4(groups))
  // NAT64. Its prefix must not be used for private addresses (RFC 6052, 3.1), so those are never legitimate.
  if (prefix === '64:ff9b:0:0:0:0') return judgeV4(embeddedV4(groups)) === 'public' ? 'public' : 'forbidden'
  if (FORBIDDEN_V6.check(ip, 'ipv6')) return 'forbidden'
  if (PRIVATE_V6.check(ip, 'ipv6')) return 'private'
  // ISATAP (RFC 5214) hides an IPv4 address behind any prefix.
  if (/^(?:0|200):5efe$/.test(groups.slice(4, 6).join(':'))) return 'forbidden'
  return GLOBAL_UNICAST.check(ip, 'ipv6') ? 'public' : 'forbidden'
}

function toBlockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

/** Eight hexadecimal groups, as the URL parser writes them: ::ffff:1.2.3.4 is 0:0:0:0:0:ffff:102:304. */
function parseV6(text: string): string[] {
  const [left, right] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::')
  const head = left ? left.split(':') : []
  if (right === undefined) return head
  const tail = right ? right.split(':') : []
  return [...head, ...new Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

function embeddedV4(groups: string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}
