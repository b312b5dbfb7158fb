import type { Failure, FailureClass, HttpAnswer, PlatformContext } from './contract.ts'

// Platform answers are untrusted: every field is read through these, and what does not have its type is not there.

/** The fields of an object; none, when it is something else. */
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
const NAMED_SECRET = /((?:access_token|refresh_token|id_token|client_secret|code_verifier)"?\s*[:=]\s*"?)[^"&\s,}]+/gi
const AUTHORIZATION = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi

/** Removes tokens before anything is cut: half a token must not stay behind. */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = text
  for (const secret of secrets) if (secret.length >= 4) safe = safe.replaceAll(secret, '[removed]')
  return safe.replace(NAMED_SECRET, '$1[removed]').replace(AUTHORIZATION, '$1 [removed]')
}

export function secretsOf(context: Pick<PlatformContext, 'account' | 'settings'>): string[] {
  return [context.account.accessToken, context.settings.clientSecret]
}

/** The platform's own words inside one of our sentences: on one line, short, without secrets. */
export function quote(text: string, secrets: readonly string[]): string {
  const line = redact(text, secrets).replace(/\s+/g, ' ').trim()
  const short = line.length > QUOTE_LENGTH ? `${line.slice(0, QUOTE_LENGTH - 1).toWellFormed()}…` : line
  return `“${short}”`
}

interface FailureParts {
  code?: string | null
  retryAt?: Date | null
  existingId?: string | null
}

export function failureOf(
  context: Pick<PlatformContext, 'account' | 'settings'>,
  failureClass: FailureClass,
  message: string,
  answer: HttpAnswer | null,
  parts: FailureParts = {},
): Failure {
  const body = answer ? redact(answer.text, secretsOf(context)).slice(0, RAW_LENGTH).toWellFormed() : ''
  return {
    class: failureClass,
    message,
    platformCode: parts.code ?? (answer ? String(answer.status) : null),
    retryAt: parts.retryAt ?? null,
    raw: answer ? { status: answer.status, body } : null,
    ...(parts.existingId === undefined ? {} : { existingId: parts.existingId }),
  }
}

export function isSuccess(answer: HttpAnswer): boolean {
  return answer.status >= 200 && answer.status < 300
}

/** `send`: what became of the post is told. `other`: nothing visible was asked for, so that trying again is safe. */
export type Stage = 'send' | 'other'

/** Whether the status says no. A time-out (408) does not tell what happened before it. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408
}

/** A text as it is compared with what a platform hands back: platforms normalise, and join or break lines anew. */
export function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}
