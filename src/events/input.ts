import { type Query, queryText } from '../http/input/query.ts'
import { checkNames, type Issues, nameOfType } from '../lib/issues.ts'
import { checkPublicUrl } from '../lib/net/url-guard.ts'
import { findNearest } from '../lib/text/nearest.ts'
import { readText } from '../lib/text/text.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { checkChatUrl } from './chat/address.ts'
import { ENDPOINT_KINDS, type EndpointKind, isChat } from './chat/kinds.ts'
import { EVENT_TYPES } from './emit.ts'
import type { EndpointChange } from './endpoint-store.ts'
import { DESCRIPTION_MAX, EndpointSchema, TEST_TYPE, TESTABLE_TYPES, TOKEN_MAX, URL_MAX } from './schemas.ts'

type Body = Record<string, unknown>

// A client may send back what it read: fields that the service assigns are ignored.
const ASSIGNED = new Set(Object.keys(EndpointSchema.properties as object))

/** The result counts only when there are no issues. `allowPrivate`: private networks, plain http and any port are right. */
export function readEndpoint(issues: Issues, body: Body, allowPrivate: boolean) {
  const { status, ...fields } = body
  checkNames(issues, fields, ['kind', 'url', 'token', 'description', 'events'], ASSIGNED)
  if (status !== undefined && status !== 'active') {
    issues.add('status', 'An endpoint is active at first. Leave status out, then PATCH /v1/events/endpoints/{id}.')
  }
  const kind = readKind(issues, body.kind)
  return {
    kind,
    url: readUrl(issues, body.url, kind, allowPrivate),
    token: readToken(issues, body.token, kind),
    description: readText(issues, 'description', body.description, { max: DESCRIPTION_MAX }),
    types: readTypes(issues, body.events),
  }
}

/** What a caller changes. The token never comes back, so it is not part of the row. */
export type EndpointPatch = Omit<EndpointChange, 'secret'> & { token?: string | null }

/** Reads a PATCH body for the endpoint as it is shown now: what is left out stays. */
export function readEndpointChange(
  issues: Issues,
  body: Body,
  current: { kind: EndpointKind; url: string },
  allowPrivate: boolean,
): EndpointPatch {
  const { kind } = current
  checkNames(issues, body, ['url', 'token', 'description', 'events', 'status'], ASSIGNED)
  if (body.kind !== undefined && body.kind !== kind) {
    issues.add('kind', `The kind of an endpoint stays: this one is ${kind}. Create another endpoint instead.`)
  }
  const change: EndpointPatch = {}
  // What is shown of a chat is not its address: sent back, it changes nothing.
  const isRepeat = isChat(kind) && body.url === current.url
  if (body.url !== undefined && !isRepeat) change.url = readUrl(issues, body.url, kind, allowPrivate)
  if (body.token !== undefined) change.token = readToken(issues, body.token, kind)
  if (body.description !== undefined) {
    change.description = readText(issues, 'description', body.description, { max: DESCRIPTION_MAX })
  }
  if (body.events !== undefined) change.types = readTypes(issues, body.events)
  if (body.status === 'active' || body.status === 'paused') change.status = body.status
  else if (body.status !== undefined) issues.add('status', 'status must be active or paused.')
  if (Object.keys(change).length === 0 && !isRepeat && issues.count === 0) {
    issues.add('body', 'Nothing is to be changed. Send url, description, events or status.')
  }
  return change
}

function readKind(issues: Issues, value: unknown): EndpointKind {
  if (value === undefined) return 'webhook'
  const kind = ENDPOINT_KINDS.find((known) => known === value)
  if (kind === undefined) issues.add('kind', `kind must be one of ${ENDPOINT_KINDS.join(', ')}.`)
  return kind ?? 'webhook'
}

function readToken(issues: Issues, value: unknown, kind: EndpointKind): string | null {
  const token = readText(issues, 'token', value, { max: TOKEN_MAX })
  if (token === null) return null
  if (kind !== 'ntfy') issues.add('token', 'Only an endpoint of kind ntfy has a token. Leave it out.')
  // It goes into a header.
  else if (!/^[\x21-\x7e]+$/.test(token))
    issues.add('token', 'The token must have no spaces, and only ASCII characters.')
  return token
}

function readUrl(issues: Issues, value: unknown, kind: EndpointKind, allowPrivate: boolean): string {
  const text = readText(issues, 'url', value, { max: URL_MAX, required: true })
  if (text === null) return ''
  const rules = allowPrivate ? { allowPrivate, ports: null } : { httpsOnly: true }
  const problems = checkPublicUrl(text, { ...rules, maxUrlLength: URL_MAX })
  for (const problem of problems) issues.add('url', problem)
  // An operator with private networks may have servers there that understand the same messages.
  const wrong = isChat(kind) && problems.length === 0 ? checkChatUrl(kind, text, allowPrivate) : null
  if (wrong !== null) issues.add('url', wrong)
  // The parser would leave them out: what is called is not what is shown.
  if (/\s/.test(text)) issues.add('url', 'The URL must not have spaces or line breaks.')
  if (text.includes('#')) issues.add('url', 'The URL must not have a fragment (#…): it would not be sent.')
  return text
}

function readTypes(issues: Issues, value: unknown): string[] | null {
  if (value === undefined || value === null) return null
  const refuse = (message: string) => {
    issues.add('events', message)
    return null
  }
  if (!Array.isArray(value)) {
    return refuse(`events must be a list of event types, or null for all, but it is ${nameOfType(value)}.`)
  }
  if (value.length === 0) return refuse('events must name at least one type. Send null for all, or pause the endpoint.')
  if (value.length > 100) return refuse(`There are ${EVENT_TYPES.length} event types, but events has ${value.length}.`)
  const types = value.map((each, index) => readType(issues, `events[${index}]`, each, EVENT_TYPES))
  return [...new Set(types.filter((type) => type !== null))]
}

function readType(issues: Issues, field: string, value: unknown, known: readonly string[]): string | null {
  if (typeof value !== 'string') {
    issues.add(field, `${field} must be an event type, but it is ${nameOfType(value)}.`)
    return null
  }
  const name = value.trim()
  if (known.includes(name)) return name
  const nearest = findNearest(name, known)
  const hint = nearest === null ? `Known are ${known.join(', ')}.` : `Did you mean ${nearest}?`
  const shown = name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name.toWellFormed()
  issues.add(field, `There is no event type "${shown}". ${hint}`)
  return null
}

export function queryTypes(issues: Issues, query: Query): string[] | null {
  const text = queryText(issues, query, 'type', 1_000)
  if (text === null) return null
  const names = text.split(',').filter((name) => name.trim() !== '')
  const types = names.map((name) => readType(issues, 'type', name, EVENT_TYPES)).filter((type) => type !== null)
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
    issues.add('since', `since ${parsed.problem}.`)
    return new Date(now)
  }
  const age = now - parsed.date.getTime()
  if (age < 0) issues.add('since', 'since must not lie in the future.')
  if (age > retentionDays * DAY_MS) {
    issues.add('since', `since must be at most ${retentionDays} days back: older events are not kept.`)
  }
  return parsed.date
}
