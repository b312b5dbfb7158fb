import { ERROR_STATUS } from '../errors.ts'
import * as S from '../lib/schema.ts'
import { ORDERS, PAGE_LIMIT_MAX, PAGE_MAX } from './pagination.ts'

/** Shapes that every feature shares. Named ones ($id) become components of the OpenAPI document. */

export const Uuid = S.string({ format: 'uuid' })
export const Timestamp: S.Schema<Date> = { type: 'string', format: 'date-time' }
export const Version = S.integer('Grows with every change. Send it as `If-Match`, in quotes.')
export const Day = S.string({ format: 'date', examples: ['2026-11-15'] })
export const LastDay = S.string({ format: 'date', description: 'The last day; it counts too.' })

function nullableText<T>(format: string): (description?: string) => S.Schema<T | null> {
  return (description) => ({ type: ['string', 'null'], format, ...(description ? { description } : {}) })
}

export const maybeTime = nullableText<Date>('date-time')
export const maybeId = nullableText<string>('uuid')

export const PaginationSchema = S.output('Pagination', {
  page: S.integer('The page this is, from 1.'),
  limit: S.integer('The most items a page holds.'),
  total: S.integer('All items that match, at the time of the answer.'),
  totalPages: S.integer(),
  total_is_capped: S.optional(
    S.boolean(
      'Present and true when counting ended early: there are at least `total` items. In a search it means that only the newest ' +
        'records were looked at; following `next_cursor` looks at the older ones, also where a page is empty.',
    ),
  ),
  next_cursor: S.nullable(
    'string',
    'Send it as `cursor` to go on from here; unlike a page number it skips and repeats nothing while items arrive. Null at the end.',
  ),
})

/** The component for all events, which the document makes from the catalogue. */
export const EVENT_UNION = 'DoorpostEvent'

export const ErrorSchema = S.output('ApiError', {
  error: S.oneOf(Object.keys(ERROR_STATUS), 'A stable code for programs.'),
  message: S.string('A sentence for people: what is wrong and what to do.'),
  status: S.optional(S.integer('The HTTP status again. Not in a 429.')),
  details: S.optional(
    S.record(S.array(S.string()), 'Field → every rule it breaks. Fields of lists are written as media_urls[2].'),
  ),
})

export const DeletedSchema = S.output('Deleted', { id: Uuid, deleted: S.literal(true) })

// Defaults are documented in words. Programs that fill in a `default` would send `page` beside a `cursor`, which is
// refused, and generators make fields with a default required.
export const pageQuery = pageQueryUpTo(PAGE_LIMIT_MAX)

export function pageQueryUpTo(limitMax: number): S.Fields {
  return { ...newestPageUpTo(limitMax), order: S.oneOf(ORDERS, '`asc`: oldest first. `desc` when left out.') }
}

export function newestPageUpTo(limitMax: number): S.Fields {
  return {
    page: S.integer({
      minimum: 1,
      maximum: PAGE_MAX,
      description: 'The first, 1, when left out. A page far into a large list is 400: follow `next_cursor`.',
    }),
    limit: S.integer({ minimum: 1, maximum: limitMax, description: 'How many a page holds; 20 when left out.' }),
    cursor: S.string('`next_cursor` of an earlier answer. Not together with `page`.'),
  }
}

export const PageQuery = S.partial(pageQuery)
