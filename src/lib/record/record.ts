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

/** The names of columns, with the types that their fields have. */
export type Columns<C> = ReadonlyArray<keyof C & string> & { readonly types?: C }

type RecordOf<F extends Fields> = ReturnType<typeof record<F>>
export type NewOf<R> = R extends RecordOf<infer F> ? At<'create', F> : never
/** Fields that are left out stay as they are. */
export type ChangeOf<R> = R extends RecordOf<infer F> ? Partial<At<'change', F>> : never

interface RecordOptions {
  /** Describes the record in the API reference. */
  about?: string
  /** Describes the create body in the API reference. */
  create?: string
  /** Describes the PATCH body. */
  change?: string
  refusesEmptyChange?: true
}

/**
 * Describes a record once. The description gives the API schemas and their example, the readers of create and PATCH bodies, the
 * columns, and the answer for a row. Rules that span fields are plain functions beside it.
 */
export function record<F extends Fields>(name: string, fields: F, options: RecordOptions = {}) {
  const namesAt = (place: Place) => Object.keys(fields).filter((each) => fields[each]!.places.includes(place))
  const [created, changed, shown] = [namesAt('create'), namesAt('change'), namesAt('answer')]
  const ignored = new Set(shown)
  const ofEach = <T>(names: readonly string[], make: (field: Field<unknown>, name: string) => T) =>
    Object.fromEntries(names.map((each) => [each, make(fields[each]!, each)])) as Record<string, T>
  const bodySchema = (field: Field<unknown>) => field.sentSchema ?? field.schema
  const newSchema = (field: Field<unknown>) => (field.isRequired ? bodySchema(field) : S.optional(bodySchema(field)))

  return {
    schema: S.output(
      name,
      ofEach(shown, ({ schema }) => schema),
      options.about ?? {},
    ),
    example: ofEach(shown, ({ example }) => example) as Json<At<'answer', F>>,
    newSchema: S.input(`New${name}`, ofEach(created, newSchema), options.create ?? {}),
    changeSchema: S.partialInput(`${name}Patch`, ofEach(changed, bodySchema), options.change ?? {}),
    columns: namesAt('column') as unknown as Columns<At<'column', F>>,
    /** Adds every broken rule to `issues`; ignore the result if there are any. */
    readNew(issues: Issues, body: Body): At<'create', F> {
      checkNames(issues, body, created, ignored)
      return ofEach(created, (field, each) => field.read(issues, each, body[each])) as At<'create', F>
    },
    readChange(issues: Issues, body: Body): Partial<At<'change', F>> {
      checkNames(issues, body, changed, ignored)
      const sent = changed.filter((each) => body[each] !== undefined)
      if (options.refusesEmptyChange && sent.length === 0 && issues.count === 0) {
        issues.add('body', `Nothing is to be changed. Send ${changed.slice(0, -1).join(', ')} or ${changed.at(-1)}.`)
      }
      return ofEach(sent, (field, each) => field.read(issues, each, body[each])) as Partial<At<'change', F>>
    },
    /** Picks the fields that answers show. */
    show(row: At<'answer', F>): At<'answer', F> {
      const answer = {} as At<'answer', F>
      for (const each of shown as Array<keyof At<'answer', F>>) answer[each] = row[each]
      return answer
    },
  }
}

/** The values of a change that differ from the stored ones. */
export function differences<C extends object>(stored: { [N in keyof C]?: unknown }, change: C): Partial<C> {
  const entries = Object.entries(change).filter(([name, value]) => !isDeepStrictEqual(value, stored[name as keyof C]))
  return Object.fromEntries(entries) as Partial<C>
}
