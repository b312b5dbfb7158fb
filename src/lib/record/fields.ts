import { type Issues, nameOfType, readObject } from '../issues.ts'
import * as S from '../schema.ts'
import { readText } from '../text/text.ts'

// The kinds of fields that records have. A field says in one place how it is documented, what an example of it is, and how it
// is read from a body: see record.ts.

/** Where a field appears: in bodies that create and in those that change, in answers, and as a column. */
export type Place = 'create' | 'change' | 'answer' | 'column'

export interface Field<T, P extends Place = Place> {
  places: readonly P[]
  /** As answers show it. */
  schema: S.Schema
  /** As bodies have it, where that is not the same. */
  sentSchema?: S.Schema
  example: unknown
  /** A body that creates must have it. */
  isRequired: boolean
  /** Reads what was sent; undefined and null give the default. Broken rules go to `issues`; then the result does not count. */
  read: (issues: Issues, path: string, value: unknown) => T
}

/** What a value is in JSON. */
export type Json<T> = T extends Date
  ? string
  : T extends readonly (infer E)[]
    ? Json<E>[]
    : T extends object
      ? { [K in keyof T]: Json<T[K]> }
      : T

export type ValueOf<F> = F extends Field<infer T> ? T : never

interface Told<T> {
  about?: string
  example: NoInfer<Json<T>>
}

type Given<T> = Field<T, Place>

interface TextOptions extends Told<string | null> {
  max: number
  required?: true
  /** Keywords of JSON Schema beside those that follow from the rules. */
  schema?: S.Schema
  /** Sentences about what is wrong with a text. */
  rule?: (text: string) => readonly string[]
}

/** A text; null when it is blank, unless it is required. */
export function text<const O extends TextOptions>(
  options: O,
): Given<O extends { required: true } ? string : string | null> {
  const { max, required = false, about, rule, schema } = options
  const words = { maxLength: max, ...schema, ...(about ? { description: about } : {}) }
  const read = (issues: Issues, path: string, value: unknown) => {
    const found = readText(issues, path, value, { max, required })
    if (found !== null) for (const problem of rule?.(found) ?? []) issues.add(path, problem)
    return found ?? (required ? '' : null)
  }
  return given({
    schema: required ? S.string(words) : S.nullable('string', words),
    example: options.example,
    isRequired: required,
    read,
  }) as Given<O extends { required: true } ? string : string | null>
}

interface IntegerOptions<N> extends Told<number | null> {
  min: number
  max: number
  fallback: N
}

/** A whole number, or `fallback` when there is none. */
export function integer<N extends number | null>({
  min,
  max,
  fallback,
  about,
  example,
}: IntegerOptions<N>): Given<number | N> {
  const words = { minimum: min, maximum: max, ...(about ? { description: about } : {}) }
  return given({
    schema: fallback === null ? S.nullable('integer', words) : S.integer(words),
    example,
    isRequired: false,
    read(issues, path, value) {
      if (value === undefined || value === null) return fallback
      if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
      const found = typeof value === 'number' ? '' : `, but it is ${nameOfType(value)}`
      issues.add(path, `${path} must be a whole number from ${min} to ${max}${found}.`)
      return fallback
    },
  })
}

export function flag({ fallback = false, ...told }: Partial<Told<boolean>> & { fallback?: boolean }): Given<boolean> {
  return given({
    schema: S.boolean(told.about ?? {}),
    example: told.example ?? fallback,
    isRequired: false,
    read(issues, path, value) {
      if (value === undefined || value === null) return fallback
      if (typeof value === 'boolean') return value
      issues.add(path, `${path} must be true or false, but it is ${nameOfType(value)}.`)
      return fallback
    },
  })
}

/** One of a few words. */
export function choice<const W extends string, N extends W | null>(
  words: readonly W[],
  { fallback, about = '', example }: Told<W | N> & { fallback: N },
): Given<W | N> {
  return given({
    schema: fallback === null ? S.oneOfOrNull(words, about) : S.oneOf(words, about),
    example,
    isRequired: false,
    read(issues, path, value) {
      if (value === undefined || value === null) return fallback
      if ((words as readonly unknown[]).includes(value)) return value as W
      issues.add(path, `${path} must be one of ${words.join(', ')}.`)
      return fallback
    },
  })
}

/** An array, each entry read by `entry`; none when it is left out. Entries that are alike are kept once. */
export function list<T>(entry: Field<T>, { max, about, example }: Told<T[]> & { max: number }): Given<T[]> {
  return given({
    schema: S.array(entry.schema, { maxItems: max, ...(about ? { description: about } : {}) }),
    example,
    isRequired: false,
    read(issues, path, value) {
      if (value === undefined || value === null) return []
      if (Array.isArray(value) && value.length <= max) {
        return [...new Set(value.map((each, at) => entry.read(issues, `${path}[${at}]`, each)))]
      }
      const found = Array.isArray(value) ? `there are ${value.length}` : `it is ${nameOfType(value)}`
      issues.add(path, `${path} must be an array of at most ${max}, but ${found}.`)
      return []
    },
  })
}

type Texts = Record<string, Field<unknown>>

/**
 * An object with these fields only. `wanted` is what it is called in a message. Its column is JSON: a store reads and writes it by itself.
 */
export function group<F extends Texts>(
  fields: F,
  { wanted, about, ignored }: { wanted?: string; about?: string; ignored?: readonly string[] } = {},
): Field<{ [N in keyof F]: ValueOf<F[N]> }, Exclude<Place, 'column'>> {
  const names = Object.keys(fields)
  const of = <T>(make: (field: Field<unknown>) => T) =>
    Object.fromEntries(names.map((name) => [name, make(fields[name]!)]))
  return only(
    ['create', 'change', 'answer'],
    given({
      schema: S.closed(
        of((field) => field.schema),
        about ?? {},
      ),
      sentSchema: S.closed(of((field) => (field.isRequired ? field.schema : S.optional(field.schema)))),
      example: of((field) => field.example),
      isRequired: false,
      read(issues, path, value) {
        const rule = { known: names, ...(wanted ? { wanted } : {}), ...(ignored ? { ignored: new Set(ignored) } : {}) }
        const body = readObject(issues, path, value, rule) ?? {}
        const read = names.map((name) => [name, fields[name]!.read(issues, `${path}.${name}`, body[name])])
        return Object.fromEntries(read) as { [N in keyof F]: ValueOf<F[N]> }
      },
    }),
  )
}

/** The same with any of the fields: what was left out is not in the result. */
export function parts<F extends Texts>(
  fields: F,
  options: { wanted?: string; about?: string } = {},
): Field<{ [N in keyof F]?: ValueOf<F[N]> }, Exclude<Place, 'column'>> {
  const { wanted } = options
  const names = Object.keys(fields)
  return {
    ...group(fields, options),
    read(issues, path, value) {
      const body = readObject(issues, path, value, { known: names, ...(wanted ? { wanted } : {}) }) ?? {}
      const sent = names.filter((name) => body[name] !== undefined)
      const read = sent.map((name) => [name, fields[name]!.read(issues, `${path}.${name}`, body[name])])
      return Object.fromEntries(read) as { [N in keyof F]?: ValueOf<F[N]> }
    },
  }
}

/** A field that none of the others is like. */
export function given<T>(field: Omit<Field<T>, 'places'>): Given<T> {
  return { places: ['create', 'change', 'answer', 'column'], ...field }
}

/** A field that does not appear everywhere. */
export function only<T, const P extends Place>(places: readonly P[], field: Field<T>): Field<T, P> {
  return { ...field, places }
}

/** The service makes it: a client that sends back what it read changes nothing by it. */
export function assigned<T>(schema: S.Schema, example: NoInfer<Json<T>>): Field<T, 'answer' | 'column'> {
  return { places: ['answer', 'column'], schema, example, isRequired: false, read: neverRead }
}

/** The same for what has no column of its own. */
export function computed<T>(schema: S.Schema, example: NoInfer<Json<T>>): Field<T, 'answer'> {
  return only(['answer'], assigned<T>(schema, example))
}

function neverRead(): never {
  throw new Error('a field that the service makes is not read')
}
