import type { Platform } from '../http/call.ts'
import { THREADS_PROBLEMS } from '../meta/errors.ts'
import { tokenRoutes } from '../meta/oauth.ts'
import { createMetaPlatform } from '../meta/platform.ts'
import { idOfShortcode } from '../meta/shortcode.ts'
import { authorizeRoutes, oneApp } from '../pages/authorize.ts'
import { itemPage, timelineRoute } from '../pages/items.ts'
import { createThread } from './create.ts'
import { deleteThread, publishingLimit, publishThread } from './publish.ts'
import { getMe, getObject, listThreads, nameOfGet } from './read.ts'

export const THREADS_SCOPES = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
  'threads_keyword_search',
  'threads_manage_mentions',
  'threads_location_tagging',
  'threads_profile_discovery',
]

export function threadsPlatform(): Platform {
  return createMetaPlatform({
    name: 'threads',
    calls: [
      'authorize',
      'token',
      'exchange',
      'refresh',
      'debug_token',
      'me',
      'create_container',
      'threads_publish',
      'list',
      'publishing_limit',
      'container_status',
      'media.get',
      'object.get',
      'delete',
    ],
    notReady: THREADS_PROBLEMS.notFound,
    liveButError: THREADS_PROBLEMS.spam,
    rateLimit: { code: 4, message: '(#4) Application request limit reached', transient: true },
    routes: [
      timelineRoute('threads'),
      ...authorizeRoutes({
        platform: 'threads',
        path: '/oauth/authorize',
        codeLifeMs: 3_600_000,
        scopesOf: oneApp('threads', THREADS_SCOPES),
        requiredScopes: ['threads_basic'],
        pkce: false,
        fragment: '#_',
        denied: {
          error: 'access_denied',
          error_reason: 'user_denied',
          error_description: 'The user denied your request.',
        },
        scopeError: null,
      }),
      ...tokenRoutes({
        exchangeGrant: 'th_exchange_token',
        refreshGrant: 'th_refresh_token',
        shape: (_call, token) => ({ access_token: token.token, user_id: token.accountId }),
        numericUserId: true,
      }),
      {
        method: 'GET',
        path: '/@:user/post/:code',
        call: 'page',
        page: true,
        handle: (call) => itemPage(call, idOfShortcode(call.params.code ?? '')),
      },
      { method: 'POST', path: '/:user/threads', call: 'create_container', handle: createThread },
      { method: 'GET', path: '/:user/threads', call: 'list', handle: listThreads },
      { method: 'POST', path: '/:user/threads_publish', call: 'threads_publish', handle: publishThread },
      { method: 'GET', path: '/:user/threads_publishing_limit', call: 'publishing_limit', handle: publishingLimit },
      { method: 'GET', path: '/me', call: 'me', handle: getMe },
      { method: 'GET', path: '/:id', call: nameOfGet, handle: getObject },
      { method: 'DELETE', path: '/:id', call: 'delete', handle: deleteThread },
    ],
  })
}
