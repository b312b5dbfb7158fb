import { type Static, type TSchema, Type } from 'typebox'
import { ERRORS } from '../errors.ts'

/** Shapes that every feature shares. Named ones ($id) become components of the OpenAPI document. */

export function nullable<T extends 'string' | 'integer'>(type: T, options: object = {}): TSchema {
  return Type.Unsafe({ type: [type, 'null'], ...options })
}

export const Uuid = Type.String({ format: 'uuid', examples: ['019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'] })
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] })

export const PaginationSchema = Type.Object(
  {
    page: Type.Integer({ description: 'The page this is, from 1.' }),
    limit: Type.Integer({ description: 'The most items a page holds.' }),
    total: Type.Integer({ description: 'All items that match, at the time of the answer.' }),
    totalPages: Type.Integer(),
    next_cursor: nullable('string', {
      description:
        'Send it as `cursor` to go on from here; unlike a page number it skips and repeats nothing while items arrive. Null at the end.',
    }),
  },
  { $id: 'Pagination', additionalProperties: false },
)

export const ErrorSchema = Type.Object(
  {
    error: Type.String({ enum: Object.keys(ERRORS), description: 'A stable code for programs.' }),
    message: Type.String({ description: 'A sentence for people: what is wrong and what to do.' }),
    status: Type.Optional(Type.Integer({ description: 'The HTTP status again. Not in a 429.' })),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'Field → every rule it breaks. Fields of lists are written as media_urls[2].',
      }),
    ),
  },
  { $id: 'Error', additionalProperties: false },
)

/** {success: true, data: …} */
export function success(data: TSchema): TSchema {
  return Type.Object({ success: Type.Literal(true), data }, { additionalProperties: false })
}

/** {success: true, data: […], pagination: {…}} */
export function pageOf(item: TSchema): TSchema {
  return Type.Object(
    { success: Type.Literal(true), data: Type.Array(item), pagination: refTo(PaginationSchema) },
    { additionalProperties: false },
  )
}

export function refTo(schema: TSchema): TSchema {
  return Type.Unsafe({ $ref: `${(schema as { $id?: string }).$id}#` })
}

export const DeletedSchema = Type.Object(
  { id: Uuid, deleted: Type.Literal(true) },
  { $id: 'Deleted', additionalProperties: false },
)

export type Deleted = Static<typeof DeletedSchema>

export const IdParams = Type.Object({ id: Uuid })

export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 20 })),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of an earlier answer. Not together with `page`.' })),
}
