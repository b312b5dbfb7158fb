import type { Call, Platform, Reply } from '../http/call.ts'
import { itemPage, timelineRoute } from '../pages/items.ts'
import { uploadBlob } from './blobs.ts'
import { invalidRequest, tooManyRequests, xrpcError } from './errors.ts'
import { oauthRoutes } from './oauth.ts'
import { createRecord, deleteRecord, getRecord, listRecords, putRecord } from './records.ts'
import { createSession, deleteSession, getSession, refreshSession, resolveHandle } from './session.ts'

const MAX_BLOB_BYTES = 128 * 1024 * 1024

export function blueskyPlatform(): Platform {
  const show = ({ params }: Call) => `at://${params.did}/app.bsky.feed.post/${params.key}`
  const page = (call: Call): Reply => itemPage(call, show(call))
  const xrpc = (name: string) => `/xrpc/com.atproto.${name}`
  return {
    name: 'bluesky',
    calls: [
      'authorize',
      'token',
      'refresh',
      'me',
      'session.delete',
      'handles.resolve',
      'directory',
      'metadata',
      'push',
      'blobs.upload',
      'records.put',
      'records.create',
      'records.get',
      'records.delete',
      'list',
    ],
    routes: [
      timelineRoute('bluesky'),
      ...oauthRoutes(),
      { method: 'POST', path: xrpc('server.createSession'), call: 'token', handle: createSession },
      { method: 'POST', path: xrpc('server.refreshSession'), call: 'refresh', handle: refreshSession },
      { method: 'POST', path: xrpc('server.deleteSession'), call: 'session.delete', handle: deleteSession },
      { method: 'GET', path: xrpc('server.getSession'), call: 'me', handle: getSession },
      { method: 'GET', path: xrpc('identity.resolveHandle'), call: 'handles.resolve', handle: resolveHandle },
      {
        method: 'POST',
        path: xrpc('repo.uploadBlob'),
        call: 'blobs.upload',
        handle: uploadBlob,
        maxBytes: MAX_BLOB_BYTES,
      },
      { method: 'POST', path: xrpc('repo.putRecord'), call: 'records.put', handle: putRecord },
      { method: 'POST', path: xrpc('repo.createRecord'), call: 'records.create', handle: createRecord },
      { method: 'POST', path: xrpc('repo.deleteRecord'), call: 'records.delete', handle: deleteRecord },
      { method: 'GET', path: xrpc('repo.getRecord'), call: 'records.get', handle: getRecord },
      { method: 'GET', path: xrpc('repo.listRecords'), call: 'list', handle: listRecords },
      { method: 'GET', path: '/profile/:did/post/:key', call: 'page', page: true, handle: page },
    ],
    notFound: () => xrpcError(501, 'MethodNotImplemented', 'Method Not Implemented'),
    unreadableBody: () => invalidRequest('Request body must be valid JSON'),
    serverError: (_call, status) =>
      status >= 500
        ? xrpcError(status, 'InternalServerError', 'Internal Server Error')
        : xrpcError(status, 'InvalidRequest', 'Invalid Request'),
    rateLimited: (call, fault) => tooManyRequests(call.world.clock.now() + fault.ms),
    notReady: () => invalidRequest('Could not find blob: bafkreisandbox', 'BlobNotFound'),
    liveButError: () => xrpcError(502, 'UpstreamFailure', 'Upstream Failure'),
  }
}
