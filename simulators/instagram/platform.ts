import type { Call, Platform, Reply } from '../http/call.ts'
import { INSTAGRAM_PROBLEMS } from '../meta/errors.ts'
import { tokenRoutes } from '../meta/oauth.ts'
import { createMetaPlatform } from '../meta/platform.ts'
import { idOfShortcode } from '../meta/shortcode.ts'
import { authorizeRoutes, oneApp } from '../pages/authorize.ts'
import { itemPage, timelineRoute } from '../pages/items.ts'
import { createMedia } from './create.ts'
import { publishingLimit, publishMedia } from './publish.ts'
import { getMe, getObject, listMedia, nameOfGet } from './read.ts'

export const INSTAGRAM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]

export function instagramPlatform(): Platform {
  const show = (call: Call): Reply => itemPage(call, idOfShortcode(call.params.code ?? ''))
  return createMetaPlatform({
    name: 'instagram',
    calls: [
      'authorize',
      'token',
      'exchange',
      'refresh',
      'debug_token',
      'me',
      'create_container',
      'media_publish',
      'list',
      'publishing_limit',
      'container_status',
      'media.get',
      'object.get',
    ],
    notReady: INSTAGRAM_PROBLEMS.notReady,
    liveButError: INSTAGRAM_PROBLEMS.spam,
    rateLimit: {
      code: 80_002,
      message: '(#80002) There have been too many calls to this Instagram account. Wait a bit and try again.',
      transient: true,
    },
    routes: [
      timelineRoute('instagram'),
      ...authorizeRoutes({
        platform: 'instagram',
        path: '/oauth/authorize',
        codeLifeMs: 3_600_000,
        scopesOf: oneApp('instagram', INSTAGRAM_SCOPES),
        requiredScopes: ['instagram_business_basic'],
        pkce: false,
        fragment: '#_',
        denied: {
          error: 'access_denied',
          error_reason: 'user_denied',
          error_description: 'The user denied your request',
        },
        scopeError: null,
      }),
      ...tokenRoutes({
        exchangeGrant: 'ig_exchange_token',
        refreshGrant: 'ig_refresh_token',
        numericUserId: false,
        shape: (call, token) => {
          const grant = { access_token: token.token, user_id: token.accountId, permissions: token.scopes.join(',') }
          return call.world.settings.current.instagram.token_shape === 'data' ? { data: [grant] } : grant
        },
      }),
      { method: 'GET', path: '/p/:code', call: 'page', page: true, handle: show },
      { method: 'GET', path: '/reel/:code', call: 'page', page: true, handle: show },
      { method: 'POST', path: '/:user/media', call: 'create_container', handle: createMedia },
      { method: 'GET', path: '/:user/media', call: 'list', handle: listMedia },
      { method: 'POST', path: '/:user/media_publish', call: 'media_publish', handle: publishMedia },
      { method: 'GET', path: '/:user/content_publishing_limit', call: 'publishing_limit', handle: publishingLimit },
      { method: 'GET', path: '/me', call: 'me', handle: getMe },
      { method: 'GET', path: '/:id', call: nameOfGet, handle: getObject },
    ],
  })
}
