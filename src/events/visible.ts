import { ApiError } from '../errors.ts'
import { type Message, message } from '../messages/message.ts'
import { maySeeEvent, SCOPES, type Scope, scopeOfEvent } from '../scopes.ts'
import { EVENT_TYPES } from './emit.ts'

/** The caller's scopes; null for the operator at the command line, who may see everything. */
export type Viewer = ReadonlySet<Scope> | null

/** The types that an endpoint gets (null for all), and the scopes of the caller who chose them (null for everything). */
interface Subscription {
  types: readonly string[] | null
  scopes: readonly string[] | null
}

const ALL_SCOPES = [...new Set(EVENT_TYPES.map((type) => scopeOfEvent(type)!))]

export function seesEverything(viewer: Viewer): boolean {
  return viewer === null || ALL_SCOPES.every((scope) => viewer.has(scope))
}

/**
 * The wanted types, all of which the viewer must be allowed to see; without any, all types that it may see. Null for
 * every type.
 */
export function visibleTypes(viewer: Viewer, wanted: readonly string[] | null): readonly string[] | null {
  if (wanted !== null) {
    requireVisible(viewer, wanted)
    return wanted
  }
  return seesEverything(viewer) ? null : EVENT_TYPES.filter((type) => maySeeEvent(viewer!, type))
}

/** Throws 403 unless the viewer may see all these types. */
export function requireVisible(viewer: Viewer, types: readonly string[], explain = explainTypes): void {
  const hidden = viewer === null ? [] : types.filter((type) => !maySeeEvent(viewer, type))
  if (hidden.length === 0) return
  const missing = [...new Set(hidden.map(scopeOfEvent))].join(', ')
  throw new ApiError('forbidden', { message: explain(missing, hidden) })
}

function explainTypes(missing: string, hidden: readonly string[]): Message {
  return message('event.not_visible', { types: hidden.join(', '), missing })
}

/**
 * Throws 403 unless the viewer may see everything the endpoint gets: a caller who can change its URL can read all of
 * it.
 */
export function requireEndpointVisible(viewer: Viewer, subscription: Subscription): void {
  const types = typesOf(subscription) ?? EVENT_TYPES
  requireVisible(viewer, types, (missing) => message('endpoint.not_visible', { missing }))
}

/** The types that an endpoint gets; null for all, including those of later versions. */
export function typesOf({ types, scopes }: Subscription): readonly string[] | null {
  if (scopes === null) return types
  const granted = new Set(scopes)
  return (types ?? EVENT_TYPES).filter((type) => maySeeEvent(granted, type))
}

/**
 * The read scopes of the caller who chooses the types. Null, which includes later ones, for people who may see
 * everything.
 */
export function grantOf(viewer: Viewer, isPerson: boolean): Scope[] | null {
  if (viewer === null || (isPerson && SCOPES.every((scope) => viewer.has(scope)))) return null
  return SCOPES.filter((scope) => scope.endsWith(':read') && viewer.has(scope))
}
