import { ApiError } from '../../errors.ts'
import { message } from '../../messages/message.ts'
import type { Request } from '../call.ts'
import type { TrustedRange } from '../server/client-address.ts'
import { cameByTls } from '../server/first-checks.ts'

export type OriginCheck = ReturnType<typeof createOriginCheck>

/** Cookies come along with requests that other websites start: a session counts only when our own page sent it. */
export function createOriginCheck(config: { baseUrl: string; trustedProxies: readonly TrustedRange[] }) {
  const base = new URL(config.baseUrl).origin
  const isOwn = (request: Request, origin: string) => {
    if (origin === base) return true
    const scheme = cameByTls(request, config.trustedProxies) ? 'https' : 'http'
    return origin === `${scheme}://${request.headers.host}`.toLowerCase()
  }
  /** The browser says that it was one of our own pages. */
  const isOurs = (request: Request): boolean => {
    const { origin } = request.headers
    // Browsers leave the first one out on plain http, but for this machine itself.
    const site = request.headers['sec-fetch-site']
    return site === undefined ? origin !== undefined && isOwn(request, origin) : site === 'same-origin'
  }
  const refuseUnlessOurs = (request: Request, maySayNothing: boolean) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (isOurs(request) || site === 'none') return
    if (maySayNothing && site === undefined && origin === undefined) return
    throw new ApiError('forbidden', { message: message('access.foreign_page') })
  }
  return {
    isOurs,
    /** Throws 403 where another website may have sent it: for requests with a session. */
    check: (request: Request) => refuseUnlessOurs(request, request.method === 'GET' || request.method === 'HEAD'),
    /** Throws 403 where another website has sent it: for requests without one, also of programs. */
    refuseForeign: (request: Request) => refuseUnlessOurs(request, true),
    /** The origin of the page, when it is one of ours. */
    ownOrigin(request: Request): string | null {
      const { origin } = request.headers
      return origin !== undefined && isOwn(request, origin) ? origin : null
    },
  }
}
