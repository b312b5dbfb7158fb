import type { Handler, Platform, Route } from '../http/call.ts'
import { authorizeRoutes } from '../pages/authorize.ts'
import { itemPage, timelineRoute } from '../pages/items.ts'
import { versioned } from './access.ts'
import { createPost } from './create.ts'
import { linkedinError, throttled } from './errors.ts'
import { getOrganization, listOrganizations, oauthRoutes, scopesOfApp } from './oauth.ts'
import { deletePost, getPost, listPosts, updatePost } from './posts.ts'
import { getUpload, initializeDocument, initializeImage, nameOfVideoAction, putBytes, videoAction } from './uploads.ts'

const MAX_PART_BYTES = 128 * 1024 * 1024

export function linkedinPlatform(): Platform {
  const rest = (method: string, path: string, call: Route['call'], handle: Handler): Route => ({
    method,
    path: `/rest${path}`,
    call,
    handle: versioned(handle),
  })
  return {
    name: 'linkedin',
    calls: [
      'authorize',
      'token',
      'refresh',
      'introspect',
      'revoke',
      'userinfo',
      'me',
      'organizations',
      'organization',
      'posts.create',
      'posts.get',
      'list',
      'posts.delete',
      'posts.update',
      'images.initialize',
      'images.upload',
      'images.get',
      'documents.initialize',
      'documents.upload',
      'documents.get',
      'videos.initialize',
      'videos.upload',
      'videos.finalize',
      'videos.get',
    ],
    routes: [
      timelineRoute('linkedin'),
      ...authorizeRoutes({
        platform: 'linkedin',
        path: '/oauth/v2/authorization',
        codeLifeMs: 30 * 60_000,
        scopesOf: scopesOfApp,
        requiredScopes: [],
        pkce: false,
        fragment: '',
        denied: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
        scopeError: (scope) => ({
          error: 'unauthorized_scope_error',
          error_description: `Scope "${scope}" is not authorized for your application`,
        }),
      }),
      ...oauthRoutes(),
      {
        method: 'GET',
        path: '/feed/update/:urn',
        call: 'page',
        page: true,
        handle: (call) => itemPage(call, call.params.urn ?? ''),
      },
      rest('GET', '/organizationAcls', 'organizations', listOrganizations),
      rest('GET', '/organizations/:id', 'organization', getOrganization),
      rest('POST', '/posts', 'posts.create', createPost),
      rest('GET', '/posts', 'list', listPosts),
      rest('GET', '/posts/:urn', 'posts.get', getPost),
      rest('DELETE', '/posts/:urn', 'posts.delete', deletePost),
      rest('POST', '/posts/:urn', 'posts.update', updatePost),
      rest('POST', '/images', 'images.initialize', initializeImage),
      rest('GET', '/images/:urn', 'images.get', getUpload),
      rest('POST', '/documents', 'documents.initialize', initializeDocument),
      rest('GET', '/documents/:urn', 'documents.get', getUpload),
      rest('POST', '/videos', nameOfVideoAction, videoAction),
      rest('GET', '/videos/:urn', 'videos.get', getUpload),
      {
        method: 'PUT',
        path: '/dms-uploads/:urn/:part',
        call: (call) => `${call.params.urn?.split(':')[2]}s.upload`,
        handle: putBytes,
        maxBytes: MAX_PART_BYTES,
      },
    ],
    notFound: () => linkedinError({ status: 404, code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' }),
    unreadableBody: () =>
      linkedinError({ status: 400, code: 'ILLEGAL_ARGUMENT', message: 'Unable to parse the request body' }),
    serverError: (_call, status) =>
      linkedinError({ status, message: status >= 500 ? 'Internal Server Error' : 'Request refused' }),
    // Limits are per day and reset at midnight UTC. LinkedIn does not say how long to wait.
    rateLimited: () => throttled(),
    notReady: () =>
      linkedinError({ status: 422, message: 'The media is still being processed', code: 'MEDIA_ASSET_PROCESSING' }),
    liveButError: () => linkedinError({ status: 500, message: 'Internal Server Error' }),
    decorate: (call, reply) => ({
      ...reply,
      headers: { 'x-li-uuid': call.world.ids.word('AAY', 20), 'x-restli-protocol-version': '2.0.0', ...reply.headers },
    }),
  }
}
