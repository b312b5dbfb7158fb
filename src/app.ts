import { createLink } from './connections/connect/link-routes.ts'
import { addConnectPages } from './connections/connect/routes.ts'
import { deleteConnection, listConnections, resumeConnection, updateConnection } from './connections/routes.ts'
import {
  ConnectionPatchSchema,
  ConnectionSchema,
  ConnectLinkSchema,
  connectionExample,
  NewConnectLinkSchema,
} from './connections/schemas.ts'
import { exportContactsAsCsv } from './contacts/export/routes.ts'
import { cancelImport, createImport, getImport, listImportRows, listImports } from './contacts/imports/routes.ts'
import { ImportColumnSchema, ImportPreviewSchema, ImportRowSchema, ImportSchema } from './contacts/imports/schemas.ts'
import { createContact, deleteContact, getContact, listContacts, updateContact } from './contacts/routes.ts'
import {
  ContactPatchSchema,
  ContactSchema,
  ContactValuesSchema,
  contactExample,
  NewContactSchema,
} from './contacts/schemas.ts'
import { getContactValues } from './contacts/values/routes.ts'
import { createDashboard, type Dashboard } from './dashboard/dashboard.ts'
import { addDashboard, type ServeOptions } from './dashboard/serve.ts'
import type { Deps } from './deps.ts'

import { createCatalogue, ErasedSchema, receivedDelivery } from './events/catalogue.ts'
import { getEventDelivery, listEventDeliveries, resendEvent } from './events/deliveries/routes.ts'
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  recoverEndpoint,
  rotateEndpoint,
  testEndpoint,
  updateEndpoint,
} from './events/endpoints/routes.ts'
import { getEvent, listEvents } from './events/routes.ts'
import {
  EndpointPatchSchema,
  EndpointSchema,
  EndpointSecretSchema,
  EndpointTestResultSchema,
  EndpointTestSchema,
  EventAttemptSchema,
  EventDeliveryDetailSchema,
  EventDeliverySchema,
  EventDetailSchema,
  EventSchema,
  NewEndpointSchema,
  RecoveredSchema,
  RecoverySchema,
} from './events/schemas.ts'
import { createAuthentication } from './http/access/auth.ts'
import { addPreflight, createCors } from './http/access/cors.ts'
import { createOriginCheck } from './http/access/same-origin.ts'
import { JSON_TYPE } from './http/answer.ts'
import type { Access, RouteConfig } from './http/call.ts'
import { buildOpenApi } from './http/docs/openapi.ts'
import { addDocs } from './http/docs/pages.ts'
import { refuseQuery, takesAnyQuery } from './http/query.ts'
import type { RouteRow } from './http/route.ts'
import { DeletedSchema, ErrorSchema, PaginationSchema } from './http/schemas.ts'
import { createHttpApp, type Handler, type HttpApp } from './http/server/app.ts'
import { createFirstChecks, createSecureUrl } from './http/server/first-checks.ts'
import { PENDING_WRITE_LIMITS, type PendingWriteLimits } from './http/server/pending-writes.ts'
import { createSharedAnswer } from './http/shared-answer.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './keys/routes.ts'
import { ApiKeySchema, CreatedApiKeySchema, NewApiKeySchema } from './keys/schemas.ts'
import type { Schema } from './lib/schema.ts'
import { createLive } from './live/live.ts'
import { streamLive } from './live/routes.ts'
import { previewMedia } from './media/routes.ts'
import { createProcessMetrics } from './metrics.ts'
import { addNames, addNotFound } from './not-found.ts'
import { erasePerson, getPerson, listPeople } from './people/routes.ts'
import { ErasedPersonSchema, ErasureSchema, PersonDetailSchema, PersonSchema } from './people/schemas.ts'
import { FORMATS } from './platforms/profile.ts'
import { getPostCalendar } from './posts/calendar/routes.ts'
import { PostCalendarSchema } from './posts/calendar/schemas.ts'
import { postExamples } from './posts/examples.ts'
import { createPost, deletePost, getPost, listPosts, updatePost } from './posts/routes.ts'
import {
  AnyPostSchema,
  DryRunSchema,
  NewPostSchema,
  PostPatchSchema,
  PostSchema,
  PublicationSchema,
  WarningSchema,
} from './posts/schemas.ts'
import { getPublishing, lookAgainRoute, resumePublishingRoute } from './publishing/pause/routes.ts'
import { PublishingStateSchema } from './publishing/pause/schemas.ts'
import { cancelPost, listAttempts, publishPost, resolvePost, retryPost } from './publishing/routes.ts'
import { AttemptSchema, ResolutionSchema } from './publishing/schemas.ts'
import { getAttention, getContactsReport, getUpcoming } from './reports/routes.ts'
import { AttentionSchema, ContactsReportSchema, UpcomingSchema } from './reports/schemas.ts'
import type { Scope, TeamRole } from './scopes.ts'
import { getHealth, getMetrics, getOpenApi, getReadiness } from './system/routes.ts'
import {
  changePassword,
  deleteSession,
  getMe,
  listSessions,
  signOut,
  signOutEverywhere,
  updateMe,
} from './users/account/routes.ts'
import {
  confirmTotp,
  createBackupCodes,
  createPasskey,
  createPasskeyOptions,
  createPasskeySignInOptions,
  deletePasskey,
  listPasskeys,
  signInWithPasskey,
  startTotp,
  stopTotp,
} from './users/factors/routes.ts'
import { userComponents } from './users/schemas.ts'
import {
  claimSetup,
  forgotPassword,
  getSetup,
  giveSecondFactor,
  resetPassword,
  signIn,
} from './users/sign-in/routes.ts'
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  deleteMember,
  listInvitations,
  listTeam,
  openInvitation,
  updateMember,
} from './users/team/routes.ts'
import type { VisitDeps } from './users/visit.ts'
import {
  deleteDelivery,
  getDelivery,
  getDeliveryBody,
  listDeliveries,
  replayDelivery,
} from './webhooks/deliveries/routes.ts'
import { deliveryExample } from './webhooks/examples.ts'
import { listPresets, previewMapping } from './webhooks/mapping/routes.ts'
import { MappingSchema, NewMappingSchema } from './webhooks/mapping/schemas.ts'
import { greetWebhook, receiveWebhook } from './webhooks/receive/routes.ts'
import { acceptRejection, deleteRejection, getRejection, listRejections } from './webhooks/rejections/routes.ts'
import {
  DeliverySchema,
  NewSignatureSchema,
  NewWebhookSchema,
  PresetSchema,
  PreviewRequestSchema,
  PreviewSchema,
  ReceiptSchema,
  RejectionSchema,
  SignatureSchema,
  WebhookPatchSchema,
  WebhookSchema,
  WebhookWithUrlSchema,
} from './webhooks/schemas.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhook,
  updateWebhook,
} from './webhooks/sources/routes.ts'
import { getWorkspace, updateWorkspaceSettings } from './workspace/routes.ts'
import { WorkspacePatchSchema, WorkspaceSchema } from './workspace/schemas.ts'

const key = (scope: Scope): Access => ({ mode: 'key', scope })
const keyOrPublic = (scope: Scope): Access => ({ mode: 'key_or_public', scope })
const user = (role: TeamRole): Access => ({ mode: 'user', role })
const webhook: Access = { mode: 'webhook' }
const handshake: Access = { mode: 'handshake' }
const open: Access = { mode: 'open' }
const probe: Access = { mode: 'open', isUncounted: true }

/** What a handler may use: everything, and what only the running app knows. */
export type AppDeps = Deps &
  Parameters<typeof getReadiness.handle>[0] &
  Parameters<typeof getOpenApi.handle>[0] &
  Parameters<typeof testEndpoint.handle>[0] &
  Parameters<typeof streamLive.handle>[0] &
  VisitDeps

/** Every route with the permission it needs. */
export const routes: ReadonlyArray<RouteRow<AppDeps>> = [
  ['POST', '/v1/contacts', keyOrPublic('contacts:write'), createContact],
  ['GET', '/v1/contacts', key('contacts:read'), listContacts],
  ['GET', '/v1/contacts/export', key('contacts:read'), exportContactsAsCsv],
  ['GET', '/v1/contacts/values', key('contacts:read'), getContactValues],
  ['POST', '/v1/contacts/imports', key('contacts:write'), createImport],
  ['GET', '/v1/contacts/imports', key('contacts:read'), listImports],
  ['GET', '/v1/contacts/imports/:id', key('contacts:read'), getImport],
  ['GET', '/v1/contacts/imports/:id/rows', key('contacts:read'), listImportRows],
  ['POST', '/v1/contacts/imports/:id/cancel', key('contacts:write'), cancelImport],
  ['GET', '/v1/contacts/:id', key('contacts:read'), getContact],
  ['PATCH', '/v1/contacts/:id', key('contacts:write'), updateContact],
  ['DELETE', '/v1/contacts/:id', key('contacts:write'), deleteContact],
  ['GET', '/v1/people', key('contacts:read'), listPeople],
  ['POST', '/v1/people/erase', key('contacts:write'), erasePerson],
  ['GET', '/v1/people/:email', key('contacts:read'), getPerson],
  ['POST', '/v1/posts/thread', key('posts:write'), createPost('thread')],
  ['POST', '/v1/posts/photo', key('posts:write'), createPost('photo')],
  ['POST', '/v1/posts/professional', key('posts:write'), createPost('professional')],
  ['POST', '/v1/posts/short', key('posts:write'), createPost('short')],
  ['GET', '/v1/posts', key('posts:read'), listPosts],
  ['GET', '/v1/posts/calendar', key('posts:read'), getPostCalendar],
  ['GET', '/v1/posts/:id', key('posts:read'), getPost],
  ['PATCH', '/v1/posts/:id', key('posts:write'), updatePost],
  ['DELETE', '/v1/posts/:id', key('posts:write'), deletePost],
  ['GET', '/v1/posts/:id/attempts', key('posts:read'), listAttempts],
  ['POST', '/v1/posts/:id/publish', key('posts:write'), publishPost],
  ['POST', '/v1/posts/:id/retry', key('posts:write'), retryPost],
  ['POST', '/v1/posts/:id/cancel', key('posts:write'), cancelPost],
  ['POST', '/v1/posts/:id/resolve', key('posts:write'), resolvePost],
  ['GET', '/v1/publishing', key('posts:read'), getPublishing],
  ['POST', '/v1/publishing/look', user('owner'), lookAgainRoute],
  ['POST', '/v1/publishing/resume', user('owner'), resumePublishingRoute],
  ['GET', '/v1/media/preview', user('viewer'), previewMedia],
  ['GET', '/v1/connections', key('posts:read'), listConnections],
  ['POST', '/v1/connections/links', user('owner'), createLink],
  ['PATCH', '/v1/connections/:id', key('posts:write'), updateConnection],
  ['DELETE', '/v1/connections/:id', key('posts:write'), deleteConnection],
  ['POST', '/v1/connections/:id/resume', key('posts:write'), resumeConnection],
  ['POST', '/v1/webhooks/receive/:webhook_key', webhook, receiveWebhook],
  ['GET', '/v1/webhooks/receive/:webhook_key', handshake, greetWebhook],
  ['POST', '/v1/webhooks', key('webhooks:write'), createWebhook],
  ['GET', '/v1/webhooks', key('webhooks:read'), listWebhooks],
  ['GET', '/v1/webhooks/presets', key('webhooks:read'), listPresets],
  ['GET', '/v1/webhooks/:id', key('webhooks:read'), getWebhook],
  ['PATCH', '/v1/webhooks/:id', key('webhooks:write'), updateWebhook],
  ['DELETE', '/v1/webhooks/:id', key('webhooks:write'), deleteWebhook],
  ['POST', '/v1/webhooks/:id/rotate', key('webhooks:write'), rotateWebhook],
  ['POST', '/v1/webhooks/:id/mapping/preview', key('webhooks:read'), previewMapping],
  ['GET', '/v1/webhooks/:id/deliveries', key('webhooks:read'), listDeliveries],
  ['GET', '/v1/webhooks/:id/deliveries/:delivery_id', key('webhooks:read'), getDelivery],
  ['GET', '/v1/webhooks/:id/deliveries/:delivery_id/raw', key('webhooks:read'), getDeliveryBody],
  ['POST', '/v1/webhooks/:id/deliveries/:delivery_id/replay', key('webhooks:write'), replayDelivery],
  ['DELETE', '/v1/webhooks/:id/deliveries/:delivery_id', key('webhooks:write'), deleteDelivery],
  ['GET', '/v1/webhooks/:id/rejections', key('webhooks:read'), listRejections],
  ['GET', '/v1/webhooks/:id/rejections/:rejection_id', key('webhooks:read'), getRejection],
  ['POST', '/v1/webhooks/:id/rejections/:rejection_id/accept', key('webhooks:write'), acceptRejection],
  ['DELETE', '/v1/webhooks/:id/rejections/:rejection_id', key('webhooks:write'), deleteRejection],
  ['GET', '/v1/events', key('events:read'), listEvents],
  ['GET', '/v1/events/:id', key('events:read'), getEvent],
  ['POST', '/v1/events/endpoints', key('events:write'), createEndpoint],
  ['GET', '/v1/events/endpoints', key('events:read'), listEndpoints],
  ['GET', '/v1/events/endpoints/:id', key('events:read'), getEndpoint],
  ['PATCH', '/v1/events/endpoints/:id', key('events:write'), updateEndpoint],
  ['DELETE', '/v1/events/endpoints/:id', key('events:write'), deleteEndpoint],
  ['POST', '/v1/events/endpoints/:id/rotate', key('events:write'), rotateEndpoint],
  ['POST', '/v1/events/endpoints/:id/test', key('events:write'), testEndpoint],
  ['POST', '/v1/events/endpoints/:id/recover', key('events:write'), recoverEndpoint],
  ['GET', '/v1/events/endpoints/:id/deliveries', key('events:read'), listEventDeliveries],
  ['GET', '/v1/events/endpoints/:id/deliveries/:event_id', key('events:read'), getEventDelivery],
  ['POST', '/v1/events/endpoints/:id/deliveries/:event_id/resend', key('events:write'), resendEvent],
  ['GET', '/v1/live', key('events:read'), streamLive],
  ['GET', '/v1/reports/contacts', key('contacts:read'), getContactsReport],
  ['GET', '/v1/reports/attention', key('posts:read'), getAttention],
  ['GET', '/v1/reports/upcoming', key('posts:read'), getUpcoming],
  ['POST', '/v1/keys', user('owner'), createApiKey],
  ['GET', '/v1/keys', user('owner'), listApiKeys],
  ['DELETE', '/v1/keys/:id', user('owner'), revokeApiKey],
  ['GET', '/v1/workspace', user('viewer'), getWorkspace],
  ['PATCH', '/v1/workspace', user('owner'), updateWorkspaceSettings],
  ['GET', '/v1/setup', open, getSetup],
  ['POST', '/v1/setup', open, claimSetup],
  ['POST', '/v1/auth/sign-in', open, signIn],
  ['POST', '/v1/auth/second-factor', open, giveSecondFactor],
  ['POST', '/v1/auth/sign-out', user('viewer'), signOut],
  ['POST', '/v1/auth/sign-out-everywhere', user('viewer'), signOutEverywhere],
  ['GET', '/v1/auth/sessions', user('viewer'), listSessions],
  ['DELETE', '/v1/auth/sessions/:id', user('viewer'), deleteSession],
  ['POST', '/v1/auth/password', user('viewer'), changePassword],
  ['POST', '/v1/auth/password/forgot', open, forgotPassword],
  ['POST', '/v1/auth/password/reset', open, resetPassword],
  ['POST', '/v1/auth/totp', user('viewer'), startTotp],
  ['DELETE', '/v1/auth/totp', user('viewer'), stopTotp],
  ['POST', '/v1/auth/totp/confirm', user('viewer'), confirmTotp],
  ['POST', '/v1/auth/totp/backup-codes', user('viewer'), createBackupCodes],
  ['GET', '/v1/auth/passkeys', user('viewer'), listPasskeys],
  ['POST', '/v1/auth/passkeys', user('viewer'), createPasskey],
  ['POST', '/v1/auth/passkeys/options', user('viewer'), createPasskeyOptions],
  ['DELETE', '/v1/auth/passkeys/:id', user('viewer'), deletePasskey],
  ['POST', '/v1/auth/passkeys/sign-in/options', open, createPasskeySignInOptions],
  ['POST', '/v1/auth/passkeys/sign-in', open, signInWithPasskey],
  ['GET', '/v1/me', user('viewer'), getMe],
  ['PATCH', '/v1/me', user('viewer'), updateMe],
  ['GET', '/v1/team', user('viewer'), listTeam],
  ['POST', '/v1/team/invitations', user('owner'), createInvitation],
  ['GET', '/v1/team/invitations', user('owner'), listInvitations],
  ['DELETE', '/v1/team/invitations/:id', user('owner'), deleteInvitation],
  ['PATCH', '/v1/team/:user_id', user('owner'), updateMember],
  ['DELETE', '/v1/team/:user_id', user('owner'), deleteMember],
  ['POST', '/v1/invitations/open', open, openInvitation],
  ['POST', '/v1/invitations/accept', open, acceptInvitation],
  ['GET', '/healthz', probe, getHealth],
  ['GET', '/readyz', probe, getReadiness],
  ['GET', '/metrics', open, getMetrics],
  ['GET', '/openapi.json', open, getOpenApi],
]

const receivedWebhook = { schema: DeliverySchema, example: deliveryExample }

/** Every event that goes out, documented and as an example. */
export const eventDocs = createCatalogue({
  contact: { schema: ContactSchema, example: contactExample },
  post: { schema: AnyPostSchema, example: postExamples.short },
  connection: { schema: ConnectionSchema, example: connectionExample },
  delivery: receivedWebhook,
  deleted: DeletedSchema,
})

export const components: readonly Schema[] = [
  ErrorSchema,
  PaginationSchema,
  DeletedSchema,
  ContactSchema,
  NewContactSchema,
  ContactPatchSchema,
  ContactValuesSchema,
  ImportSchema,
  ImportColumnSchema,
  ImportRowSchema,
  ImportPreviewSchema,
  PersonSchema,
  PersonDetailSchema,
  ErasureSchema,
  ErasedPersonSchema,
  PublicationSchema,
  WarningSchema,
  ...FORMATS.flatMap((platform) => [NewPostSchema[platform], PostSchema[platform], DryRunSchema[platform]]),
  PostPatchSchema,
  AnyPostSchema,
  PostCalendarSchema,
  AttemptSchema,
  ResolutionSchema,
  PublishingStateSchema,
  ConnectionSchema,
  ConnectionPatchSchema,
  NewConnectLinkSchema,
  ConnectLinkSchema,
  WebhookSchema,
  WebhookWithUrlSchema,
  NewWebhookSchema,
  WebhookPatchSchema,
  SignatureSchema,
  NewSignatureSchema,
  MappingSchema,
  NewMappingSchema,
  ReceiptSchema,
  DeliverySchema,
  RejectionSchema,
  PresetSchema,
  PreviewRequestSchema,
  PreviewSchema,
  EventSchema,
  EventDetailSchema,
  EndpointSchema,
  EndpointSecretSchema,
  NewEndpointSchema,
  EndpointPatchSchema,
  EndpointTestSchema,
  EndpointTestResultSchema,
  RecoverySchema,
  RecoveredSchema,
  EventDeliverySchema,
  EventDeliveryDetailSchema,
  EventAttemptSchema,
  ContactsReportSchema,
  AttentionSchema,
  UpcomingSchema,
  ApiKeySchema,
  CreatedApiKeySchema,
  NewApiKeySchema,
  WorkspaceSchema,
  WorkspacePatchSchema,
  ...userComponents,
  ErasedSchema,
  receivedDelivery(receivedWebhook).schema,
]

/** The HTTP side of Doorpost, ready to listen or to be tested. */
export function createApp(
  deps: Deps,
  isStopping: () => boolean = () => false,
  dashboard: Dashboard = createDashboard(deps.log),
  pendingWrites: PendingWriteLimits = PENDING_WRITE_LIMITS,
): HttpApp {
  const { config, log } = deps
  const metrics = createProcessMetrics(deps)
  const sameOrigin = createOriginCheck(config)
  const app = createHttpApp({
    log,
    ids: deps.ids,
    tls: config.tls,
    httpsOnly: config.httpsOnly,
    pendingWrites,
    metrics,
    steps: [
      createFirstChecks({ trustedProxies: config.trustedProxies, httpsOnly: config.httpsOnly }),
      // A connection that is about to be closed says so: the client then opens another instead of losing a request.
      (_request, reply) => {
        if (isStopping()) reply.header('connection', 'close')
      },
      createCors('/v1/contacts', deps.origins),
      createAuthentication({
        keys: deps.keys,
        sources: deps.sources,
        sessions: deps.users.sessions,
        limits: deps.limits,
        publicWorkspaceId: deps.workspaceId,
        // The step before has brought it up to date.
        allowedOrigins: () => deps.origins.now(),
        sameOrigin,
      }),
    ],
  })
  addPreflight(app, '/v1/contacts')

  const live = createLive({ pool: deps.reads, log, tokens: deps.tokens, isStopping })
  app.onClose(() => live.close())
  const appDeps: AppDeps = {
    ...deps,
    sameOrigin,
    live,
    metrics,
    metricsToken: config.metricsToken,
    isStopping,
    eventDocs,
    openapi: createSharedAnswer(JSON_TYPE, () =>
      Buffer.from(JSON.stringify(buildOpenApi(routes, components, eventDocs, config.baseUrl))),
    ),
  }
  for (const [method, url, access, operation] of routes) {
    const { kind = 'none', maxBytes } = operation.body ?? {}
    const config: RouteConfig = {
      access,
      bodyKind: kind,
      ...(maxBytes ? { bodyMax: maxBytes } : {}),
      ...(operation.showsSecret ? { showsSecret: true } : {}),
    }
    const takesNone = operation.query === undefined && !takesAnyQuery(access, url)
    const handler: Handler = async (request, reply) => {
      if (takesNone) refuseQuery(request)
      return operation.handle(appDeps, request, reply)
    }
    app.route({ method, url, config, handler })
  }
  addNames(app, routes)
  const secureUrl = createSecureUrl(config)
  addConnectPages(app, { ...deps, secureUrl })
  addDocs(app)
  const pages: ServeOptions = { dashboard, secureUrl }
  addDashboard(app, pages)
  addNotFound(app, routes, pages)
  return app
}
