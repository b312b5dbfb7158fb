import { ApiError } from '../../errors.ts'
import { message } from '../../messages/message.ts'
import type { Request } from '../call.ts'
import type { TrustedRange } from '../server/client-address.ts'
import { cameByTls } from '../server/first-checks.ts'

export type OriginCheck = ReturnType<typeof createOriginCheck>

/**
 * Browsers send cookies even with requests that other websites start, so a session counts only if our own page sent the
 * request.
 */
export function createOriginCheck(config: { baseUrl: string; trustedProxies: readonly TrustedRange[] }) {
  const base = new URL(config.baseUrl).origin
  const isOwn = (request: Request, origin: string) => {
    if (origin === base) return true
    const scheme = cameByTls(request, config.trustedProxies) ? 'https' : 'http'
    return origin === `${scheme}://${request.headers.host}`.toLowerCase()
  }
  /** Whether the browser says that one of our own pages sent it. */
  const isOurs = (request: Request): boolean => {
    const { origin } = request.headers
    // Over plain http, browsers leave out the first header, except for localhost.
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
    /** For requests with a session: throws 403 if another website may have sent it. */
    check: (request: Request) => refuseUnlessOurs(request, request.method === 'GET' || request.method === 'HEAD'),
    /** For requests without a session, including programs: throws 403 if another website has sent it. */
    refuseForeign: (request: Request) => refuseUnlessOurs(request, true),
    /** The origin of the page, if it is one of ours. */
    ownOrigin(request: Request): string | null {
      const { origin } = request.headers
      return origin !== undefined && isOwn(request, origin) ? origin : null
    },
  }
}
