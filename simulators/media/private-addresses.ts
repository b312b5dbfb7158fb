import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

// Loopback, private, link-local (which includes metadata services), shared and reserved ranges: RFC 6890 and related.
const V4: Array<[string, number]> = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
const V6: Array<[string, number]> = [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

/** Returns one address of the host, or null if any of them is private: a name with both is a trap. */
export async function publicAddressOf(url: URL): Promise<string | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
  const ranges = privateRanges()
  const isPublic = addresses.every((address) => !ranges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
  return isPublic ? (addresses[0] ?? null) : null
}

function privateRanges(): BlockList {
  const ranges = new BlockList()
  for (const [network, prefix] of V4) ranges.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of V6) ranges.addSubnet(network, prefix, 'ipv6')
  return ranges
}
