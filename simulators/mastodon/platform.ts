import type { Fault } from '../core/faults.ts'
import type { Call, Platform, Reply } from '../http/call.ts'
import { authorizeRoutes } from '../pages/authorize.ts'
import { itemPage, timelineRoute } from '../pages/items.ts'
import { mastodonError, notFound, tooManyRequests } from './errors.ts'
import { getInstance, getOldInstance } from './instance.ts'
import { getMedia, uploadMedia } from './media.ts'
import { isRedirectOf, oauthRoutes, scopesOfApp } from './oauth.ts'
import { createStatus, deleteStatus, getStatus, listStatuses, verifyCredentials } from './statuses.ts'

const MAX_FILE_BYTES = 128 * 1024 * 1024

export function mastodonPlatform(): Platform {
  return {
    name: 'mastodon',
    calls: [
      'apps.create',
      'authorize',
      'token',
      'revoke',
      'metadata',
      'instance',
      'me',
      'statuses.create',
      'statuses.get',
      'statuses.delete',
      'list',
      'media.upload',
      'media.get',
    ],
    routes: [
      timelineRoute('mastodon'),
      ...authorizeRoutes({
        platform: 'mastodon',
        path: '/oauth/authorize',
        codeLifeMs: 10 * 60_000,
        scopesOf: scopesOfApp,
        isRedirectOf,
        requiredScopes: [],
        pkce: 'optional',
        fragment: '',
        denied: {
          error: 'access_denied',
          error_description: 'The resource owner or authorization server denied the request.',
        },
        scopeError: () => ({
          error: 'invalid_scope',
          error_description: 'The requested scope is invalid, unknown, or malformed.',
        }),
      }),
      ...oauthRoutes(),
      { method: 'GET', path: '/api/v2/instance', call: 'instance', handle: getInstance },
      { method: 'GET', path: '/api/v1/instance', call: 'instance', handle: getOldInstance },
      { method: 'GET', path: '/api/v1/accounts/verify_credentials', call: 'me', handle: verifyCredentials },
      { method: 'GET', path: '/api/v1/accounts/:id/statuses', call: 'list', handle: listStatuses },
      { method: 'POST', path: '/api/v1/statuses', call: 'statuses.create', handle: createStatus },
      { method: 'GET', path: '/api/v1/statuses/:id', call: 'statuses.get', handle: getStatus },
      { method: 'DELETE', path: '/api/v1/statuses/:id', call: 'statuses.delete', handle: deleteStatus },
      { method: 'POST', path: '/api/v2/media', call: 'media.upload', handle: uploadMedia, maxBytes: MAX_FILE_BYTES },
      { method: 'GET', path: '/api/v1/media/:id', call: 'media.get', handle: getMedia },
      { method: 'GET', path: '/@:user/:id', call: 'page', page: true, handle: showItem },
    ],
    notFound,
    unreadableBody: () => mastodonError(400, 'There was a problem in the JSON you submitted'),
    serverError: (_call, status) => {
      const busy = 'There was a temporary problem serving your request, please try again'
      return mastodonError(status, status === 503 ? busy : 'Internal Server Error')
    },
    rateLimited: (call: Call, fault: Fault) => tooManyRequests(300, call.world.clock.now() + fault.ms),
    notReady: () => mastodonError(422, 'Cannot attach files that have not finished processing. Try again in a moment!'),
    liveButError: () => mastodonError(500, 'Internal Server Error'),
  }
}

function showItem(call: Call): Reply {
  return itemPage(call, call.params.id ?? '')
}
