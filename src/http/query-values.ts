import { ApiError } from '../errors.ts'
import { isUuid } from '../lib/ids.ts'
import { type Issues, quoteInput } from '../lib/issues.ts'
import { findNearest } from '../lib/nearest.ts'
import { checkCharacters, checkLength } from '../lib/text/text.ts'
import { parseDateTime } from '../lib/time/date-time.ts'
import { isTimeZone } from '../lib/time/time-zone.ts'
import { type Message, message } from '../messages/message.ts'
import type { Access, Request } from './call.ts'

const BROKEN = Symbol('broken percent-encoding')

export type Query = Record<string, string | string[]> & { [BROKEN]?: true }

/** Stricter than the usual parsers: percent-encoding that is not UTF-8 is refused. */
export function parseQuery(text: string): Query {
  const query = Object.create(null) as Query
  for (const part of text.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decode(equals === -1 ? part : part.slice(0, equals))
    const value = decode(equals === -1 ? '' : part.slice(equals + 1))
    if (name === null || value === null) {
      query[BROKEN] = true
      continue
    }
    const known = query[name]
    if (known === undefined) query[name] = value
    else if (Array.isArray(known)) known.push(value)
    else query[name] = [known, value]
  }
  return query
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

const NAME_SHOWN = 64
const UNKNOWN_MAX = 20

/** The parameters of a request. Unknown ones are refused, because ignoring a filter would return everything. */
export function queryOf(issues: Issues, request: Request): Query {
  const query = request.query as Query
  if (query[BROKEN]) {
    throw new ApiError('validation_error', { message: message('request.bad_query') })
  }
  const known = Object.keys(request.routeOptions.config.query?.properties ?? {})
  const unknown = Object.keys(query).filter((name) => !known.includes(name))
  for (const name of unknown.slice(0, UNKNOWN_MAX)) {
    const field = name === '' || name === '__proto__' || name.length > NAME_SHOWN ? 'query' : name
    issues.add(field, explainUnknown(name, known))
  }
  return query
}

function explainUnknown(name: string, known: readonly string[]): Message {
  const shown = name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN).toWellFormed()}…` : name
  if (known.length === 0) return message('query.takes_none', { name: shown })
  if (name === 'order' && known.includes('cursor')) return message('query.one_order')
  const nearest = findNearest(name, known)
  if (nearest !== null) return message('query.misspelt', { name: shown, nearest })
  return message('query.unknown', { name: shown, known: known.join(', ') })
}

/** Whether the route accepts any query, because its callers are outside our control, such as senders of webhooks. */
export function takesAnyQuery({ mode }: Access, path: string): boolean {
  return mode === 'webhook' || mode === 'form' || mode === 'handshake' || !path.startsWith('/v1/')
}

/** A parameter that may be sent only once, trimmed. */
function queryOnce(issues: Issues, query: Query, name: string): string | null {
  const value = query[name]
  if (!Array.isArray(value)) return value?.trim() ?? null
  issues.add(name, 'query.repeated', { times: value.length })
  return null
}

/** A text; blank counts as absent. */
export function queryText(issues: Issues, query: Query, name: string, max = 255): string | null {
  const text = queryOnce(issues, query, name)
  if (text === null || text === '' || !checkCharacters(issues, name, text)) return null
  return checkLength(issues, name, text, max) ? text : null
}

export function queryInteger(
  issues: Issues,
  query: Query,
  name: string,
  rule: { fallback: number; min: number; max: number },
): number {
  const text = queryOnce(issues, query, name)
  if (text === null) return rule.fallback
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= rule.min && value <= rule.max) return value
  issues.add(name, 'field.out_of_range', { min: rule.min, max: rule.max, or: '' })
  return rule.fallback
}

export function queryChoice<T extends string>(
  issues: Issues,
  query: Query,
  name: string,
  allowed: readonly T[],
): T | null {
  const text = queryText(issues, query, name)
  if (text === null) return null
  if ((allowed as readonly string[]).includes(text)) return text as T
  issues.add(name, 'field.not_choice', { choices: allowed.join(', '), found: quoteInput(text) })
  return null
}

/** The id of `what`, in our own notation. */
export function queryId(issues: Issues, query: Query, name: string, what: Message): string | null {
  const text = queryText(issues, query, name)
  if (text === null || isUuid(text)) return text?.toLowerCase() ?? null
  issues.add(name, 'query.not_id', { what })
  return null
}

export function queryDate(issues: Issues, query: Query, name: string): Date | null {
  const text = queryText(issues, query, name)
  if (text === null) return null
  // "+" is a space in a query string, so an offset such as +02:00 often arrives as one.
  const parsed = parseDateTime(text.replace(/ (?=\d\d:?\d\d$)/, '+'))
  if ('date' in parsed) return parsed.date
  issues.add(name, parsed.problem)
  return null
}

export function queryFlag(issues: Issues, query: Query, name: string): boolean {
  const text = queryText(issues, query, name)
  if (text === null || text === 'false') return false
  if (text === 'true') return true
  issues.add(name, 'query.not_flag')
  return false
}

/** Null if it was not sent, or is refused. */
export function queryTimeZone(issues: Issues, query: Query): string | null {
  // "+" is a space in a query string, and no zone has one in its name: Etc/GMT+1.
  const name = queryText(issues, query, 'time_zone')?.replaceAll(' ', '+') ?? null
  if (name === null || isTimeZone(name)) return name
  issues.add('time_zone', 'field.not_time_zone', { found: quoteInput(name) })
  return null
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** The following day must also be a valid date. */
const LAST_DAY = '9999-12-30'

export function queryDay(issues: Issues, query: Query, name: string): string | null {
  const text = queryText(issues, query, name)
  if (text === null) return null
  if (!DAY.test(text)) {
    issues.add(name, 'query.not_day')
    return null
  }
  const parsed = parseDateTime(`${text}T00:00:00Z`)
  if ('problem' in parsed) issues.add(name, parsed.problem)
  else if (text > LAST_DAY) issues.add(name, 'query.late_day', { last: LAST_DAY })
  else return text
  return null
}
