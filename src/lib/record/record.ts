import { isDeepStrictEqual } from 'node:util'
import { checkNames, type Issues } from '../issues.ts'
import * as S from '../schema.ts'
import type { AnswerOf, Field, Json, Place, ValueOf } from './fields.ts'

type Fields = Record<string, Field<unknown, Place, unknown>>
type Body = Record<string, unknown>
/** The values of the fields that appear in a place. */
type At<P extends Place, F extends Fields> = {
  [N in keyof F as P extends F[N]['places'][number] ? N : never]: P extends 'answer' ? AnswerOf<F[N]> : ValueOf<F[N]>
}

/** Column names, with the types of their fields. */
export type Columns<C> = ReadonlyArray<keyof C & string> & { readonly types?: C }

type Reader = (...words: never[]) => unknown
export type NewOf<R extends { readNew: Reader }> = ReturnType<R['readNew']>
/** Fields that are left out stay as they are. */
export type ChangeOf<R extends { readChange: Reader }> = ReturnType<R['readChange']>

interface RecordOptions {
  /** Describes the record in the API reference. */
  about?: string
  /** Describes the create body in the API reference. */
  create?: S.Options
  /** Describes the PATCH body. */
  change?: S.Options
  refusesEmptyChange?: true
  /** Refuses fields that the service sets, instead of ignoring them. */
  refusesAssigned?: true
  /** More names that a client may send back. */
  ignored?: readonly string[]
}

/**
 * Describes a record once. The description gives the API schemas and their example, the readers of create and PATCH
 * bodies, the columns, and the response for a row. Rules that span fields are plain functions beside it.
 */
export function record<F extends Fields>(name: string, fields: F, options: RecordOptions = {}) {
  const namesAt = (place: Place) => Object.keys(fields).filter((each) => fields[each]!.places.includes(place))
  const [created, changed, shown] = [namesAt('create'), namesAt('change'), namesAt('answer')]
  const ignored = new Set([...(options.refusesAssigned ? [] : shown), ...(options.ignored ?? [])])
  const shownSchemas = mapFields(fields, shown, ({ schema }) => schema)
  const schema = S.output(name, shownSchemas, options.about ?? {})
  const example = mapFields(fields, shown, (field) => field.example) as Json<At<'answer', F>>

  return {
    schema,
    example,
    newSchema: S.input(`New${name}`, mapFields(fields, created, newSchema), options.create ?? {}),
    changeSchema: S.partialInput(`${name}Patch`, mapFields(fields, changed, sentSchema), options.change ?? {}),
    columns: namesAt('column') as unknown as Columns<At<'column', F>>,
    /** The fields of a response. */
    names: shown as unknown as ReadonlyArray<keyof At<'answer', F> & string>,
    /** Adds every broken rule to `issues`; ignore the result if there are any. */
    readNew(issues: Issues, body: Body): At<'create', F> {
      checkNames(issues, body, created, ignored)
      return readFields(fields, created, issues, body) as At<'create', F>
    },
    readChange(issues: Issues, body: Body): Partial<At<'change', F>> {
      checkNames(issues, body, changed, ignored)
      const sent = changed.filter((each) => body[each] !== undefined)
      if (options.refusesEmptyChange && sent.length === 0 && issues.count === 0) {
        issues.add('body', 'body.no_change', { fields: changed.join(', ') })
      }
      return readFields(fields, sent, issues, body) as Partial<At<'change', F>>
    },
    /** Picks the fields that responses show. */
    show(row: At<'answer', F>): At<'answer', F> {
      const answer = {} as At<'answer', F>
      for (const each of shown as Array<keyof At<'answer', F>>) answer[each] = row[each]
      return answer
    },
    /** A response that shows more than the record, such as a secret that is shown once. */
    extended<E extends S.Exampled>(extendedName: string, more: E) {
      const added = S.exampled(more)
      return {
        schema: S.extended(extendedName, schema, added.fields),
        example: { ...(example as object), ...added.example } as typeof example & typeof added.example,
      }
    },
  }
}

/** The body of a request that is not a record, such as a sign-in. */
export function body<F extends Fields>(name: string, fields: F, about: S.Options = {}) {
  const names = Object.keys(fields)
  return {
    schema: S.input(name, mapFields(fields, names, newSchema), about),
    /** Adds every broken rule to `issues`; ignore the result if there are any. */
    read(issues: Issues, sent: Body): At<'create', F> {
      checkNames(issues, sent, names)
      return readFields(fields, names, issues, sent) as At<'create', F>
    },
  }
}

function mapFields<T>(fields: Fields, names: readonly string[], map: (field: Field<unknown>, name: string) => T) {
  return Object.fromEntries(names.map((each) => [each, map(fields[each]!, each)])) as Record<string, T>
}

function readFields(fields: Fields, names: readonly string[], issues: Issues, body: Body) {
  return mapFields(fields, names, (field, each) => field.read(issues, each, body[each]))
}

function sentSchema(field: Field<unknown>): S.Schema {
  return field.sentSchema ?? field.schema
}

function newSchema(field: Field<unknown>): S.Schema {
  return field.isRequired ? sentSchema(field) : S.optional(sentSchema(field))
}

/** The values of a change that differ from the stored ones. */
export function differences<C extends object>(stored: { [N in keyof C]?: unknown }, change: C): Partial<C> {
  const entries = Object.entries(change).filter(([name, value]) => !isDeepStrictEqual(value, stored[name as keyof C]))
  return Object.fromEntries(entries) as Partial<C>
}
