import { isDeepStrictEqual } from 'node:util'
import { checkNames, type Issues } from '../issues.ts'
import * as S from '../schema.ts'
import type { Field, Json, Place, ValueOf } from './fields.ts'

type Fields = Record<string, Field<unknown>>
type At<P extends Place, F extends Fields> = {
  [N in keyof F as P extends F[N]['places'][number] ? N : never]: ValueOf<F[N]>
}

/** What answers show of a record. */
export type Shown<R> = R extends RecordOf<infer F> ? At<'answer', F> : never
/** What a body that creates one says. */
export type NewOf<R> = R extends RecordOf<infer F> ? At<'create', F> : never
/** What a PATCH body says: what is not there stays. */
export type ChangeOf<R> = R extends RecordOf<infer F> ? Partial<At<'change', F>> : never
type Column<F extends Fields> = keyof At<'column', F> & string

interface About {
  /** Of the body that creates. */
  create?: string
  /** Of the PATCH body. */
  change?: string
}

export type RecordOf<F extends Fields> = ReturnType<typeof record<F>>

/**
 * One description of what the API calls by `name`. From it follow the schemas of answers and bodies with their example, the readers of
 * bodies, the columns, and what is shown of a row. Rules between several fields are functions beside it.
 */
export function record<F extends Fields>(name: string, fields: F, about: About = {}) {
  const namesAt = (place: Place) => Object.keys(fields).filter((each) => fields[each]!.places.includes(place))
  const [created, changed, shown] = [namesAt('create'), namesAt('change'), namesAt('answer')]
  const ignored = new Set(shown)
  const pick = <T>(names: readonly string[], make: (field: Field<unknown>, name: string) => T) =>
    Object.fromEntries(names.map((each) => [each, make(fields[each]!, each)])) as Record<string, T>
  const bodySchema = (field: Field<unknown>) => field.sentSchema ?? field.schema

  return {
    schema: S.output(
      name,
      pick(shown, (field) => field.schema),
    ),
    example: pick(shown, (field) => field.example) as Json<At<'answer', F>>,
    newSchema: S.input(
      `New${name}`,
      pick(created, (field) => (field.isRequired ? bodySchema(field) : S.optional(bodySchema(field)))),
      about.create ?? {},
    ),
    changeSchema: S.partialInput(`${name}Patch`, pick(changed, bodySchema), about.change ?? {}),
    columns: namesAt('column') as Column<F>[],
    /** Every broken rule goes to `issues`; the result counts only when there are none. */
    readNew(issues: Issues, body: Record<string, unknown>): At<'create', F> {
      checkNames(issues, body, created, ignored)
      return pick(created, (field, each) => field.read(issues, each, body[each])) as At<'create', F>
    },
    /** What is left out stays. */
    readChange(issues: Issues, body: Record<string, unknown>): Partial<At<'change', F>> {
      checkNames(issues, body, changed, ignored)
      const named = changed.filter((each) => body[each] !== undefined)
      if (named.length === 0 && issues.count === 0) {
        issues.add('body', `Nothing is to be changed. Send ${listOr(changed)}.`)
      }
      return pick(named, (field, each) => field.read(issues, each, body[each])) as Partial<At<'change', F>>
    },
    /** What an answer shows of a row; the row may have more. */
    show(row: At<'answer', F>): At<'answer', F> {
      const all = {} as At<'answer', F>
      for (const each of shown as Array<keyof At<'answer', F>>) all[each] = row[each]
      return all
    },
  }
}

/** The part of a change that is not as it is stored. */
export function differences<C extends object>(stored: { [N in keyof C]?: unknown }, change: C): Partial<C> {
  const entries = Object.entries(change).filter(([name, value]) => !isDeepStrictEqual(value, stored[name as keyof C]))
  return Object.fromEntries(entries) as Partial<C>
}

function listOr(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
