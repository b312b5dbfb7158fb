/** What a key may do. A route names the one it needs. */
export const SCOPES = [
  'contacts:read',
  'contacts:write',
  'posts:read',
  'posts:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'events:write',
] as const

export type Scope = (typeof SCOPES)[number]

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}
