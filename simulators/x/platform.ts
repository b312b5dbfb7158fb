import type { Fault } from '../core/faults.ts'
import type { Call, Platform, Reply } from '../http/call.ts'
import { authorizeRoutes, oneApp } from '../pages/authorize.ts'
import { itemPage, timelineRoute } from '../pages/items.ts'
import { invalidRequest, problem, tooManyRequests } from './errors.ts'
import {
  appendMedia,
  finalizeMedia,
  initializeMedia,
  mediaMetadata,
  mediaStatus,
  nameOfUpload,
  uploadMedia,
} from './media.ts'
import { oauthRoutes, X_SCOPES } from './oauth.ts'
import { getMe, getTweet, listTweets } from './timeline.ts'
import { createTweet, deleteTweet } from './tweets.ts'

const MAX_PART_BYTES = 64 * 1024 * 1024

export function xPlatform(): Platform {
  const show = (call: Call): Reply => itemPage(call, call.params.id ?? '')
  return {
    name: 'x',
    calls: [
      'authorize',
      'token',
      'refresh',
      'revoke',
      'me',
      'tweets.create',
      'tweets.delete',
      'tweets.get',
      'list',
      'media.initialize',
      'media.append',
      'media.finalize',
      'media.status',
      'media.upload',
      'media.metadata',
    ],
    routes: [
      timelineRoute('x'),
      ...authorizeRoutes({
        platform: 'x',
        path: '/i/oauth2/authorize',
        codeLifeMs: 30_000,
        scopesOf: oneApp('x', X_SCOPES),
        requiredScopes: ['tweet.read', 'users.read'],
        pkce: true,
        fragment: '',
        denied: { error: 'access_denied' },
        scopeError: null,
      }),
      ...oauthRoutes(),
      { method: 'GET', path: '/2/users/me', call: 'me', handle: getMe },
      { method: 'GET', path: '/2/users/:id/tweets', call: 'list', handle: listTweets },
      { method: 'POST', path: '/2/tweets', call: 'tweets.create', handle: createTweet },
      { method: 'GET', path: '/2/tweets/:id', call: 'tweets.get', handle: getTweet },
      { method: 'DELETE', path: '/2/tweets/:id', call: 'tweets.delete', handle: deleteTweet },
      { method: 'POST', path: '/2/media/upload/initialize', call: 'media.initialize', handle: initializeMedia },
      {
        method: 'POST',
        path: '/2/media/upload/:id/append',
        call: 'media.append',
        handle: appendMedia,
        maxBytes: MAX_PART_BYTES,
      },
      { method: 'POST', path: '/2/media/upload/:id/finalize', call: 'media.finalize', handle: finalizeMedia },
      { method: 'POST', path: '/2/media/upload', call: nameOfUpload, handle: uploadMedia, maxBytes: MAX_PART_BYTES },
      { method: 'GET', path: '/2/media/upload', call: 'media.status', handle: mediaStatus },
      { method: 'POST', path: '/2/media/metadata', call: 'media.metadata', handle: mediaMetadata },
      { method: 'GET', path: '/:user/status/:id', call: 'page', page: true, handle: show },
      { method: 'GET', path: '/:user/status/:id/photo/:number', call: 'page', page: true, handle: show },
      { method: 'GET', path: '/:user/status/:id/video/:number', call: 'page', page: true, handle: show },
    ],
    notFound: () => problem(404, 'Not Found', 'Not Found'),
    unreadableBody: () => invalidRequest('The request body could not be parsed.'),
    serverError: (_call, status) => {
      const title = status === 503 ? 'Service Unavailable' : status >= 500 ? 'Internal Server Error' : 'Invalid Request'
      return problem(status, title, title)
    },
    rateLimited,
    notReady: (call) => {
      const media = call.body.fields.media as { media_ids?: string[] } | undefined
      return invalidRequest('Your media IDs are invalid.', { 'media.media_ids': media?.media_ids ?? [] })
    },
    liveButError: () => problem(503, 'Service Unavailable', 'Service Unavailable'),
  }
}

function rateLimited(call: Call, fault: Fault): Reply {
  const reply = tooManyRequests()
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'x-rate-limit-limit': '100',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.ceil((call.world.clock.now() + fault.ms) / 1000)),
    },
  }
}
