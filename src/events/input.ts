import { type Query, queryText } from '../http/query-values.ts'
import { checkNames, type Issues } from '../lib/issues.ts'
import { checkPublicUrl } from '../lib/net/url-guard.ts'
import { readText } from '../lib/text/text.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { CHATS, ENDPOINT_KINDS, type EndpointKind, isChat } from './chat/chat.ts'
import { EVENT_TYPES } from './emit.ts'
import {
  type EndpointPatch,
  endpoint,
  type NewEndpoint,
  readType,
  TEST_TYPE,
  TESTABLE_TYPES,
  URL_MAX,
} from './schemas.ts'

type Body = Record<string, unknown>

/** Ignore the result if there are issues. `allowPrivate`: private networks, plain http and any port are accepted. */
export function readEndpoint(issues: Issues, body: Body, allowPrivate: boolean): NewEndpoint {
  const input = endpoint.readNew(issues, body)
  if (body.kind === null) issues.add('kind', `kind must be one of ${ENDPOINT_KINDS.join(', ')}.`)
  if (body.status !== undefined && body.status !== 'active') {
    issues.add('status', 'An endpoint is active at first. Leave status out, then PATCH /v1/events/endpoints/{id}.')
  }
  checkAddress(issues, input.kind, input, allowPrivate)
  return input
}

/** Reads a PATCH body for the endpoint as it is shown now. */
export function readEndpointChange(
  issues: Issues,
  body: Body,
  { kind, url: shownUrl }: { kind: EndpointKind; url: string },
  allowPrivate: boolean,
): EndpointPatch {
  const { url, ...change } = endpoint.readChange(issues, body)
  if (body.kind !== undefined && body.kind !== kind) {
    issues.add('kind', `The kind of an endpoint stays: this one is ${kind}. Create another endpoint instead.`)
  }
  // A chat shows only a part of its address. That part, sent back, changes nothing.
  const patch = url === undefined || (isChat(kind) && url === shownUrl) ? change : { ...change, url }
  checkAddress(issues, kind, patch, allowPrivate)
  return patch
}

/** The rules of an address depend on the kind of endpoint. */
function checkAddress(issues: Issues, kind: EndpointKind, { url, token }: EndpointPatch, allowPrivate: boolean): void {
  if (url) checkUrl(issues, url, kind, allowPrivate)
  if (!token) return
  if (kind !== 'ntfy') issues.add('token', 'Only an endpoint of kind ntfy has a token. Leave it out.')
  // It goes into a header.
  else if (!/^[\x21-\x7e]+$/.test(token)) {
    issues.add('token', 'The token must have no spaces, and only ASCII characters.')
  }
}

function checkUrl(issues: Issues, url: string, kind: EndpointKind, allowPrivate: boolean): void {
  const rules = allowPrivate ? { allowPrivate, ports: null } : { httpsOnly: true }
  const problems = checkPublicUrl(url, { ...rules, maxUrlLength: URL_MAX })
  for (const problem of problems) issues.add('url', problem)
  // Operators may have servers in private networks that understand the same messages.
  const wrong = isChat(kind) && problems.length === 0 ? CHATS[kind].checkUrl(new URL(url), allowPrivate) : null
  if (wrong !== null) issues.add('url', wrong)
  // The URL parser drops white space, so the called URL would differ from the shown one.
  if (/\s/.test(url)) issues.add('url', 'The URL must not have spaces or line breaks.')
  if (url.includes('#')) issues.add('url', 'The URL must not have a fragment (#…): it would not be sent.')
}

export function queryTypes(issues: Issues, query: Query): string[] | null {
  const names = queryText(issues, query, 'type', 1_000)?.split(',') ?? []
  const types = names
    .filter((name) => name.trim() !== '')
    .map((name) => readType(issues, 'type', name, EVENT_TYPES))
    .filter((type) => type !== null)
  return types.length > 0 ? types : null
}

export function readTestType(issues: Issues, body: Body): string {
  checkNames(issues, body, ['type'])
  if (body.type === undefined || body.type === null) return TEST_TYPE
  return readType(issues, 'type', body.type, TESTABLE_TYPES) ?? TEST_TYPE
}

export function readSince(issues: Issues, body: Body, now: number, retentionDays: number): Date {
  checkNames(issues, body, ['since'])
  const text = readText(issues, 'since', body.since, { max: 64, required: true })
  if (text === null) return new Date(now)
  const parsed = parseDateTime(text)
  if ('problem' in parsed) {
    issues.add('since', parsed.problem)
    return new Date(now)
  }
  const age = now - parsed.date.getTime()
  if (age < 0) issues.add('since', 'since must not lie in the future.')
  if (age > retentionDays * DAY_MS) {
    issues.add('since', `since must be at most ${retentionDays} days back: older events are not kept.`)
  }
  return parsed.date
}
