import type { IncomingMessage } from 'node:http'
import type { World } from '../state/world.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * The control interface has no password, so only programs on this machine may use it. Browsers send the requesting page
 * in `Origin` and the hostname in `Host`. Other websites fail the first check, and DNS rebinding fails the second.
 */
export function isOwnRequest(world: World, request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  const own = new URL(world.url)
  if (origin !== undefined && origin !== own.origin) return false
  const named = URL.parse(`http://${host ?? ''}`)
  return named !== null && (named.host === own.host || LOOPBACK.test(named.hostname))
}
