import type { Issues } from '../lib/issues.ts'
import { checkPublicUrl } from '../lib/net/url-guard.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { CHATS, type EndpointKind, isChat } from './chat/chat.ts'
import { checkFilters, type Filters } from './filters.ts'
import { checkHeaders, type OwnHeaders } from './headers.ts'
import { type EndpointPatch, endpoint, type NewEndpoint, recovery, URL_MAX } from './schemas.ts'

type Body = Record<string, unknown>

/** Ignore the result if there are issues. `allowPrivate` accepts private networks, plain http and any port. */
export function readEndpoint(issues: Issues, body: Body, allowPrivate: boolean): NewEndpoint {
  const input = endpoint.readNew(issues, body)
  if (body.status !== undefined && body.status !== 'active') {
    issues.add('status', 'endpoint.status_at_first', { id: '{id}' })
  }
  checkAddress(issues, input.kind, input, allowPrivate)
  checkLanguage(issues, input.kind, input)
  const { kind, filters, headers } = input
  checkAgainst(issues, { kind, url: input.url, events: input.events, filters: {}, headers: {} }, { filters, headers })
  return input
}

export function readEndpointChange(
  issues: Issues,
  body: Body,
  current: EndpointState,
  allowPrivate: boolean,
): EndpointPatch {
  const { kind, url: shownUrl } = current
  const { url, ...change } = endpoint.readChange(issues, body)
  if (body.kind !== undefined && body.kind !== kind) {
    issues.add('kind', 'endpoint.kind_stays', { kind })
  }
  // A chat shows only a part of its address. Sending that part back changes nothing.
  const patch = url === undefined || (isChat(kind) && url === shownUrl) ? change : { ...change, url }
  checkAddress(issues, kind, patch, allowPrivate)
  checkLanguage(issues, kind, patch)
  checkAgainst(issues, current, patch)
  return patch
}

/** An endpoint as far as a change depends on it. */
export interface EndpointState {
  kind: EndpointKind
  url: string
  events: readonly string[] | null
  filters: Filters
  /** The values may be hidden. */
  headers: OwnHeaders
}

/** The rules of a change that depend on what is stored. */
export function checkAgainst(issues: Issues, now: EndpointState, patch: Partial<Omit<EndpointState, 'kind'>>): void {
  checkHeaders(issues, now, patch)
  const { filters = now.filters, events = now.events } = patch
  if (patch.filters !== undefined || patch.events !== undefined) checkFilters(issues, filters, events)
}

function checkAddress(issues: Issues, kind: EndpointKind, { url, token }: EndpointPatch, allowPrivate: boolean): void {
  if (url) checkUrl(issues, url, kind, allowPrivate)
  if (!token) return
  if (kind !== 'ntfy') issues.add('token', 'endpoint.token_unused')
  // The token is sent in a header.
  else if (!/^[\x21-\x7e]+$/.test(token)) issues.add('token', 'endpoint.token_characters')
}

function checkLanguage(issues: Issues, kind: EndpointKind, { language }: EndpointPatch): void {
  if (language && !isChat(kind)) issues.add('language', 'endpoint.language_unused')
}

function checkUrl(issues: Issues, url: string, kind: EndpointKind, allowPrivate: boolean): void {
  const rules = allowPrivate ? { allowPrivate, ports: null } : { httpsOnly: true }
  const problems = checkPublicUrl(url, { ...rules, maxUrlLength: URL_MAX })
  for (const problem of problems) issues.add('url', problem)
  // Operators may run compatible servers in private networks.
  const wrong = isChat(kind) && problems.length === 0 ? CHATS[kind].checkUrl(new URL(url), allowPrivate) : null
  if (wrong !== null) issues.add('url', wrong)
  // The URL parser drops white space, so the called URL would differ from the shown one.
  if (/\s/.test(url)) issues.add('url', 'endpoint.url_spaces')
  if (url.includes('#')) issues.add('url', 'endpoint.url_fragment')
}

/** Reads the start of a recovery. Events are kept for `retentionDays`. */
export function readSince(issues: Issues, sent: Body, now: number, retentionDays: number): Date {
  const { since } = recovery.read(issues, sent)
  const age = now - since.getTime()
  if (issues.count > 0) return since
  if (age < 0) issues.add('since', 'endpoint.since_ahead')
  if (age > retentionDays * DAY_MS) issues.add('since', 'endpoint.since_too_old', { days: retentionDays })
  return since
}
