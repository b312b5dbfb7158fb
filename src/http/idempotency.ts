import { createHash } from 'node:crypto'
import { type Db, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { findAnswer, type IdempotencyScope, keepAnswer, saveAnswer, tryLockKey } from '../db/writes/idempotency.ts'
import { ApiError } from '../errors.ts'
import { createTurns } from '../lib/bounds/work-line.ts'
import type { Issues } from '../lib/issues.ts'
import { callerName, callerOf, type Reply, type Request } from './call.ts'
import { notFound, readInput } from './input.ts'

export const KEPT_MS = 24 * 60 * 60 * 1000
const KEY_MAX = 255

const PRINTABLE = /^[\x20-\x7e]+$/

/** The Idempotency-Key; null if none was sent. Quotes around it (RFC 9651 strings) are not part of it. */
export function readIdempotencyKey(issues: Issues, request: Request): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const text = String(header).trim()
  const key = /^".*"$/.test(text) ? text.slice(1, -1) : text
  if (key.length >= 1 && key.length <= KEY_MAX && PRINTABLE.test(key)) return key
  issues.add('Idempotency-Key', 'request.idempotency_key', { max: KEY_MAX })
  return null
}

/** Reads what to create, and the Idempotency-Key that came with it. */
export function readCreation<T>(request: Request, read: (issues: Issues, body: Record<string, unknown>) => T) {
  return readInput(request, (issues, body) => ({
    input: read(issues, body),
    idempotencyKey: readIdempotencyKey(issues, request),
  }))
}

export type CreationDeps = Pick<Parts, 'pool' | 'clock'>

/** Creates something and answers 201, once for each key. `secret` is the field that a repeat shows as null. */
export async function answerCreated<T extends object>(
  deps: CreationDeps,
  request: Request,
  reply: Reply,
  key: string | null,
  create: (tx: Tx | null) => Promise<T>,
  secret?: keyof T & string,
): Promise<Reply> {
  if (key !== null) return answerOnce(deps, request, reply, key, create, secret === undefined ? {} : { secret })
  const data = await create(null)
  nameCreated(request, reply, data)
  return reply.code(201).send({ success: true, data })
}

/** The Location of a 201: the path of what was created. */
export function nameCreated(request: Request, reply: Reply, data: object): void {
  const { locate } = request.routeOptions.config
  if (locate !== undefined) reply.header('location', locate(data, request))
}

/** Data that is written as JSON already. */
export class WrittenData {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

interface OnceOptions {
  /** Defaults to 201. */
  status?: number
  /** The field that a repeat shows as null. */
  secret?: string
  /** The content to compare if `request.body` does not have it: the fields and files of a form. */
  content?: unknown
}

/**
 * Runs `work` once for each key. Its writes and its response are committed together, so a repeat finds both or neither.
 * A repeat gets the same bytes. A different request under the same key is refused, and so is one that arrives while the
 * first is running.
 */
export async function answerOnce(
  { pool, clock }: CreationDeps,
  request: Request,
  reply: Reply,
  key: string,
  work: (tx: Tx) => Promise<object | null>,
  options: OnceOptions = {},
): Promise<Reply> {
  const asked = askedOf(request, key, options.content)
  const answer = await transaction(pool, async (tx) => {
    const isLocked = await tryLockKey(tx, asked.scope)
    const now = clock.now()
    // Also reads without the lock, which another repeat may hold.
    const stored = await findStored(tx, asked, now)
    if (stored !== null) return stored
    if (!isLocked) throw new ApiError('idempotency_conflict', { headers: { 'retry-after': '1' } })
    const made = answerOf(request, reply, await work(tx), options)
    await saveAnswer(tx, asked.scope, toRow(asked, made, now))
    return made
  })
  return sendAnswer(reply, answer)
}

/**
 * The same for work that does not fit into one transaction and may safely run twice: a repeat that arrives before the
 * response is stored does the work again.
 */
export async function answerRepeatable(
  { pool, clock }: CreationDeps,
  request: Request,
  reply: Reply,
  key: string,
  work: () => Promise<object | null>,
  options: OnceOptions = {},
): Promise<Reply> {
  const asked = askedOf(request, key, options.content)
  const stored = await findStored(pool, asked, clock.now())
  if (stored !== null) return sendAnswer(reply, stored)
  const data = await work()
  // A request that was already answered changed nothing, so its response is not kept.
  if (data === reply) return reply
  const made = answerOf(request, reply, data, options)
  const now = clock.now()
  const isKept = await keepAnswer(pool, asked.scope, toRow(asked, made, now), new Date(now))
  return sendAnswer(reply, (isKept ? null : await findStored(pool, asked, now)) ?? made)
}

/** Sends the kept response to the same request; null if there is none. */
export async function replayKept(
  { pool, clock }: CreationDeps,
  request: Request,
  reply: Reply,
  key: string,
  content?: unknown,
): Promise<Reply | null> {
  const asked = askedOf(request, key, content)
  const row = await findAnswer(pool, asked.scope, new Date(clock.now()))
  return row !== null && isSame(asked, row) ? sendAnswer(reply, toKept(row)) : null
}

interface Asked {
  scope: IdempotencyScope
  meaning: Buffer
  /** Hash of the bytes. Nodes of version 0.2 compare by it, and their rows have no other hash. */
  bytes: Buffer
}

function askedOf(request: Request, key: string, content: unknown = request.body): Asked {
  const caller = callerOf(request)
  return {
    scope: { workspace_id: caller.workspaceId, scope: callerName(caller), key },
    meaning: hashMeaning(request, content),
    bytes: createHash('sha256')
      .update(`${request.method} ${request.url}\n`)
      .update(request.rawBody ?? '')
      .digest(),
  }
}

/** Hashes route, method, parameters and the meaning of the body. Its bytes may differ on each attempt. */
function hashMeaning(request: Request, content: unknown): Buffer {
  const { method, routeOptions, params, query } = request
  const hash = createHash('sha256').update(`${canonicalJson([method, routeOptions.url, params, query])}\n`)
  return hash.update(Buffer.isBuffer(content) ? content : canonicalJson(content ?? null)).digest()
}

/** Hashes the meaning of many values, which is that of all of them, in their order. */
export async function hashEach(values: readonly unknown[]): Promise<Buffer> {
  const turns = createTurns()
  const hash = createHash('sha256')
  for (const value of values) {
    if (turns.isDue()) await turns.next()
    hash.update(`${canonicalJson(value)}\n`)
  }
  return hash.digest()
}

/** Sorts the keys of objects. Numbers are JavaScript's: 1, 1.0 and 1e0 are the same, and so are 0 and -0. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

interface Answer {
  status: number
  text: string
  headers: Record<string, string>
  /** The response without the secret, which is not stored. */
  kept: string
  isReplay: boolean
}

type StoredRow = NonNullable<Awaited<ReturnType<typeof findAnswer>>>

async function findStored(db: Db, asked: Asked, now: number): Promise<Answer | null> {
  const row = await findAnswer(db, asked.scope, new Date(now))
  if (row === null) return null
  if (!isSame(asked, row)) throw new ApiError('idempotency_mismatch')
  return toKept(row)
}

function isSame(asked: Asked, { meaning_hash, request_hash }: StoredRow): boolean {
  return meaning_hash === null ? request_hash.equals(asked.bytes) : meaning_hash.equals(asked.meaning)
}

function toKept({ status, body, headers }: StoredRow): Answer {
  return { status, text: body, headers: (headers ?? {}) as Record<string, string>, kept: body, isReplay: true }
}

/** Headers that belong to a response, and not to the moment of the request. */
const KEPT_HEADERS = ['etag', 'location', 'content-language', 'cache-control']

function answerOf(request: Request, reply: Reply, data: object | null, options: OnceOptions): Answer {
  const { secret } = options
  const status = reply.statusCode === 200 ? (options.status ?? 201) : reply.statusCode
  if (data === null) throw notFound(request)
  if (data === reply) throw new Error(`${request.method} ${request.routeOptions.url} was answered before its commit`)
  if (status === 201) nameCreated(request, reply, data)
  const text = data instanceof WrittenData ? writeData(data) : reply.json({ success: true, data })
  const kept =
    secret === undefined || !(secret in data) ? text : reply.json({ success: true, data: { ...data, [secret]: null } })
  const headers = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = reply.headerOf(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return { status, text, headers, kept, isReplay: false }
}

export function writeData({ json }: WrittenData): string {
  return `{"success":true,"data":${json}}`
}

function toRow({ meaning, bytes }: Asked, { status, kept, headers }: Answer, now: number) {
  return {
    request_hash: bytes,
    meaning_hash: meaning,
    status,
    body: kept,
    headers: JSON.stringify(headers),
    created_at: new Date(now),
    expires_at: new Date(now + KEPT_MS),
  }
}

function sendAnswer(reply: Reply, { status, text, headers, isReplay }: Answer): Reply {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  if (isReplay) reply.header('idempotency-replayed', 'true')
  // A redirect has no body; the stored one only documents it.
  if (status === 303) return reply.code(status).type('text/html; charset=utf-8').send('')
  return reply.code(status).type('application/json; charset=utf-8').send(text)
}
