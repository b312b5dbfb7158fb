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
  'links:read',
  'links:write',
] as const

export type Scope = (typeof SCOPES)[number]

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** What people of a team may be. */
export const TEAM_ROLES = ['owner', 'editor', 'viewer'] as const

export type TeamRole = (typeof TEAM_ROLES)[number]

export function isTeamRole(text: string): text is TeamRole {
  return (TEAM_ROLES as readonly string[]).includes(text)
}

/** An owner may also do what no key may: keys, team and workspace. */
export function scopesOfRole(role: TeamRole): readonly Scope[] {
  return role === 'viewer' ? SCOPES.filter((scope) => scope.endsWith(':read')) : SCOPES
}

/** Whether somebody with this role may do what needs at least the other. */
export function isAtLeast(role: TeamRole, needed: TeamRole): boolean {
  return TEAM_ROLES.indexOf(role) <= TEAM_ROLES.indexOf(needed)
}

/** What the routes of a noun ask of whoever reads it. The noun is the first word of an event's type. */
export const EVENT_SCOPES: Readonly<Record<string, Scope>> = {
  contact: 'contacts:read',
  post: 'posts:read',
  connection: 'posts:read',
  webhook: 'webhooks:read',
  endpoint: 'events:read',
}

/** The permission that seeing an event of this type needs; null when the noun is not known here, so that nobody may. */
export function scopeOfEvent(type: string): Scope | null {
  const noun = type.split('.', 1)[0]!
  return Object.hasOwn(EVENT_SCOPES, noun) ? EVENT_SCOPES[noun]! : null
}

/** May a caller with these scopes see events of this type? Every way to an event asks here, deliveries included. */
export function maySeeEvent(scopes: ReadonlySet<string>, type: string): boolean {
  const needed = scopeOfEvent(type)
  return needed !== null && scopes.has(needed)
}
