import { type Failure, type FailureClass, type HttpAnswer, type PlatformContext, TransportError } from './contract.ts'

// Platform answers are untrusted: every field is read through these functions, and a value of the wrong type counts as missing.

export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function wholeNumberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

const RAW_LENGTH = 2000
const QUOTE_LENGTH = 200
const NAMED_SECRET =
  /((?:access_token|refresh_token|id_token|client_secret|client_assertion|code_verifier)"?\s*[:=]\s*"?)[^"&\s,}]+/gi
const AUTHORIZATION = /\b(Bearer|Basic|DPoP)\s+[\w.~+/=-]{8,}/gi

/** Removes tokens before anything is cut: half a token must not stay behind. */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = text
  for (const secret of secrets) if (secret.length >= 4) safe = safe.replaceAll(secret, '[removed]')
  return safe.replace(NAMED_SECRET, '$1[removed]').replace(AUTHORIZATION, '$1 [removed]')
}

export function secretsOf({ account, settings }: PlatformContext): string[] {
  return [account.accessToken, settings.clientSecret]
}

/** The platform's own words inside one of our sentences: on one line, short, without secrets. */
export function quote(text: string, secrets: readonly string[]): string {
  const line = redact(text, secrets).replace(/\s+/g, ' ').trim()
  const short = line.length > QUOTE_LENGTH ? `${line.slice(0, QUOTE_LENGTH - 1).toWellFormed()}…` : line
  return `“${short}”`
}

/** A failure without an answer of the platform. */
export function plainFailure(failureClass: FailureClass, message: string): Failure {
  return { class: failureClass, message, platformCode: null, retryAt: null, raw: null }
}

export function failureOf(
  context: PlatformContext,
  failureClass: FailureClass,
  message: string,
  answer: HttpAnswer,
  { code = null, ...more }: { code?: string | null; retryAt?: Date | null; existingId?: string | null } = {},
): Failure {
  const { status, text } = answer
  const body = redact(text, secretsOf(context)).slice(0, RAW_LENGTH).toWellFormed()
  const platformCode = code ?? String(status)
  return { class: failureClass, message, platformCode, retryAt: null, raw: { status, body }, ...more }
}

/** What `work` resolves to, or what `handle` makes of a lost connection. Other errors are thrown on. */
export function onTransportError<T, F>(work: Promise<T>, handle: (error: TransportError) => F): Promise<T | F> {
  return work.catch((error: unknown) => {
    if (error instanceof TransportError) return handle(error)
    throw error
  })
}

export function bearer(accessToken: string): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` }
}

export function isSuccess(answer: HttpAnswer): boolean {
  return answer.status >= 200 && answer.status < 300
}

/** What the request was: the visible call, or one that is safe to try again. */
export type Stage = 'send' | 'other'

/** The platform said no. A time-out (408) does not tell what happened before it. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408
}
