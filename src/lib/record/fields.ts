import { type Message, message } from '../../messages/message.ts'
import { createIssues, describeFound, type Issues, quoteInput, readObject, typeOf } from '../issues.ts'
import * as S from '../schema.ts'
import { readText } from '../text/text.ts'
import { parseDateTime } from '../time/date-time.ts'
import { isTimeZone } from '../time/time-zone.ts'

// The kinds of fields a record can have. A field states once how it is documented, an example of it, and how to read it from a
// request body. See record.ts.

/** Where a field appears: in create bodies, in PATCH bodies, in responses, and as a column. */
export type Place = 'create' | 'change' | 'answer' | 'column'

/** `A` is the type in responses, if that differs from what is sent and stored. */
export interface Field<T, P extends Place = Place, A = T> {
  places: readonly P[]
  /** Only for the compiler. */
  answer?: A
  /** In responses. */
  schema: S.Schema
  /** In request bodies, if it differs. */
  sentSchema?: S.Schema
  example: unknown
  /** A create body must have it. */
  isRequired: boolean
  /** Reads a sent value; undefined and null give the default. Adds every broken rule to `issues`; the result is then ignored. */
  read: (issues: Issues, path: string, value: unknown) => T
}

/** The JSON form of a value. */
export type Json<T> = T extends { toJSON(): infer Written }
  ? Written
  : T extends readonly (infer E)[]
    ? Json<E>[]
    : T extends object
      ? { [K in keyof T]: Json<T[K]> }
      : T

export type ValueOf<F> = F extends { read: (...args: never[]) => infer T } ? T : never
export type AnswerOf<F> = F extends Field<infer T, infer _, infer A> ? (unknown extends A ? T : A) : never

interface Told<T> {
  /** Its description in the API reference. */
  about?: string
  example: NoInfer<Json<T>>
}

interface TextOptions extends Told<string | null> {
  max: number
  required?: true
  /** Used when it is blank. */
  fallback?: string
  /** More JSON Schema keywords. */
  schema?: S.Schema
  /** The same, in request bodies only. */
  sentSchema?: S.Schema
  /** Returns a message for each broken rule. */
  rule?: (text: string, path: string) => readonly Message[]
}

/** A trimmed text. Blank is the fallback or null, and refused if the text is required. */
export function text<const O extends TextOptions>(
  options: O,
): Field<O extends { required: true } | { fallback: string } ? string : string | null> {
  const { max, required = false, fallback, about, rule, schema } = options
  const words = { maxLength: max, ...schema, ...(about ? { description: about } : {}) }
  const read = (issues: Issues, path: string, value: unknown) => {
    const found = readText(issues, path, value, { max, required })
    if (found !== null) for (const problem of rule?.(found, path) ?? []) issues.add(path, problem)
    return found ?? fallback ?? (required ? '' : null)
  }
  const toSchema = required || fallback !== undefined ? S.string : (all: S.Schema) => S.nullable('string', all)
  return everywhere({
    schema: toSchema(words),
    ...(options.sentSchema ? { sentSchema: toSchema({ ...words, ...options.sentSchema }) } : {}),
    example: options.example,
    isRequired: required,
    read,
  }) as Field<O extends { required: true } | { fallback: string } ? string : string | null>
}

interface IntegerOptions<N> extends Told<number | null> {
  min: number
  max: number
  fallback: N
  /** What null means, for the message. */
  nullFor?: Message
}

export function integer<N extends number | null>(options: IntegerOptions<N>): Field<number | N> {
  const { min, max, fallback, nullFor, about, example } = options
  const words = { minimum: min, maximum: max, ...(about ? { description: about } : {}) }
  return everywhere<number | N>({
    schema: fallback === null ? S.nullable('integer', words) : S.integer(words),
    example,
    isRequired: false,
    read(issues, path, value) {
      if (value === undefined || value === null) return fallback
      if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
      const or = nullFor === undefined ? '' : message('field.or_null', { meaning: nullFor })
      if (typeof value === 'number') issues.add(path, 'field.out_of_range', { min, max, or })
      else issues.add(path, 'field.not_integer', { min, max, or, found: typeOf(value) })
      return fallback
    },
  })
}

interface FlagOptions extends Partial<Told<boolean>> {
  fallback?: boolean
  refusesNull?: true
}

export function flag({ fallback = false, refusesNull, ...told }: FlagOptions): Field<boolean> {
  return everywhere<boolean>({
    schema: S.boolean(told.about ?? {}),
    example: told.example ?? fallback,
    isRequired: false,
    read(issues, path, value) {
      if (value === undefined || (value === null && !refusesNull)) return fallback
      if (typeof value === 'boolean') return value
      issues.add(path, 'field.not_flag', { found: typeOf(value) })
      return fallback
    },
  })
}

/** A date and time, in UTC unless it has an offset. */
export function time<const O extends Told<Date | null> & { required?: true }>(
  options: O,
): Field<O extends { required: true } ? Date : Date | null> {
  const { required = false, about, example } = options
  const words = { format: 'date-time', ...(about ? { description: about } : {}) }
  return everywhere({
    schema: required ? S.string(words) : S.nullable('string', words),
    example,
    isRequired: required,
    read(issues: Issues, path: string, value: unknown) {
      const sent = readText(issues, path, value, { max: 64, required })
      if (sent === null) return required ? new Date(0) : null
      const parsed = parseDateTime(sent)
      if ('date' in parsed) return parsed.date
      issues.add(path, parsed.problem)
      return required ? new Date(0) : null
    },
  }) as Field<O extends { required: true } ? Date : Date | null>
}

/** The IANA name of a time zone. */
export function timeZone<const O extends { about: string; required?: true }>(options: O) {
  return text({
    ...options,
    max: 64,
    rule: (zone, field) =>
      isTimeZone(zone) ? [] : [message('field.not_time_zone', { field, found: quoteInput(zone) })],
    example: 'Europe/Lisbon',
  })
}

/** One of a few words. Without a fallback it is required, and null is refused. */
export function choice<
  const W extends string,
  const O extends Told<W | null> & { fallback?: W | null; refusesNull?: true },
>(words: readonly W[], options: O): Field<O extends { fallback: null } ? W | null : W> {
  const { fallback, refusesNull, about = {}, example } = options
  return everywhere<W | null>({
    schema: fallback === null ? S.oneOfOrNull(words, about) : S.oneOf(words, about),
    example,
    isRequired: fallback === undefined,
    read(issues, path, value) {
      if (fallback !== undefined && (value === undefined || (value === null && !refusesNull))) return fallback
      if ((words as readonly unknown[]).includes(value)) return value as W
      issues.add(path, 'field.not_choice', { choices: words.join(', '), found: describeFound(value) })
      return words[0]!
    },
  }) as Field<O extends { fallback: null } ? W | null : W>
}

/** An array whose entries are read by `entry`; empty by default. Duplicates are dropped. */
export function list<T>(entry: Field<T>, { max, about, example }: Told<T[]> & { max: number }): Field<T[]> {
  const words = { maxItems: max, ...(about ? { description: about } : {}) }
  return everywhere<T[]>({
    schema: S.array(entry.schema, words),
    ...(entry.sentSchema ? { sentSchema: S.array(entry.sentSchema, words) } : {}),
    example,
    isRequired: false,
    read(issues, path, value) {
      if (value === undefined || value === null) return []
      if (Array.isArray(value) && value.length <= max) {
        return [...new Set(value.map((each, at) => entry.read(issues, `${path}[${at}]`, each)))]
      }
      if (Array.isArray(value)) issues.add(path, 'field.list_too_long', { max, count: value.length })
      else issues.add(path, 'field.not_list', { max, found: typeOf(value) })
      return []
    },
  })
}

/** Lets a field be null, with a meaning of its own. */
export function orNull<T>(field: Field<T>): Field<T | null> {
  const nullable = (schema: S.Schema) => ({ ...schema, type: [schema.type, 'null'] })
  return {
    ...field,
    schema: nullable(field.schema),
    ...(field.sentSchema ? { sentSchema: nullable(field.sentSchema) } : {}),
    read: (issues, path, value) => (value === undefined || value === null ? null : field.read(issues, path, value)),
  }
}

type Values<F> = { [N in keyof F]: ValueOf<F[N]> }

interface GroupOptions {
  about?: string
  /** The name of such an object in messages. */
  shape?: Message
  /** Fields that only responses have. A client may send them back. */
  ignored?: readonly string[]
}

/** An object with these fields and no others. */
export function group<F extends Record<string, Field<unknown>>>(
  fields: F,
  options: GroupOptions = {},
): Field<Values<F>> {
  return objectOf(fields, options, (names) => names) as Field<Values<F>>
}

/** The same, but only the fields that were sent are in the result. */
export function parts<F extends Record<string, Field<unknown>>>(
  fields: F,
  options: GroupOptions = {},
): Field<Partial<Values<F>>> {
  return objectOf(fields, options, (names, body) => names.filter((name) => body[name] !== undefined)) as Field<
    Partial<Values<F>>
  >
}

function objectOf(
  fields: Record<string, Field<unknown>>,
  { about, shape, ignored = [] }: GroupOptions,
  wantedNames: (names: string[], body: Record<string, unknown>) => string[],
): Field<Record<string, unknown>> {
  const names = Object.keys(fields)
  const ofEach = <T>(make: (field: Field<unknown>) => T) =>
    Object.fromEntries(names.map((name) => [name, make(fields[name]!)]))
  return everywhere({
    schema: S.closed(
      ofEach((field) => field.schema),
      about ?? {},
    ),
    sentSchema: S.closed(
      ofEach((field) => {
        const sent = field.sentSchema ?? field.schema
        return field.isRequired ? sent : S.optional(sent)
      }),
      about ?? {},
    ),
    example: ofEach((field) => field.example),
    isRequired: false,
    read(issues, path, value) {
      const body = readObject(issues, path, value, { known: names, ...(shape && { shape }), ignored: new Set(ignored) })
      // A value that is not an object gets one message, instead of one for each member.
      const own = body === null && value != null ? createIssues() : issues
      const read = wantedNames(names, body ?? {}).map((name) => [
        name,
        fields[name]!.read(own, `${path}.${name}`, body?.[name]),
      ])
      return Object.fromEntries(read)
    },
  })
}

/** The values of fields that were not sent. */
export function defaultsOf<F extends Record<string, Field<unknown>>>(fields: F): Values<F> {
  const read = Object.entries(fields).map(([name, field]) => [name, field.read(createIssues(), name, undefined)])
  return Object.fromEntries(read) as Values<F>
}

/** A field with its own schema and reader, in all places. */
export function everywhere<T, A = T>(field: Omit<Field<T, Place, A>, 'places'>): Field<T, Place, A> {
  return { places: ['create', 'change', 'answer', 'column'], ...field }
}

export function only<T, const P extends Place>(places: readonly P[], field: Field<T>): Field<T, P> {
  return { ...field, places }
}

/** Documents a field differently in responses than in request bodies. */
export function shownAs<T, P extends Place>(schema: S.Schema, field: Field<T, P>): Field<T, P> {
  return { ...field, schema, sentSchema: field.sentSchema ?? field.schema }
}

/** Set by the service. A client may send it back unchanged; it is ignored. */
export function assigned<T>(schema: S.Schema<T>, example: NoInfer<Json<T>>): Field<T, 'answer' | 'column'> {
  return { places: ['answer', 'column'], schema, example, isRequired: false, read: neverRead }
}

/** Set by the service, and not a column. */
export function computed<T>(schema: S.Schema<T>, example: NoInfer<Json<T>>): Field<T, 'answer'> {
  return only(['answer'], assigned<T>(schema, example))
}

function neverRead(): never {
  throw new Error('fields set by the service are not read from bodies')
}
