import type { Pagination, Error as Refusal } from './schema.ts'

/** A refusal of the API, in its own words. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  /** What is wrong with each field. */
  readonly details: Record<string, string[]>
  /** Seconds until it makes sense to try again. */
  readonly retryAfter: number | null

  constructor(status: number, code: string, message: string, details = {}, retryAfter: number | null = null) {
    super(message)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

export const OFFLINE = 'offline'

export type Query = Record<string, string | number | boolean | null | undefined>

export interface List<T> {
  data: T[]
  pagination: Pagination
}

export interface CallOptions {
  query?: Query
  json?: unknown
  /** Sent as it is, with its own type. */
  body?: Blob | string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Empty and missing values are left out. */
export function pathWith(path: string, query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value))
  }
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

/** Every request of the dashboard. Throws an ApiProblem; its code is `offline` when no answer came. */
export async function send(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const { query, json, body, headers, signal } = options
  let response: Response
  try {
    response = await fetch(pathWith(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new ApiProblem(0, OFFLINE, 'Doorpost cannot be reached. Check your connection; nothing you typed is lost.')
  }
  if (response.ok) return response
  throw await readProblem(response)
}

async function readProblem(response: Response): Promise<ApiProblem> {
  const retryAfter = Number(response.headers.get('retry-after')) || null
  const body = (await response.json().catch(() => null)) as Partial<Refusal> | null
  const message = body?.message ?? `Doorpost answered ${response.status} without saying why. Try again in a moment.`
  return new ApiProblem(response.status, body?.error ?? 'unknown', message, body?.details ?? {}, retryAfter)
}

async function dataOf<T>(response: Response): Promise<T> {
  return ((await response.json()) as { data: T }).data
}

/** `api.get('/v1/contacts/…')` and so on: the `data` of the answer. `list` keeps the pagination too. */
export const api = {
  get: async <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
    dataOf(await send('GET', path, { ...(query ? { query } : {}), ...(signal ? { signal } : {}) })),
  list: async <T>(path: string, query?: Query, signal?: AbortSignal): Promise<List<T>> =>
    (await send('GET', path, { ...(query ? { query } : {}), ...(signal ? { signal } : {}) })).json() as Promise<
      List<T>
    >,
  post: async <T>(path: string, json?: unknown, options: Omit<CallOptions, 'json'> = {}): Promise<T> =>
    dataOf(await send('POST', path, { ...options, ...(json === undefined ? {} : { json }) })),
  patch: async <T>(path: string, json: unknown, headers?: Record<string, string>): Promise<T> =>
    dataOf(await send('PATCH', path, { json, ...(headers ? { headers } : {}) })),
  delete: async <T>(path: string, json?: unknown, query?: Query): Promise<T> =>
    dataOf(await send('DELETE', path, { ...(json === undefined ? {} : { json }), ...(query ? { query } : {}) })),
}

/** Sent with a create: a second click, or a repeat after a lost answer, makes nothing twice. */
export function onceKey(): { 'idempotency-key': string } {
  return { 'idempotency-key': crypto.randomUUID() }
}

export function isProblem(error: unknown, ...codes: string[]): error is ApiProblem {
  return error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code))
}

/** In a sentence, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Try again.'
}

/** The errors of an answer as Mantine's forms take them, by field. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  return Object.fromEntries(Object.entries(error.details).map(([field, texts]) => [field, texts.join(' ')]))
}
