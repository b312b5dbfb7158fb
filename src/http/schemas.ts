import { ERRORS } from '../errors.ts'
import type { Schema } from '../lib/schema.ts'
import * as S from '../lib/schema.ts'

/** Shapes that every feature shares. Named ones ($id) become components of the OpenAPI document. */

export const Uuid = S.string({ format: 'uuid', examples: ['019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'] })
export const Timestamp = S.string({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] })

export const PaginationSchema = S.object(
  {
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
  },
  { $id: 'Pagination', additionalProperties: false },
)

export const ErrorSchema = S.object(
  {
    error: S.oneOf(Object.keys(ERRORS), { description: 'A stable code for programs.' }),
    message: S.string({ description: 'A sentence for people: what is wrong and what to do.' }),
    status: S.optional(S.integer({ description: 'The HTTP status again. Not in a 429.' })),
    details: S.optional(
      S.record(S.array(S.string()), {
        description: 'Field → every rule it breaks. Fields of lists are written as media_urls[2].',
      }),
    ),
  },
  { $id: 'Error', additionalProperties: false },
)

/** {success: true, data: …} */
export function success(data: Schema): Schema {
  return S.object({ success: S.literal(true), data }, { additionalProperties: false })
}

/** {success: true, data: […], pagination: {…}} */
export function pageOf(item: Schema): Schema {
  return S.object(
    { success: S.literal(true), data: S.array(item), pagination: S.refTo(PaginationSchema) },
    { additionalProperties: false },
  )
}

export const DeletedSchema = S.object(
  { id: Uuid, deleted: S.literal(true) },
  { $id: 'Deleted', additionalProperties: false },
)

export const IdParams = S.object({ id: Uuid })

// Defaults are told in words. Programs that fill in a `default` would send `page` beside a `cursor`, which is refused, and
// generators make fields with one required.
export const pageQuery = {
  page: S.optional(S.integer({ minimum: 1, maximum: 1_000_000_000, description: 'The first, 1, when left out.' })),
  limit: S.optional(S.integer({ minimum: 1, maximum: 1000, description: 'How many a page holds; 20 when left out.' })),
  cursor: S.optional(S.string({ description: '`next_cursor` of an earlier answer. Not together with `page`.' })),
}
