import type { Demo } from '../helpers/demo-data.ts'

export interface Place {
  /** File name of its picture. */
  name: string
  path: string
}

/** Every page before sign-in. */
export const outside = (invitation: string, reset: string): Place[] => [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'set-up-again', path: '/set-up' },
  { name: 'join', path: invitation },
  { name: 'join-broken', path: '/join' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: reset },
]

/** Every page after sign-in. */
export const inside = ({
  contactId,
  contactEmail,
  postId,
  draftId,
  groupId,
  linkId,
  webhookId,
  endpointId,
  formId,
}: Demo): Place[] => [
  { name: 'overview', path: '/' },
  { name: 'contacts', path: '/contacts' },
  { name: 'contact', path: `/contacts/${contactId}` },
  { name: 'person', path: `/contacts/people/${contactEmail}` },
  { name: 'import', path: '/contacts/import' },
  { name: 'forms', path: '/forms' },
  { name: 'form-build', path: `/forms/${formId}` },
  { name: 'form-languages', path: `/forms/${formId}?tab=languages` },
  { name: 'form-site', path: `/forms/${formId}?tab=site` },
  { name: 'form-submissions', path: `/forms/${formId}?tab=submissions` },
  { name: 'form-held', path: `/forms/${formId}?tab=held` },
  { name: 'form-settings', path: `/forms/${formId}?tab=settings` },
  { name: 'forms-held', path: '/forms/held' },
  { name: 'posts-calendar', path: '/posts' },
  { name: 'posts-week', path: '/posts?span=week' },
  { name: 'posts-list', path: '/posts?view=list' },
  { name: 'compose', path: '/posts/new' },
  { name: 'post', path: `/posts/${postId}` },
  { name: 'post-edit', path: `/posts/${draftId}/edit` },
  { name: 'post-group', path: `/posts/groups/${groupId}` },
  { name: 'post-group-edit', path: `/posts/groups/${groupId}/edit` },
  { name: 'links', path: '/links' },
  { name: 'link', path: `/links/${linkId}` },
  { name: 'link-page', path: '/links?tab=page' },
  { name: 'results', path: '/results' },
  { name: 'media', path: '/media' },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'webhook-inbox', path: `/webhooks/${webhookId}` },
  { name: 'webhook-rejected', path: `/webhooks/${webhookId}?tab=rejected` },
  { name: 'webhook-mapping', path: `/webhooks/${webhookId}?tab=mapping` },
  { name: 'webhook-settings', path: `/webhooks/${webhookId}?tab=settings` },
  { name: 'events-endpoints', path: '/events' },
  { name: 'events-feed', path: '/events?tab=feed' },
  { name: 'endpoint', path: `/events/endpoints/${endpointId}` },
  { name: 'keys', path: '/keys' },
  { name: 'settings-connections', path: '/settings/connections' },
  { name: 'settings-notifications', path: '/settings/notifications' },
  { name: 'settings-team', path: '/settings/team' },
  { name: 'settings-workspace', path: '/settings/workspace' },
  { name: 'settings-backups', path: '/settings/backups' },
  { name: 'settings-installation', path: '/settings/installation' },
  { name: 'settings-language', path: '/settings/language' },
  { name: 'settings-security', path: '/settings/security' },
  { name: 'not-found', path: '/nothing/here' },
]

/** Pages for visitors, which are not of the dashboard. Those that a mail leads to are in mail.test.ts. */
export const forVisitors = ({ formPublicId, linkPageName }: Demo): Place[] => [
  { name: 'visitors-form', path: `/f/${formPublicId}` },
  { name: 'visitors-thanks', path: `/f/${formPublicId}/thanks` },
  { name: 'visitors-links', path: `/b/${linkPageName}` },
  { name: 'visitors-link-unknown', path: '/l/nothing' },
  { name: 'visitors-connect', path: '/connect/callback?state=unknown' },
]
