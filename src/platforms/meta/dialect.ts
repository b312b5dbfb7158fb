import { plainFailure } from '../answers.ts'
import type { Failure, HttpAnswer, Outgoing, PlatformAuth, PlatformContext } from '../contract.ts'

/**
 * What Threads and Instagram have in common: both are Graph hosts, on which a post is first a container, invisible and
 * with an id of its own, and then published by naming that id. The id is known before anything can be seen, and the
 * container's status tells afterwards whether it went out.
 */
export interface Dialect {
  /** For sentences. */
  name: string
  auth: PlatformAuth
  /** Threads documents the token as a parameter only, Instagram also as a header. */
  tokenIn: 'parameter' | 'header'
  /** Edges of the account. */
  edges: { create: string; publish: string; list: string }
  statusFields: string
  readStatus(body: Record<string, unknown>): ContainerStatus
  /** The field of a listed post that holds its text. */
  textField: string
  /** `media_type` of a listed post, per media type of ours. */
  listedTypes: Record<string, string>
  /** The parameters of a container that say which file it is; null when the post lacks what it needs. */
  single(post: Outgoing): Record<string, string> | null
  image(url: string): Record<string, string>
  /** The parameters for the text, and for who may reply. */
  wording(post: Outgoing): Record<string, string>
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

/** Where a call goes, and on whose behalf. */
export interface GraphHost {
  dialect: Dialect
  context: PlatformContext
}

export interface GraphPost extends GraphHost {
  post: Outgoing
}

/** One call. The version goes into every path; the caller's parameters into the query of a GET, else into a form. */
export function callGraph(
  { dialect, context }: GraphHost,
  method: 'GET' | 'POST',
  path: string[],
  parameters: Record<string, string>,
): Promise<HttpAnswer> {
  const { account, settings } = context
  const isParameter = dialect.tokenIn === 'parameter'
  const fields = isParameter ? { ...parameters, access_token: account.accessToken } : parameters
  return context.http({
    method,
    url: [baseUrl(settings.apiUrl), settings.version, ...path.map(encodeURIComponent)].join('/'),
    ...(isParameter ? {} : { headers: { authorization: `Bearer ${account.accessToken}` } }),
    ...(method === 'GET' ? { query: fields } : { form: fields }),
    timeoutMs: method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS,
  })
}

export function baseUrl(url: string): string {
  return url.replace(/\/+$/, '')
}

/** Ids go into paths and are compared: text as the platform writes it, and no number that JSON has already rounded. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return String(value)
  return typeof value === 'string' && /^\w[\w.:-]{0,127}$/.test(value) ? value : null
}

/** Nothing came back, and nothing can be seen. */
export function unreachableFailure({ name }: Dialect): Failure {
  return plainFailure('platform_down_before_send', `${name} could not be reached. The post is tried again by itself.`)
}
