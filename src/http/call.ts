import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../scopes.ts'

/** Who asks. Set before a handler runs; every query takes its workspace. */
export type Caller = KeyCaller | PublicCaller | WebhookCaller

export interface KeyCaller {
  kind: 'key'
  workspaceId: string
  keyId: string
  scopes: ReadonlySet<Scope>
}

export interface PublicCaller {
  kind: 'public'
  workspaceId: string
  address: string
}

export interface WebhookCaller {
  kind: 'webhook'
  workspaceId: string
  sourceId: string
}

/** What a route asks of its caller, in the order of the checks. */
export type Access =
  | { mode: 'key'; scope: Scope }
  | { mode: 'key_or_public'; scope: Scope }
  | { mode: 'webhook' }
  | { mode: 'open' }

export type BodyKind = 'json' | 'raw' | 'none'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null only before authentication and on open routes. */
    caller: Caller | null
    /** The address the limits count by: an IPv4 address or an IPv6 /64. */
    clientBucket: string
    /** The bytes of a JSON body, for the fingerprint of an idempotent request. */
    rawBody: Buffer | null
    /** Why the body was refused. */
    bodyProblem: Error | null
  }
  interface FastifyContextConfig {
    access?: Access
    bodyKind?: BodyKind
  }
}

export type Request = FastifyRequest
export type Reply = FastifyReply

export function callerOf(request: Request): Caller {
  if (request.caller === null) throw new Error('handler of an open route asked for its caller')
  return request.caller
}

/** The key that made a row; null when it came in without one. */
export function keyIdOf(caller: Caller): string | null {
  return caller.kind === 'key' ? caller.keyId : null
}
