import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ApiError, type ErrorBody, toErrorBody } from '../errors.ts'
import { lacksScope } from '../http/access/auth.ts'
import { type KeyCaller, type Reply, type Request, scopesOf } from '../http/call.ts'
import { notFound } from '../http/input.ts'
import { languageOf } from '../http/language.ts'
import { createHandler, type Routes, routeConfigOf } from '../http/route.ts'
import { toRefusal } from '../http/server/app.ts'
import type { Log } from '../lib/log/log.ts'
import { writeJson } from '../messages/for-reader.ts'
import type { Language } from '../messages/languages.ts'
import type { Scope } from '../scopes.ts'

/** What is sent to an operation of the API. */
export interface Asked {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: object
  idempotencyKey?: string | undefined
  file?: Buffer
}

/** The body of the response. Refusals have `error`. */
export type Answer =
  | { success: true; data: unknown; pagination?: { next_cursor: string | null; total: number } }
  | ErrorBody

export type CallOperation = (id: string, asked: Asked) => Promise<Answer>

export interface Calls {
  /** The permission that the operation needs. */
  scopeOf(id: string): Scope
  /** Calls operations as the caller of `request`. */
  as(request: Request, caller: KeyCaller): CallOperation
}

/**
 * Calls operations of the route table without a socket: the rules, permissions and repeats are those of the API. The
 * request that brought the call was counted, so it is not counted again.
 */
export function createCalls<D extends object>(routes: Routes<D>, deps: D, log: Log): Calls {
  const rows = new Map(routes.map((row) => [row[3].id, row]))
  const rowOf = (id: string) => {
    const [method, url, access, operation] = rows.get(id)!
    if (!('scope' in access)) throw new Error(`${id} needs a person`)
    return { method, url, scope: access.scope, config: routeConfigOf(access, operation), operation }
  }
  return {
    scopeOf: (id) => rowOf(id).scope,
    as: (outer, caller) => async (id, asked) => {
      const { method, url, scope, config, operation } = rowOf(id)
      const reply = new CollectedReply(languageOf(outer), url)
      const request: Request = {
        id: outer.id,
        method,
        url,
        headers: headersOf(outer, asked),
        params: asked.params ?? {},
        query: toQuery(asked.query),
        body: asked.body,
        raw: asked.file === undefined ? outer.raw : toMessage(outer, asked.file),
        routeOptions: { url, config },
        caller,
        clientBucket: outer.clientBucket,
        rawBody: null,
      }
      try {
        if (!scopesOf(caller).has(scope)) throw new ApiError('forbidden', { message: lacksScope(scope) })
        const data = await createHandler(operation, deps)(request, reply)
        if (data === null) throw notFound(request)
        return JSON.parse(reply.isSent ? await reply.text() : reply.json({ success: true, data }))
      } catch (error) {
        return JSON.parse(reply.json(toErrorBody(toRefusal(error, request, log))))
      }
    },
  }
}

function headersOf({ headers }: Request, { idempotencyKey, file }: Asked): Request['headers'] {
  const { 'accept-language': language } = headers
  return {
    ...(language === undefined ? {} : { 'accept-language': language }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(file === undefined ? {} : { 'content-length': String(file.length) }),
  }
}

/** As texts, because that is how they arrive in a URL. */
function toQuery(values: Record<string, unknown> = {}): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** The file as the body of a request. */
function toMessage({ raw }: Request, file: Buffer): IncomingMessage {
  return Object.assign(Readable.from([file], { objectMode: false }), {
    socket: raw.socket,
  }) as unknown as IncomingMessage
}

/** Keeps the response instead of sending it. */
class CollectedReply implements Reply {
  readonly #headers = new Map<string, string>()
  #payload: string | Buffer | Readable | object | null = null
  language: Language
  readonly url: string
  statusCode = 200

  constructor(language: Language, url: string) {
    this.language = language
    this.url = url
  }

  speak(language: Language): void {
    this.language = language
  }

  json(value: unknown): string {
    return writeJson(value, this.language).text
  }

  get isSent(): boolean {
    return this.#payload !== null
  }

  code(status: number): this {
    this.statusCode = status
    return this
  }

  header(name: string, value: string): this {
    this.#headers.set(name, value)
    return this
  }

  removeHeader(name: string): this {
    this.#headers.delete(name)
    return this
  }

  headerOf(name: string): string | undefined {
    return this.#headers.get(name)
  }

  type(contentType: string): this {
    return this.header('content-type', contentType)
  }

  send(payload: string | Buffer | Readable | object): this {
    this.#payload = payload
    return this
  }

  async text(): Promise<string> {
    const payload = this.#payload!
    if (payload instanceof Readable) return text(payload)
    return typeof payload === 'string' || Buffer.isBuffer(payload) ? String(payload) : this.json(payload)
  }
}
