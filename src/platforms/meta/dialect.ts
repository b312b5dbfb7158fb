import { createHash } from 'node:crypto'
import { withoutEndSlash } from '../../lib/text/text.ts'
import { message, type Said } from '../../messages/message.ts'
import { bearer, plainFailure } from '../shared/answers.ts'
import type { Failure, Outgoing, PlatformAuth, PlatformContext, Progress } from '../shared/contract.ts'
import type { MediaRules } from '../shared/media.ts'

export type Fields = Record<string, string>

/**
 * Threads and Instagram: a post starts as an invisible container with an id, which is then published. Its status shows
 * afterwards whether it went out.
 */
export interface Dialect {
  name: string
  auth: PlatformAuth
  media: MediaRules
  tokenIn: TokenPlace
  edges: { create: string; publish: string; list: string }
  statusFields: string
  readStatus(body: Record<string, unknown>): ContainerStatus
  textField: string
  /** By our media type. */
  listedTypes: Record<string, string>
  /** Null when the post lacks a file or text. */
  single(post: Outgoing): Fields | null
  image(url: string): Fields
  wording(post: Outgoing): Fields
}

export interface ContainerStatus {
  /** IN_PROGRESS, FINISHED, PUBLISHED, ERROR or EXPIRED; others count as unknown. */
  status: string
  /** The code of an ERROR. */
  code: string | null
  reason: Said
  /** Trying again would not help. */
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

export function callGraph({ dialect, context }: GraphHost, method: 'GET' | 'POST', path: string[], fields: Fields) {
  const { account, settings } = context
  const { parameters, headers } = withToken(dialect.tokenIn, account.accessToken, fields)
  const url = [withoutEndSlash(settings.apiUrl), settings.version, ...path.map(encodeURIComponent)].join('/')
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

/** The id as text; numbers that JSON has rounded are refused. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return String(value)
  return typeof value === 'string' && /^\w[\w.:-]{0,127}$/.test(value) ? value : null
}

export function unreachableFailure({ name }: Dialect): Failure {
  return plainFailure('platform_down_before_send', message('meta.unreachable', { network: name }))
}

interface Container {
  id: string
  createdAt: number
}

export type Child = Container & { isVideo: boolean; isReady: boolean }

export type MetaProgress = ReturnType<typeof newProgress>

/** Times are milliseconds since 1970. */
export function newProgress(fingerprint: string) {
  return {
    /** Containers made for another text must never go out. */
    fingerprint,
    /** Items of a carousel; null until made. */
    children: [] as Array<Child | null>,
    container: null as Container | null,
    polls: 0,
    /** Restarts because the platform failed. */
    rebuilds: 0,
    /** How many times the container was handed over for sending, and when first. */
    offers: 0,
    offeredAt: null as number | null,
    /** The plain refusals among these. */
    refusals: 0,
    finishedAt: null as number | null,
    /** Containers replaced after repeated refusals. */
    replacements: 0,
    /** True if the post is out and must not be sent. */
    published: false,
  }
}

export function readProgress(progress: Progress, fingerprint: string): MetaProgress {
  const fresh = newProgress(fingerprint)
  if (progress.fingerprint !== fingerprint) return fresh
  return Object.fromEntries(
    Object.entries(fresh).map(([field, value]) => [field, progress[field] ?? value]),
  ) as unknown as MetaProgress
}

export function sentContainer(progress: Progress): Container | null {
  return (progress.container ?? null) as Container | null
}

export function fingerprintOf(accountId: string, post: Outgoing): string {
  const parts: unknown[] = [accountId, post.platform, post.mediaType, post.text, post.mediaUrls, post.replyControl]
  if (post.altTexts.some((text) => text !== null)) parts.push(post.altTexts)
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
