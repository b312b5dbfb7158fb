import { ApiError } from '../../errors.ts'
import type { Request } from '../call.ts'
import type { TrustedRange } from '../server/client-address.ts'
import { cameByTls } from '../server/first-checks.ts'

/**
 * Whether a page of our own sent a request. Cookies come along with requests that other websites start, so a session
 * counts only where the browser says that none did.
 */
export interface OriginCheck {
  /** The browser says that it was one of our own pages. */
  isOurs(request: Request): boolean
  /** Throws 403 where another website may have sent it: for requests with a session. */
  check(request: Request): void
  /** Throws 403 where another website has sent it: for requests without one, also of programs. */
  refuseForeign(request: Request): void
  /** The origin of the page, when it is one of ours. */
  ownOrigin(request: Request): string | null
}

export interface OriginOptions {
  baseUrl: string
  trustedProxies: readonly TrustedRange[]
}

const NOT_OURS =
  'This request came from another website, or does not say from where. Use the dashboard itself; programs use an API key.'

export function createOriginCheck({ baseUrl, trustedProxies }: OriginOptions): OriginCheck {
  const base = new URL(baseUrl).origin
  const isOwn = (request: Request, origin: string) => {
    if (origin === base) return true
    const scheme = cameByTls(request, trustedProxies) ? 'https' : 'http'
    return origin === `${scheme}://${request.headers.host}`.toLowerCase()
  }
  const isOurs = (request: Request): boolean => {
    const { origin } = request.headers
    // Browsers leave the first one out on plain http, but for this machine itself.
    const site = request.headers['sec-fetch-site']
    return site === undefined ? origin !== undefined && isOwn(request, origin) : site === 'same-origin'
  }
  return {
    isOurs,
    check(request) {
      const { origin } = request.headers
      const site = request.headers['sec-fetch-site']
      if (isOurs(request) || site === 'none') return
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (isRead && site === undefined && origin === undefined) return
      throw new ApiError('forbidden', { message: NOT_OURS })
    },
    refuseForeign(request) {
      const { origin } = request.headers
      const site = request.headers['sec-fetch-site']
      if (isOurs(request) || site === 'none' || (site === undefined && origin === undefined)) return
      throw new ApiError('forbidden', { message: NOT_OURS })
    },
    ownOrigin(request) {
      const { origin } = request.headers
      return origin !== undefined && isOwn(request, origin) ? origin : null
    },
  }
}
