import { ERRORS } from '../errors.ts'
import * as S from '../lib/schema.ts'
import { PAGE_LIMIT_MAX, PAGE_MAX, type Pagination } from './pagination.ts'
import type { DocumentedAnswer } from './route.ts'

/** Shapes that every feature shares. Named ones ($id) become components of the OpenAPI document. */

export const Uuid = S.string({ format: 'uuid', examples: ['019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'] })
export const Timestamp = S.string({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] })

/** A time, or null. */
export function maybeTime(description?: string): S.Schema {
  return S.nullable('string', { format: 'date-time', ...(description ? { description } : {}) })
}

/** An id, or null. */
export function maybeId(description?: string): S.Schema {
  return S.nullable('string', { format: 'uuid', ...(description ? { description } : {}) })
}

export const PaginationSchema = S.output('Pagination', {
  page: S.integer({ description: 'The page this is, from 1.' }),
  limit: S.integer({ description: 'The most items a page holds.' }),
  total: S.integer({ description: 'All items that match, at the time of the answer.' }),
  totalPages: S.integer(),
  total_is_capped: S.optional(
    S.boolean({
      description:
        'Present and true when counting ended early: there are at least `total` items. In a search it means that only the newest ' +
        'records were looked at; following `next_cursor` looks at the older ones, also where a page is empty.',
    }),
  ),
  next_cursor: S.nullable('string', {
    description:
      'Send it as `cursor` to go on from here; unlike a page number it skips and repeats nothing while items arrive. Null at the end.',
  }),
})

export const ErrorSchema = S.output('Error', {
  error: S.oneOf(Object.keys(ERRORS), { description: 'A stable code for programs.' }),
  message: S.string({ description: 'A sentence for people: what is wrong and what to do.' }),
  status: S.optional(S.integer({ description: 'The HTTP status again. Not in a 429.' })),
  details: S.optional(
    S.record(S.array(S.string()), {
      description: 'Field → every rule it breaks. Fields of lists are written as media_urls[2].',
    }),
  ),
})

export const DeletedSchema = S.output('Deleted', { id: Uuid, deleted: S.literal(true) })

// Defaults are told in words. Programs that fill in a `default` would send `page` beside a `cursor`, which is refused, and
// generators make fields with one required.
export const pageQuery = pageQueryUpTo(PAGE_LIMIT_MAX)

export function pageQueryUpTo(limitMax: number): S.Fields {
  return {
    page: S.optional(S.integer({ minimum: 1, maximum: PAGE_MAX, description: 'The first, 1, when left out.' })),
    limit: S.optional(
      S.integer({ minimum: 1, maximum: limitMax, description: 'How many a page holds; 20 when left out.' }),
    ),
    cursor: S.optional(S.string({ description: '`next_cursor` of an earlier answer. Not together with `page`.' })),
  }
}

/** {success: true, data: …} */
export function dataAnswer(description: string, schema: S.Schema, example: object): DocumentedAnswer {
  const success = S.literal(true)
  return { description, schema: S.closed({ success, data: schema }), example: { success: true, data: example } }
}

/** {success: true, data: […]} */
export function listAnswer(description: string, item: S.Schema, ...examples: object[]): DocumentedAnswer {
  return dataAnswer(description, S.array(item), examples)
}

const onePage: Pagination = { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null }

/** {success: true, data: […], pagination: {…}} */
export function pageAnswer(
  description: string,
  item: S.Schema,
  example: object,
  pagination: Partial<Pagination> = {},
): DocumentedAnswer {
  return withPagination(listAnswer(description, item, example), pagination)
}

export function withPagination(answer: DocumentedAnswer, pagination: Partial<Pagination>): DocumentedAnswer {
  return {
    ...answer,
    schema: S.closed({ ...(answer.schema.properties as S.Fields), pagination: PaginationSchema }),
    example: { ...(answer.example as object), pagination: { ...onePage, ...pagination } },
  }
}

export function deletedAnswer(description: string, { id }: { id?: unknown }): DocumentedAnswer {
  return dataAnswer(description, DeletedSchema, { id, deleted: true })
}
