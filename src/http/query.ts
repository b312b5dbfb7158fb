import { firstIdAt } from '../lib/ids.ts'
import type { Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { addDays, countDays, dayAt } from '../lib/time/days.ts'
import type { Message } from '../messages/message.ts'
import { PAGE_LIMIT_MAX, type PageRequest, readNewestPage, readPage } from './pagination.ts'
import {
  type Query,
  queryChoice,
  queryDate,
  queryDay,
  queryFlag,
  queryId,
  queryInteger,
  queryText,
  queryTimeZone,
} from './query-values.ts'
import { newestPageUpTo, pageQueryUpTo } from './schemas.ts'

// Query parameters: one description gives the schema and the reader. Import it as Q:
//
//   export const linksQuery = Q.list({ post_id: Q.id(message('object.post')), q: Q.text('Part of the name.') })
//   const { page, filter } = readQuery(request, linksQuery.read)

/** A query parameter. A feature may write its own if none of the kinds below fits. */
export interface Parameter<T> {
  schema: S.Schema
  isRequired?: true
  /** Adds every broken rule to `issues`; the result is then ignored. */
  read: (issues: Issues, query: Query, name: string) => T
}

type Described = Record<string, Parameter<unknown>>
type Values<D> = { [N in keyof D]: D[N] extends Parameter<infer T> ? T : never }

/** The filters of a list. */
export type FilterOf<L> = L extends { read: (...words: never[]) => { filter: infer F } } ? F : never

/** The parameters of an operation. */
export function parameters<D extends Described>(described: D) {
  return {
    parameters: described,
    schema: S.object(schemasOf(described)),
    read: (issues: Issues, query: Query): Values<D> => readAll(issues, query, described),
  }
}

/** The parameters of a list: its page and its filters. */
export function list<D extends Described>(filters: D, limitMax = PAGE_LIMIT_MAX) {
  return {
    filters,
    schema: S.object({ ...S.allOptional(pageQueryUpTo(limitMax)), ...schemasOf(filters) }),
    read: (issues: Issues, query: Query): { page: PageRequest; filter: Values<D> } => ({
      page: readPage(issues, query, limitMax),
      filter: readAll(issues, query, filters),
    }),
  }
}

/** Whether any of the filters was sent. */
export function hasFilter(filter: object): boolean {
  return Object.values(filter).some((value) => value != null)
}

/** The same for a list that has one order. */
export function newestList<D extends Described>(filters: D, limitMax = PAGE_LIMIT_MAX) {
  return {
    ...list(filters, limitMax),
    schema: S.object({ ...S.allOptional(newestPageUpTo(limitMax)), ...schemasOf(filters) }),
    read: (issues: Issues, query: Query): { page: PageRequest; filter: Values<D> } => ({
      page: readNewestPage(issues, query, limitMax),
      filter: readAll(issues, query, filters),
    }),
  }
}

function schemasOf(described: Described): S.Fields {
  const entries = Object.entries(described)
  return Object.fromEntries(
    entries.map(([name, { schema, isRequired }]) => [name, isRequired ? schema : S.optional(schema)]),
  )
}

function readAll<D extends Described>(issues: Issues, query: Query, described: D): Values<D> {
  const entries = Object.entries(described)
  return Object.fromEntries(entries.map(([name, { read }]) => [name, read(issues, query, name)])) as Values<D>
}

// The kinds. `about` is the description, or more of the schema. Each is null if it was not sent, unless it has a
// fallback.

/** Trimmed. Longer than `maxLength` (or 255) is refused; blank counts as absent. */
export function text(about: S.Options = {}): Parameter<string | null> {
  const schema = S.string(about)
  const max = (schema.maxLength as number | undefined) ?? 255
  return { schema, read: (issues, query, name) => queryText(issues, query, name, max) }
}

export function integer(rule: { min: number; max: number; fallback: number }, description: string): Parameter<number> {
  return {
    schema: S.integer({ minimum: rule.min, maximum: rule.max, description }),
    read: (issues, query, name) => queryInteger(issues, query, name, rule),
  }
}

/** One of a few words. */
export function choice<const W extends string>(words: readonly W[], about?: S.Options): Parameter<W | null>
export function choice<const W extends string>(words: readonly W[], about: S.Options, fallback: W): Parameter<W>
export function choice<W extends string>(
  words: readonly W[],
  about: S.Options = {},
  fallback: W | null = null,
): Parameter<W | null> {
  return {
    schema: S.oneOf(words, about),
    read: (issues, query, name) => queryChoice(issues, query, name, words) ?? fallback,
  }
}

/** The id of `what`, for the message. */
export function id(what: Message, about: S.Options = {}): Parameter<string | null> {
  return {
    schema: { ...S.string({ format: 'uuid' }), ...S.string(about) },
    read: (issues, query, name) => queryId(issues, query, name, what),
  }
}

/** A date and time. */
export function time(about: S.Options = {}): Parameter<Date | null> {
  return { schema: { ...S.string({ format: 'date-time' }), ...S.string(about) }, read: queryDate }
}

/** A date and time, as the lowest id that something created then can have: ids sort by creation time. */
export function idAtTime(about: S.Options = {}): Parameter<string | null> {
  const { schema, read } = time(about)
  return {
    schema,
    read: (issues, query, name) => {
      const at = read(issues, query, name)
      return at && firstIdAt(at.getTime())
    },
  }
}

/** `true` or `false`; defaults to false. */
export function flag(about: S.Options = {}): Parameter<boolean> {
  return { schema: S.boolean(about), read: queryFlag }
}

/** The same; null if it was not sent. */
export function maybeFlag(about: S.Options = {}): Parameter<boolean | null> {
  return {
    schema: S.boolean(about),
    read: (issues, query, name) => (query[name] === undefined ? null : queryFlag(issues, query, name)),
  }
}

/** A date without a time, such as 2026-11-01. */
export function day(about: S.Options = {}): Parameter<string | null> {
  return { schema: { ...S.string({ format: 'date' }), ...S.string(about) }, read: queryDay }
}

/** The same, for a required parameter. Empty if it was not sent. */
export function requiredDay(about: S.Options = {}): Parameter<string> {
  return {
    schema: day(about).schema,
    isRequired: true,
    read: (issues, query, name) => {
      const before = issues.count
      const found = queryDay(issues, query, name)
      if (found === null && issues.count === before) issues.add(name, 'query.day_required')
      return found ?? ''
    },
  }
}

/** The name of an IANA time zone. Call the parameter `time_zone`. */
export function timeZone(about: S.Options = {}): Parameter<string | null> {
  return { schema: S.string(about), read: queryTimeZone }
}

/** A range of days, both included. `completeRange` fills in what was not sent. `where` says whose days they are. */
export function dayRange(where = '') {
  return {
    from: day(`The first day${where}. Default: ${DAYS_DEFAULT} days up to \`to\`.`),
    to: day(`The last day; it counts too. Default: today. At most ${DAYS_MAX} days.`),
  }
}

export interface DayRange {
  from: string
  /** The last day, included. */
  to: string
}

const DAYS_DEFAULT = 30
const DAYS_MAX = 366

/** The requested range of days; defaults to the 30 days up to today. Refuses a range that is too long. */
export function completeRange(
  issues: Issues,
  sent: { from: string | null; to: string | null },
  now: number,
  timeZone = 'UTC',
): DayRange {
  const to = sent.to ?? dayAt(now, timeZone)
  const from = sent.from ?? addDays(to, 1 - DAYS_DEFAULT)
  const days = countDays(from, to)
  if (days < 1) issues.add('from', 'query.days_reversed', { from, to })
  if (days > DAYS_MAX) issues.add('from', 'query.too_many_days', { max: DAYS_MAX, from, to, days })
  return { from, to }
}
