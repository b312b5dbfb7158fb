import createClient from 'openapi-fetch'
import type { paths, Error as Refusal } from './schema.ts'

/** A refusal of the API, in its own words. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
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

/**
 * Every request of the dashboard, typed by method and path. A refusal is thrown as an ApiProblem; its code is `offline` when no
 * answer came.
 */
export const api = createClient<paths>({
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
  querySerializer: writeQuery,
})

api.use({
  onError: ({ error }) => {
    if ((error as Error).name === 'AbortError') return
    return new ApiProblem(0, OFFLINE, 'Doorpost cannot be reached. Check your connection; nothing you typed is lost.')
  },
  onResponse: async ({ response }) => {
    if (!response.ok) throw await readProblem(response)
  },
})

/** Empty and missing values are left out. */
export function writeQuery(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
}

/** The query parameters of a GET, or of the method that is named. */
export type QueryOf<P extends keyof paths, M extends 'get' | 'post' = 'get'> = paths[P] extends {
  [method in M]: { parameters: { query?: infer Q } }
}
  ? NonNullable<Q>
  : never

/** The whole answer: `data`, and `pagination` of a list. */
export async function answerOf<A>(call: Promise<{ data?: A }>): Promise<A> {
  const { data } = await call
  return data!
}

export async function dataOf<A extends { data: unknown }>(call: Promise<{ data?: A }>): Promise<A['data']> {
  return (await answerOf(call)).data
}

async function readProblem(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as Partial<Refusal> | null
  return problemOf(response.status, body, response.headers.get('retry-after'))
}

/** Reads the answer of a refusal. */
export function problemOf(status: number, body: Partial<Refusal> | null, wait: string | null): ApiProblem {
  const message = body?.message ?? `Doorpost answered ${status} without saying why. Try again in a moment.`
  return new ApiProblem(status, body?.error ?? 'unknown', message, body?.details ?? {}, Number(wait) || null)
}

/** Sent with a create: a second click, or a repeat after a lost answer, makes nothing twice. */
export function onceKey(): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': crypto.randomUUID() }
}

export function isProblem(error: unknown, ...codes: string[]): error is ApiProblem {
  return error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code))
}

/** Somebody else has changed the record since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && 'If-Match' in error.details
}

/** A sentence for whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Try again.'
}

/** The errors of an answer as Mantine's forms take them, by field. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  return Object.fromEntries(Object.entries(error.details).map(([field, texts]) => [field, texts.join(' ')]))
}
