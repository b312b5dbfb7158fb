import ipaddr from 'ipaddr.js'

const PRIVATE_SUFFIX = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/

/** By the name alone, without a look-up: what resolves to a private address is found when it is connected to. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  // `process` reads ::ffff:10.0.0.1 as the IPv4 address it is.
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast'
  return !host.includes('.') || PRIVATE_SUFFIX.test(host)
}
