import type { IncomingMessage } from 'node:http'
import type { World } from '../state/world.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * The control interface has no password, so only programs on this machine may use it. A browser names the page that asks
 * in `Origin`, and the name it was given for us in `Host`: another website fails by the first, a name that was
 * rebound to this address by the second.
 */
export function isOwnRequest(world: World, request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  const own = new URL(world.url)
  if (origin !== undefined && origin !== own.origin) return false
  const named = URL.parse(`http://${host ?? ''}`)
  return named !== null && (named.host === own.host || LOOPBACK.test(named.hostname))
}
