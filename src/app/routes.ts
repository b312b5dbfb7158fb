import * as backups from '../backup/routes.ts'
import * as networkApps from '../connections/app-routes.ts'
import * as connections from '../connections/routes.ts'
import { connection } from '../connections/schemas.ts'
import { createContactBatch } from '../contacts/batch.ts'
import { changeManyContacts } from '../contacts/bulk.ts'
import { exportContactsAsCsv } from '../contacts/csv/export.ts'
import * as imports from '../contacts/csv/routes.ts'
import * as merges from '../contacts/merge/routes.ts'
import * as notes from '../contacts/notes.ts'
import * as contacts from '../contacts/routes.ts'
import { contact, leadsInEvents } from '../contacts/schemas.ts'
import { putContact } from '../contacts/upsert.ts'
import { getContactValues } from '../contacts/values.ts'
import * as views from '../contacts/views.ts'
import { createCatalogue } from '../events/catalogue.ts'
import * as endpoints from '../events/endpoint-routes.ts'
import * as events from '../events/routes.ts'
import * as forms from '../forms/forms.ts'
import * as held from '../forms/held-routes.ts'
import * as submissions from '../forms/submission-routes.ts'
import type { Access } from '../http/call.ts'
import { routesForKeys } from '../http/docs/openapi.ts'
import type { Routes } from '../http/route.ts'
import { DeletedSchema } from '../http/schemas.ts'
import * as keys from '../keys/routes.ts'
import * as linkPage from '../links/page-routes.ts'
import * as links from '../links/routes.ts'
import { streamLive } from '../live/routes.ts'
import * as mails from '../mail/routes.ts'
import { previewMedia } from '../media/preview.ts'
import * as media from '../media/routes.ts'
import * as people from '../people/routes.ts'
import { getPostCalendar } from '../posts/calendar.ts'
import { postInEvents } from '../posts/examples.ts'
import * as groups from '../posts/groups/routes.ts'
import * as posts from '../posts/routes.ts'
import * as pause from '../publishing/pause-routes.ts'
import * as publishing from '../publishing/routes.ts'
import * as push from '../push/routes.ts'
import * as removals from '../removals/routes.ts'
import * as attribution from '../reports/attribution/routes.ts'
import * as reports from '../reports/routes.ts'
import type { Scope, TeamRole } from '../scopes.ts'
import * as system from '../system/routes.ts'
import * as account from '../users/account-routes.ts'
import * as factors from '../users/factor-routes.ts'
import * as signIn from '../users/sign-in-routes.ts'
import * as team from '../users/team-routes.ts'
import type { UserRouteDeps } from '../users/visitor.ts'
import * as deliveries from '../webhooks/deliveries.ts'
import * as receive from '../webhooks/receive-routes.ts'
import * as sources from '../webhooks/routes.ts'
import { delivery } from '../webhooks/schemas.ts'
import * as workspace from '../workspace/routes.ts'
import type { Deps } from './deps.ts'
import { enums } from './enums.ts'

const key = (scope: Scope): Access => ({ mode: 'key', scope })
const keyOrPublic = (scope: Scope): Access => ({ mode: 'key_or_public', scope })
const anyKey: Access = { mode: 'any_key' }
const user = (role: TeamRole): Access => ({ mode: 'user', role })
const webhook: Access = { mode: 'webhook' }
const form: Access = { mode: 'form' }
const readForm: Access = { mode: 'form', isRead: true }
const handshake: Access = { mode: 'handshake' }
const open: Access = { mode: 'open' }
const probe: Access = { mode: 'open', isUncounted: true }

/** What a handler may use: all dependencies, plus the parts that exist only once the app runs. */
export type AppDeps = Deps &
  Parameters<typeof system.getReadiness.handle>[0] &
  Parameters<typeof system.getOpenApi.handle>[0] &
  Parameters<typeof system.getFullOpenApi.handle>[0] &
  Parameters<typeof endpoints.testEndpoint.handle>[0] &
  Parameters<typeof streamLive.handle>[0] &
  UserRouteDeps

/** Every route with the permission it needs. */
export const routes: Routes<AppDeps> = [
  ['POST', '/v1/contacts', keyOrPublic('contacts:write'), contacts.createContact],
  ['POST', '/v1/contacts/batch', key('contacts:write'), createContactBatch],
  ['GET', '/v1/contacts', key('contacts:read'), contacts.listContacts],
  ['GET', '/v1/contacts/export', key('contacts:read'), exportContactsAsCsv],
  ['GET', '/v1/contacts/values', key('contacts:read'), getContactValues],
  ['POST', '/v1/contacts/imports', key('contacts:write'), imports.createImport],
  ['GET', '/v1/contacts/imports', key('contacts:read'), imports.listImports],
  ['GET', '/v1/contacts/imports/:id', key('contacts:read'), imports.getImport],
  ['GET', '/v1/contacts/imports/:id/rows', key('contacts:read'), imports.listImportRows],
  ['POST', '/v1/contacts/imports/:id/rows', key('contacts:read'), imports.exportImportRows],
  ['POST', '/v1/contacts/imports/:id/cancel', key('contacts:write'), imports.cancelImport],
  ['POST', '/v1/contacts/bulk', key('contacts:write'), changeManyContacts],
  ['PUT', '/v1/contacts/by-email/:email', key('contacts:write'), putContact],
  ['GET', '/v1/contacts/:id', key('contacts:read'), contacts.getContact],
  ['PATCH', '/v1/contacts/:id', key('contacts:write'), contacts.updateContact],
  ['DELETE', '/v1/contacts/:id', key('contacts:write'), contacts.deleteContact],
  ['GET', '/v1/contacts/:id/export', key('contacts:read'), people.exportContact],
  ['POST', '/v1/contacts/:id/merge', key('contacts:write'), merges.mergeContacts],
  ['POST', '/v1/contacts/:id/merge/undo', key('contacts:write'), merges.undoMerge],
  ['GET', '/v1/mails', key('contacts:read'), mails.listMails],
  ['GET', '/v1/contacts/:id/notes', key('contacts:read'), notes.listNotes],
  ['POST', '/v1/contacts/:id/notes', key('contacts:write'), notes.createNote],
  ['PATCH', '/v1/contacts/:id/notes/:note_id', key('contacts:write'), notes.updateNote],
  ['DELETE', '/v1/contacts/:id/notes/:note_id', key('contacts:write'), notes.deleteNote],
  ['GET', '/v1/views', key('contacts:read'), views.listViews],
  ['POST', '/v1/views', key('contacts:write'), views.createView],
  ['PATCH', '/v1/views/:id', key('contacts:write'), views.updateView],
  ['DELETE', '/v1/views/:id', key('contacts:write'), views.deleteView],
  ['GET', '/v1/people', key('contacts:read'), people.listPeople],
  ['POST', '/v1/people/erase', key('contacts:write'), people.erasePerson],
  ['GET', '/v1/people/erasures/:id', key('contacts:write'), people.getErasure],
  ['GET', '/v1/people/:email', key('contacts:read'), people.getPerson],
  ['GET', '/v1/people/:email/timeline', key('contacts:read'), people.getTimeline],
  ['GET', '/v1/people/:email/export', key('contacts:read'), people.exportPerson],
  ['POST', '/v1/posts/thread', key('posts:write'), posts.createPost('thread')],
  ['POST', '/v1/posts/photo', key('posts:write'), posts.createPost('photo')],
  ['POST', '/v1/posts/professional', key('posts:write'), posts.createPost('professional')],
  ['POST', '/v1/posts/short', key('posts:write'), posts.createPost('short')],
  ['POST', '/v1/posts', key('posts:write'), groups.createPostGroup],
  ['GET', '/v1/posts', key('posts:read'), posts.listPosts],
  ['GET', '/v1/posts/calendar', key('posts:read'), getPostCalendar],
  ['GET', '/v1/posts/groups/:id', key('posts:read'), groups.getPostGroup],
  ['PATCH', '/v1/posts/groups/:id', key('posts:write'), groups.updatePostGroup],
  ['DELETE', '/v1/posts/groups/:id', key('posts:write'), groups.deletePostGroup],
  ['POST', '/v1/posts/groups/:id/publish', key('posts:write'), publishing.publishPostGroup],
  ['POST', '/v1/posts/groups/:id/retry', key('posts:write'), publishing.retryPostGroup],
  ['POST', '/v1/posts/groups/:id/cancel', key('posts:write'), publishing.cancelPostGroup],
  ['GET', '/v1/posts/:id', key('posts:read'), posts.getPost],
  ['PATCH', '/v1/posts/:id', key('posts:write'), posts.updatePost],
  ['DELETE', '/v1/posts/:id', key('posts:write'), posts.deletePost],
  ['GET', '/v1/posts/:id/attempts', key('posts:read'), publishing.listAttempts],
  ['POST', '/v1/posts/:id/publish', key('posts:write'), publishing.publishPost],
  ['POST', '/v1/posts/:id/retry', key('posts:write'), publishing.retryPost],
  ['POST', '/v1/posts/:id/cancel', key('posts:write'), publishing.cancelPost],
  ['POST', '/v1/posts/:id/resolve', key('posts:write'), publishing.resolvePost],
  ['GET', '/v1/publishing', key('posts:read'), pause.getPublishing],
  ['POST', '/v1/publishing/look', user('owner'), pause.lookAgainRoute],
  ['POST', '/v1/publishing/resume', user('owner'), pause.resumePublishingRoute],
  ['POST', '/v1/media', key('posts:write'), media.uploadMedia],
  ['GET', '/v1/media', key('posts:read'), media.listMedia],
  ['GET', '/v1/media/preview', user('viewer'), previewMedia],
  ['GET', '/v1/media/:id', key('posts:read'), media.getMedia],
  ['PATCH', '/v1/media/:id', key('posts:write'), media.updateMedia],
  ['DELETE', '/v1/media/:id', key('posts:write'), media.deleteMedia],
  ['GET', '/v1/connections', key('posts:read'), connections.listConnections],
  ['POST', '/v1/connections/links', user('owner'), connections.createLink],
  ['POST', '/v1/connections/sign-in', user('owner'), connections.signInConnection],
  ['GET', '/v1/connections/apps', user('owner'), networkApps.listApps],
  ['PATCH', '/v1/connections/apps/:app', user('owner'), networkApps.saveApp],
  ['DELETE', '/v1/connections/apps/:app', user('owner'), networkApps.deleteApp],
  ['POST', '/v1/connections/apps/:app/check', user('owner'), networkApps.checkApp],
  ['PATCH', '/v1/connections/:id', key('posts:write'), connections.updateConnection],
  ['DELETE', '/v1/connections/:id', key('posts:write'), connections.deleteConnection],
  ['POST', '/v1/connections/:id/resume', key('posts:write'), connections.resumeConnection],
  ['POST', '/v1/links', key('links:write'), links.createLink],
  ['GET', '/v1/links', key('links:read'), links.listLinks],
  ['GET', '/v1/links/:id', key('links:read'), links.getLink],
  ['GET', '/v1/link-page', key('links:read'), linkPage.getLinkPage],
  ['PATCH', '/v1/link-page', key('links:write'), linkPage.updateLinkPage],
  ['GET', '/v1/links/:id/days', key('links:read'), links.getLinkDays],
  ['GET', '/v1/links/:id/qr', key('links:read'), links.getLinkQr],
  ['GET', '/v1/links/:id/qr.png', key('links:read'), links.getLinkQrPng],
  ['PATCH', '/v1/links/:id', key('links:write'), links.updateLink],
  ['DELETE', '/v1/links/:id', key('links:write'), links.deleteLink],
  ['POST', '/v1/webhooks/receive/:webhook_key', webhook, receive.receiveWebhook],
  ['GET', '/v1/webhooks/receive/:webhook_key', handshake, receive.greetWebhook],
  ['POST', '/v1/webhooks', key('webhooks:write'), sources.createWebhook],
  ['GET', '/v1/webhooks', key('webhooks:read'), sources.listWebhooks],
  ['GET', '/v1/webhooks/presets', key('webhooks:read'), sources.listPresets],
  ['GET', '/v1/webhooks/:id', key('webhooks:read'), sources.getWebhook],
  ['PATCH', '/v1/webhooks/:id', key('webhooks:write'), sources.updateWebhook],
  ['DELETE', '/v1/webhooks/:id', key('webhooks:write'), sources.deleteWebhook],
  ['POST', '/v1/webhooks/:id/rotate', key('webhooks:write'), sources.rotateWebhook],
  ['POST', '/v1/webhooks/:id/mapping/preview', key('webhooks:read'), sources.previewMapping],
  ['GET', '/v1/webhooks/:id/deliveries', key('webhooks:read'), deliveries.listDeliveries],
  ['GET', '/v1/webhooks/:id/deliveries/:delivery_id', key('webhooks:read'), deliveries.getDelivery],
  ['GET', '/v1/webhooks/:id/deliveries/:delivery_id/raw', key('webhooks:read'), deliveries.getDeliveryBody],
  ['POST', '/v1/webhooks/:id/deliveries/:delivery_id/replay', key('webhooks:write'), deliveries.replayDelivery],
  ['DELETE', '/v1/webhooks/:id/deliveries/:delivery_id', key('webhooks:write'), deliveries.deleteDelivery],
  ['GET', '/v1/webhooks/:id/rejections', key('webhooks:read'), deliveries.listRejections],
  ['GET', '/v1/webhooks/:id/rejections/:rejection_id', key('webhooks:read'), deliveries.getRejection],
  ['POST', '/v1/webhooks/:id/rejections/:rejection_id/accept', key('webhooks:write'), deliveries.acceptRejection],
  ['DELETE', '/v1/webhooks/:id/rejections/:rejection_id', key('webhooks:write'), deliveries.deleteRejection],
  ['POST', '/v1/forms', key('forms:write'), forms.createForm],
  ['GET', '/v1/forms', key('forms:read'), forms.listForms],
  ['GET', '/v1/forms/:id', key('forms:read'), forms.getForm],
  ['PATCH', '/v1/forms/:id', key('forms:write'), forms.updateForm],
  ['DELETE', '/v1/forms/:id', key('forms:write'), forms.deleteForm],
  ['GET', '/v1/forms/:id/consents', key('forms:read'), forms.listConsents],
  ['POST', '/v1/forms/:id/test', key('forms:write'), submissions.testForm],
  ['GET', '/v1/forms/files/:id', key('contacts:read'), submissions.getSubmissionFile],
  ['POST', '/v1/forms/:id/submissions', form, submissions.createSubmission],
  ['GET', '/v1/forms/:id/submissions', key('forms:read'), submissions.listSubmissions],
  ['GET', '/v1/forms/:id/challenge', readForm, submissions.getChallenge],
  ['POST', '/v1/forms/:id/submissions/:submission_id/withdraw', key('forms:write'), submissions.withdrawConsent],
  ['GET', '/v1/held', key('forms:read'), held.listHeld],
  ['POST', '/v1/held/accept', key('forms:write'), held.acceptAllHeld],
  ['GET', '/v1/held/:id', key('forms:read'), held.getHeld],
  ['POST', '/v1/held/:id/accept', key('forms:write'), held.acceptHeld],
  ['DELETE', '/v1/held/:id', key('forms:write'), held.deleteHeld],
  ['POST', '/v1/removals', user('editor'), removals.createRemoval],
  ['GET', '/v1/removals', user('viewer'), removals.listRemovalsRoute],
  ['POST', '/v1/removals/:id/extend', user('editor'), removals.extendRemovalRoute],
  ['DELETE', '/v1/removals/:id', user('editor'), removals.undoRemovalRoute],
  ['GET', '/v1/events', key('events:read'), events.listEvents],
  ['GET', '/v1/events/types', key('events:read'), events.listEventTypes],
  ['GET', '/v1/events/:id', key('events:read'), events.getEvent],
  ['POST', '/v1/events/endpoints', key('events:write'), endpoints.createEndpoint],
  ['GET', '/v1/events/endpoints', key('events:read'), endpoints.listEndpoints],
  ['GET', '/v1/events/endpoints/:id', key('events:read'), endpoints.getEndpoint],
  ['PATCH', '/v1/events/endpoints/:id', key('events:write'), endpoints.updateEndpoint],
  ['DELETE', '/v1/events/endpoints/:id', key('events:write'), endpoints.deleteEndpoint],
  ['POST', '/v1/events/endpoints/:id/rotate', key('events:write'), endpoints.rotateEndpoint],
  ['POST', '/v1/events/endpoints/:id/test', key('events:write'), endpoints.testEndpoint],
  ['POST', '/v1/events/endpoints/:id/recover', key('events:write'), endpoints.recoverEndpoint],
  ['GET', '/v1/events/endpoints/:id/deliveries', key('events:read'), events.listEventDeliveries],
  ['GET', '/v1/events/endpoints/:id/deliveries/:event_id', key('events:read'), events.getEventDelivery],
  ['POST', '/v1/events/endpoints/:id/deliveries/:event_id/resend', key('events:write'), events.resendEvent],
  ['GET', '/v1/live', key('events:read'), streamLive],
  ['GET', '/v1/reports/contacts', key('contacts:read'), reports.getContactsReport],
  ['GET', '/v1/reports/attribution', key('contacts:read'), attribution.getAttributionReport],
  ['GET', '/v1/reports/attribution/export', key('contacts:read'), attribution.exportAttributionReport],
  ['GET', '/v1/reports/attention', key('posts:read'), reports.getAttention],
  ['GET', '/v1/reports/upcoming', key('posts:read'), reports.getUpcoming],
  ['GET', '/v1/reports/first-steps', user('viewer'), reports.getFirstSteps],
  ['POST', '/v1/keys', user('owner'), keys.createApiKey],
  ['GET', '/v1/keys', user('owner'), keys.listApiKeys],
  ['GET', '/v1/keys/self', anyKey, keys.getOwnKey],
  ['POST', '/v1/keys/:id/rotate', user('owner'), keys.rotateApiKey],
  ['DELETE', '/v1/keys/:id', user('owner'), keys.revokeApiKey],
  ['GET', '/v1/workspace', user('viewer'), workspace.getWorkspace],
  ['PATCH', '/v1/workspace', user('owner'), workspace.updateWorkspaceSettings],
  ['GET', '/v1/backups', user('owner'), backups.getBackups],
  ['POST', '/v1/backups', user('owner'), backups.createBackup],
  ['GET', '/v1/setup', open, signIn.getSetup],
  ['POST', '/v1/setup', open, signIn.claimSetup],
  ['POST', '/v1/auth/sign-in', open, signIn.signIn],
  ['POST', '/v1/auth/second-factor', open, signIn.giveSecondFactor],
  ['POST', '/v1/auth/sign-out', user('viewer'), account.signOut],
  ['POST', '/v1/auth/sign-out-everywhere', user('viewer'), account.signOutEverywhere],
  ['GET', '/v1/auth/sessions', user('viewer'), account.listSessions],
  ['DELETE', '/v1/auth/sessions/:id', user('viewer'), account.deleteSession],
  ['POST', '/v1/auth/password', user('viewer'), account.changePassword],
  ['POST', '/v1/auth/password/forgot', open, signIn.forgotPassword],
  ['POST', '/v1/auth/password/reset', open, signIn.resetPassword],
  ['POST', '/v1/auth/totp', user('viewer'), factors.startTotp],
  ['DELETE', '/v1/auth/totp', user('viewer'), factors.stopTotp],
  ['POST', '/v1/auth/totp/confirm', user('viewer'), factors.confirmTotp],
  ['POST', '/v1/auth/totp/backup-codes', user('viewer'), factors.createBackupCodes],
  ['GET', '/v1/auth/passkeys', user('viewer'), factors.listPasskeys],
  ['POST', '/v1/auth/passkeys', user('viewer'), factors.createPasskey],
  ['POST', '/v1/auth/passkeys/options', user('viewer'), factors.createPasskeyOptions],
  ['DELETE', '/v1/auth/passkeys/:id', user('viewer'), factors.deletePasskey],
  ['POST', '/v1/auth/passkeys/sign-in/options', open, factors.createPasskeySignInOptions],
  ['POST', '/v1/auth/passkeys/sign-in', open, factors.signInWithPasskey],
  ['GET', '/v1/me', user('viewer'), account.getMe],
  ['PATCH', '/v1/me', user('viewer'), account.updateMe],
  ['GET', '/v1/me/notifications', user('viewer'), push.getNotifications],
  ['PATCH', '/v1/me/notifications', user('viewer'), push.updateNotifications],
  ['POST', '/v1/me/notifications/browsers', user('viewer'), push.addBrowser],
  ['DELETE', '/v1/me/notifications/browsers/:id', user('viewer'), push.deleteBrowser],
  ['POST', '/v1/me/notifications/browsers/:id/test', user('viewer'), push.testBrowser],
  ['GET', '/v1/team', user('viewer'), team.listTeam],
  ['POST', '/v1/team/invitations', user('owner'), team.createInvitation],
  ['GET', '/v1/team/invitations', user('owner'), team.listInvitations],
  ['DELETE', '/v1/team/invitations/:id', user('owner'), team.deleteInvitation],
  ['PATCH', '/v1/team/:user_id', user('owner'), team.updateMember],
  ['DELETE', '/v1/team/:user_id', user('owner'), team.deleteMember],
  ['POST', '/v1/invitations/open', open, team.openInvitation],
  ['POST', '/v1/invitations/accept', open, team.acceptInvitation],
  ['GET', '/healthz', probe, system.getHealth],
  ['GET', '/readyz', probe, system.getReadiness],
  ['GET', '/metrics', open, system.getMetrics],
  ['GET', '/openapi.json', open, system.getOpenApi],
  ['GET', '/openapi.full.json', open, system.getFullOpenApi],
]

/** Every outgoing event, with its documentation and an example. */
export const eventDocs = createCatalogue({
  contact,
  contactStatus: leadsInEvents.statusChanged,
  contactOwner: leadsInEvents.assigned,
  contactMerged: leadsInEvents.merged,
  post: postInEvents,
  connection,
  delivery,
  deleted: DeletedSchema,
})

/** What the OpenAPI documents describe: the operations that a key can use, and all of them. */
export const documents = {
  keys: { routes: routesForKeys(routes), events: eventDocs, enums },
  full: { routes, events: eventDocs, enums },
}
