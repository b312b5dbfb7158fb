import { createHash } from 'node:crypto'
import { withoutEndSlash } from '../../lib/text/text.ts'
import { bearer, plainFailure } from '../shared/answers.ts'
import type { Failure, Outgoing, PlatformAuth, PlatformContext, Progress } from '../shared/contract.ts'
import type { MediaRules } from '../shared/media.ts'

/** Parameters of a call, by name. */
export type Fields = Record<string, string>

/**
 * What Threads and Instagram have in common: both are Graph hosts, on which a post is first a container, invisible and
 * with an id of its own, and then published by naming that id. The id is known before anything can be seen, and the
 * container's status tells afterwards whether it went out.
 */
export interface Dialect {
  name: string
  auth: PlatformAuth
  media: MediaRules
  tokenIn: TokenPlace
  edges: { create: string; publish: string; list: string }
  statusFields: string
  readStatus(body: Record<string, unknown>): ContainerStatus
  /** The field of a listed post that holds its text. */
  textField: string
  /** `media_type` of a listed post, per media type of ours. */
  listedTypes: Record<string, string>
  /** The parameters of a container that say which file it is; null when the post lacks what it needs. */
  single(post: Outgoing): Fields | null
  image(url: string): Fields
  /** The parameters for the text, and for who may reply. */
  wording(post: Outgoing): Fields
}

export interface ContainerStatus {
  /** IN_PROGRESS, FINISHED, PUBLISHED, ERROR, EXPIRED; whatever else arrives is treated as not known. */
  status: string
  /** Of an ERROR: the platform's own word, and ours. */
  code: string | null
  reason: string
  /** The file itself is wrong: processing it again finds the same. */
  isFinal: boolean
}

const READ_TIMEOUT_MS = 20_000
// The platform downloads images before it answers.
export const WRITE_TIMEOUT_MS = 60_000

export interface GraphHost {
  dialect: Dialect
  context: PlatformContext
}

export interface GraphPost extends GraphHost {
  post: Outgoing
}

/** One call. The version goes into every path; the caller's parameters into the query of a GET, else into a form. */
export function callGraph({ dialect, context }: GraphHost, method: 'GET' | 'POST', path: string[], fields: Fields) {
  const { account, settings } = context
  const { parameters, headers } = withToken(dialect.tokenIn, account.accessToken, fields)
  const url = [baseUrl(settings.apiUrl), settings.version, ...path.map(encodeURIComponent)].join('/')
  return method === 'GET'
    ? context.http({ method, url, headers, query: parameters, timeoutMs: READ_TIMEOUT_MS })
    : context.http({ method, url, headers, form: parameters, timeoutMs: WRITE_TIMEOUT_MS })
}

/** Threads documents the token as a parameter only, Instagram also as a header. */
export type TokenPlace = 'parameter' | 'header'

export function withToken(place: TokenPlace, token: string, parameters: Fields) {
  if (place === 'header') return { parameters, headers: bearer(token) }
  return { parameters: { ...parameters, access_token: token }, headers: {} }
}

export function baseUrl(url: string): string {
  return withoutEndSlash(url)
}

/** Ids go into paths and are compared: text as the platform writes it, and no number that JSON has already rounded. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return String(value)
  return typeof value === 'string' && /^\w[\w.:-]{0,127}$/.test(value) ? value : null
}

export function unreachableFailure({ name }: Dialect): Failure {
  return plainFailure('platform_down_before_send', `${name} could not be reached. The post is tried again by itself.`)
}

interface Container {
  id: string
  createdAt: number
}

export type Child = Container & { isVideo: boolean; isReady: boolean }

export type MetaProgress = ReturnType<typeof newProgress>

/** What is known of a post that is being prepared on a Graph host. Times are milliseconds since 1970. */
export function newProgress(fingerprint: string) {
  return {
    /** Of account and post: containers of another text must never go out. */
    fingerprint,
    /** The items of a carousel in order; null where one has still to be made. */
    children: [] as Array<Child | null>,
    container: null as Container | null,
    /** Looks at what is being processed now. */
    polls: 0,
    /** How often all was thrown away because the platform failed. */
    rebuilds: 0,
    /** How often this container was handed over for sending, and when first. */
    offers: 0,
    offeredAt: null as number | null,
    /** How many of these the platform answered with a plain refusal. Of the others the outcome was unknown for a time. */
    refusals: 0,
    /** When the container was first seen to be ready. */
    finishedAt: null as number | null,
    /** How often a container that was refused again and again gave way to a new one. */
    replacements: 0,
    /** The platform says that it is out: it must not be sent. */
    published: false,
  }
}

/** Progress of this very post, or a fresh start. */
export function readProgress(progress: Progress, fingerprint: string): MetaProgress {
  const fresh = newProgress(fingerprint)
  if (progress.fingerprint !== fingerprint) return fresh
  return Object.fromEntries(
    Object.entries(fresh).map(([field, value]) => [field, progress[field] ?? value]),
  ) as unknown as MetaProgress
}

/** The container that was sent, whatever has become of the post since. */
export function sentContainer(progress: Progress): Container | null {
  return (progress.container ?? null) as Container | null
}

export function fingerprintOf(accountId: string, post: Outgoing): string {
  const parts: unknown[] = [accountId, post.platform, post.mediaType, post.text, post.mediaUrls, post.replyControl]
  if (post.altTexts.some((text) => text !== null)) parts.push(post.altTexts)
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
