/** What a key may do. Each route names the scope it needs. */
export const SCOPES = [
  'contacts:read',
  'contacts:write',
  'posts:read',
  'posts:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'events:write',
  'links:read',
  'links:write',
  'forms:read',
  'forms:write',
] as const

export type Scope = (typeof SCOPES)[number]

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** The roles in a team. */
export const TEAM_ROLES = ['owner', 'editor', 'viewer'] as const

export type TeamRole = (typeof TEAM_ROLES)[number]

export function isTeamRole(text: string): text is TeamRole {
  return (TEAM_ROLES as readonly string[]).includes(text)
}

/** An owner may also manage keys, team and workspace, which no key may. */
export function scopesOfRole(role: TeamRole): readonly Scope[] {
  return role === 'viewer' ? SCOPES.filter((scope) => scope.endsWith(':read')) : SCOPES
}

/** Whether `role` includes everything that `needed` may do. */
export function isAtLeast(role: TeamRole, needed: TeamRole): boolean {
  return TEAM_ROLES.indexOf(role) <= TEAM_ROLES.indexOf(needed)
}

/** The scope needed to read each noun. The noun is the first word of an event's type. */
export const EVENT_SCOPES: Readonly<Record<string, Scope>> = {
  contact: 'contacts:read',
  post: 'posts:read',
  connection: 'posts:read',
  webhook: 'webhooks:read',
  endpoint: 'events:read',
}

/** The scope needed to see an event of this type; null if the noun is unknown, and then nobody may see it. */
export function scopeOfEvent(type: string): Scope | null {
  const noun = type.split('.', 1)[0]!
  return Object.hasOwn(EVENT_SCOPES, noun) ? EVENT_SCOPES[noun]! : null
}

/**
 * Whether a caller with these scopes may see events of this type. Every path to an event checks this, deliveries
 * included.
 */
export function maySeeEvent(scopes: ReadonlySet<string>, type: string): boolean {
  const needed = scopeOfEvent(type)
  return needed !== null && scopes.has(needed)
}
