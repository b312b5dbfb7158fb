import { type Message, message, type Said } from '../../messages/message.ts'
import {
  type Failure,
  type FailureClass,
  type Http,
  type HttpAnswer,
  type HttpRequest,
  type PlatformContext,
  type PlatformSettings,
  TransportError,
} from './contract.ts'

const RAW_LENGTH = 2000
const QUOTE_LENGTH = 200
const NAMED_SECRET =
  /((?:access_token|refresh_token|id_token|client_secret|client_assertion|code_verifier)"?\s*[:=]\s*"?)[^"&\s,}]+/gi
const AUTHORIZATION = /\b(Bearer|Basic|DPoP)\s+[\w.~+/=-]{8,}/gi

/** Called before texts are cut, so that no half of a token remains. */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = text
  for (const secret of secrets) if (secret.length >= 4) safe = safe.replaceAll(secret, '[removed]')
  return safe.replace(NAMED_SECRET, '$1[removed]').replace(AUTHORIZATION, '$1 [removed]')
}

export function secretsOf({ account, settings }: PlatformContext): string[] {
  return [account.accessToken, settings.clientSecret]
}

/** On one line, short, without secrets. */
export function quote(text: string, secrets: readonly string[]): string {
  const line = redact(text, secrets).replace(/\s+/g, ' ').trim()
  const short = line.length > QUOTE_LENGTH ? `${line.slice(0, QUOTE_LENGTH - 1).toWellFormed()}…` : line
  return `“${short}”`
}

/** Ends a sentence with the platform's own words. */
export function saidBy(network: string, words: string | null, secrets: readonly string[]): Message | '' {
  return words === null ? '' : message('network.said', { network, words: quote(words, secrets) })
}

/** The same for the values of a message. */
export function redactMessage(said: Message, secrets: readonly string[]): Message {
  const values = Object.entries(said.values ?? {}).map(([name, value]) => {
    if (typeof value === 'number') return [name, value]
    return [name, typeof value === 'string' ? redact(value, secrets) : redactMessage(value, secrets)]
  })
  return { ...said, values: Object.fromEntries(values) }
}

export function plainFailure(failureClass: FailureClass, message: Said): Failure {
  return { class: failureClass, message, platformCode: null, retryAt: null, raw: null }
}

export function failureOf(
  context: PlatformContext,
  failureClass: FailureClass,
  message: Said,
  answer: HttpAnswer,
  { code = null, ...more }: { code?: string | null; retryAt?: Date | null; existingId?: string | null } = {},
): Failure {
  const { status, text } = answer
  const body = redact(text, secretsOf(context)).slice(0, RAW_LENGTH).toWellFormed()
  const platformCode = code ?? String(status)
  return { class: failureClass, message, platformCode, retryAt: null, raw: { status, body }, ...more }
}

/** Handles a lost connection; throws other errors. */
export function onTransportError<T, F>(work: Promise<T>, handle: (error: TransportError) => F): Promise<T | F> {
  return work.catch((error: unknown) => {
    if (error instanceof TransportError) return handle(error)
    throw error
  })
}

export function bearer(accessToken: string): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` }
}

interface Caller {
  http: Http
  settings: PlatformSettings
  account: { accessToken: string }
}

/** A request to the platform's API, with the token of the account. */
export function requestFor(
  { settings, account }: Caller,
  method: HttpRequest['method'],
  path: string,
  { headers, ...more }: Partial<HttpRequest> = {},
): HttpRequest {
  return { method, url: settings.apiUrl + path, headers: { ...bearer(account.accessToken), ...headers }, ...more }
}

export function callApi(...request: Parameters<typeof requestFor>): Promise<HttpAnswer> {
  return request[0].http(requestFor(...request))
}

export function isSuccess(answer: HttpAnswer): boolean {
  return answer.status >= 200 && answer.status < 300
}

export type Stage = 'send' | 'other'

/** A timeout (408) says nothing about the outcome. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408
}
