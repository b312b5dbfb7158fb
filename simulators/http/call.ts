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
  /** Path below the platform's prefix, without the version. */
  path: string
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Body
  token: string | null
  /** Set by a `lag` fault: hides the item that this call makes, or the recent ones in this list. */
  lag: Lag | null
  /** Set by handlers, for the journal and the answer. */
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
  /** Such as `/:user/threads`: a segment that begins with a colon is a parameter. */
  path: string
  /** The name in faults and the journal. One path may serve several calls. */
  call: string | ((call: Call) => string)
  handle: Handler
  /** Pages for people are neither journalled nor disturbed. */
  page?: boolean
  maxBytes?: number
}

/** Includes answers of the fault layer in the platform's own format. */
export interface Platform {
  name: PlatformName
  routes: Route[]
  /** All call names. Faults for other names are refused. */
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
