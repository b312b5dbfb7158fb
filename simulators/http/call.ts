import type { IncomingHttpHeaders } from 'node:http'
import type { Fault, Lag } from '../core/faults.ts'
import type { PlatformName } from '../state/records.ts'
import type { World } from '../state/world.ts'
import type { Body } from './body.ts'

/** One request to a simulated platform. */
export interface Call {
  world: World
  platform: PlatformName
  name: string
  method: string
  /** Below the platform's prefix, without the version. */
  path: string
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Body
  token: string | null
  /** Set by a `lag` fault: the item made by this call, or the young ones in this list, stay hidden. */
  lag: Lag | null
  /** Handlers leave here what the journal and the answer shall show beside the body. */
  accountId: string | null
  effect: string | null
  replyHeaders: Record<string, string>
}

export interface Reply {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

export type Handler = (call: Call) => Reply | Promise<Reply>

export interface Route {
  method: string
  /** `/:user/threads`: a segment that begins with a colon is a parameter. */
  path: string
  /** The name faults and journal use. One path may serve several calls. */
  call: string | ((call: Call) => string)
  handle: Handler
  /** Pages for people are neither journalled nor disturbed. */
  page?: boolean
  maxBytes?: number
}

/** What the fault layer must say in the platform's own words. */
export interface Platform {
  name: PlatformName
  routes: Route[]
  /** All call names, so that a fault for a misspelt one is refused. */
  calls: string[]
  version?: RegExp
  notFound(call: Call): Reply
  unreadableBody(call: Call): Reply
  serverError(call: Call, status: number): Reply
  rateLimited(call: Call, fault: Fault): Reply
  notReady(call: Call): Reply
  liveButError(call: Call): Reply
  decorate?(call: Call, reply: Reply): Reply
}

/** Thrown by a handler to answer with an error of the platform. */
export class Refused extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`)
    this.reply = reply
  }
}

export function refuse(reply: Reply): never {
  throw new Refused(reply)
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  }
}

export function empty(status: number, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: '' }
}

export function redirect(location: string): Reply {
  return { status: 302, headers: { location, 'cache-control': 'no-store' }, body: '' }
}
