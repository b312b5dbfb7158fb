/**
 * Every page of the dashboard, in the router's notation. The server answers these paths with the page frame, and
 * web/src/router.tsx accepts no others.
 */
export const PAGES = [
  '/',
  '/sign-in',
  '/set-up',
  '/join',
  '/forgot-password',
  '/reset-password',
  '/contacts',
  '/contacts/import',
  '/contacts/people/$email',
  '/contacts/$id',
  '/posts',
  '/posts/new',
  '/posts/groups/$id',
  '/posts/groups/$id/edit',
  '/posts/$id',
  '/posts/$id/edit',
  '/forms',
  '/forms/held',
  '/forms/$id',
  '/results',
  '/links',
  '/links/$id',
  '/media',
  '/webhooks',
  '/webhooks/$id',
  '/events',
  '/events/endpoints/$id',
  '/settings',
  '/settings/keys',
  '/settings/connections',
  '/settings/notifications',
  '/settings/team',
  '/settings/workspace',
  '/settings/backups',
  '/settings/security',
] as const

export type PagePath = (typeof PAGES)[number]
