/**
 * JSON Schema as plain objects, with only the dozen keywords we need. The schemas document and are never compiled here;
 * a library that can do more costs a fifth of the start-up time. A schema with an `$id` becomes a component of the
 * OpenAPI document, which refers to it by this name.
 */
export type Schema<T = unknown> = Keywords & { [VALUE]?(value: T): void }
/** Holds the type of the values, only for the compiler. That of objects is not known: it suits every type. */
declare const VALUE: unique symbol
type Keywords = Record<string, unknown>
export type Fields = Record<string, Schema>
/** A text alone is the description. */
export type Options = Keywords | string

function toSchema(options: Options): Keywords {
  return typeof options === 'string' ? { description: options } : options
}

const optionalOnes = new WeakSet<Schema>()

function ofType<T>(type: string): (options?: Options) => Schema<T> {
  return (options = {}) => ({ type, ...toSchema(options) })
}

export const string = ofType<string>('string')
export const integer = ofType<number>('integer')
export const boolean = ofType<boolean>('boolean')

export function literal<const V extends string | boolean>(value: V): Schema<V> {
  return { const: value, type: typeof value }
}

export function oneOf<const W extends string>(values: readonly W[], options: Options = {}): Schema<W> {
  return { type: 'string', enum: [...values], ...toSchema(options) }
}

export function oneOfOrNull<const W extends string>(values: readonly W[], options: Options = {}): Schema<W | null> {
  return { type: ['string', 'null'], enum: [...values, null], ...toSchema(options) }
}

export function nullable(type: 'string', options?: Options): Schema<string | null>
export function nullable(type: 'integer', options?: Options): Schema<number | null>
export function nullable(type: string, options: Options = {}): Schema {
  return { type: [type, 'null'], ...toSchema(options) }
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return { anyOf: [schema, { type: 'null' }] }
}

export function array<T>(items: Schema<T>, options: Options = {}): Schema<T[]> {
  return { type: 'array', items, ...toSchema(options) }
}

export function arrayOrNull<T>(items: Schema<T>, options: Options = {}): Schema<T[] | null> {
  return array(items, { type: ['array', 'null'], ...toSchema(options) })
}

export function record<T>(values: Schema<T>, options: Options = {}): Schema<Record<string, T>> {
  return { type: 'object', additionalProperties: values, ...toSchema(options) }
}

/** Every property is required but those marked `optional`. */
export function object(properties: Fields, options: Options = {}): Schema {
  const required = Object.keys(properties).filter((name) => !optionalOnes.has(properties[name]!))
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...toSchema(options) }
}

/** An object without other properties. */
export function closed(properties: Fields, options: Options = {}): Schema {
  return object(properties, { additionalProperties: false, ...toSchema(options) })
}

/** The same, or null. */
export function closedOrNull(properties: Fields, options: Options = {}): Schema {
  return { ...closed(properties, options), type: ['object', 'null'] }
}

/** A component of responses. It is open, because a later version may send more. */
export function output(name: string, properties: Fields, options: Options = {}): Schema {
  return object(properties, { $id: name, ...toSchema(options) })
}

/** A component of responses that has everything of another, and more. */
export function extended(name: string, base: Schema, properties: Fields, options: Options = {}): Schema {
  return { $id: name, allOf: [base, object(properties)], ...toSchema(options) }
}

/** A component of request bodies. */
export function input(name: string, properties: Fields, options: Options = {}): Schema {
  return object(properties, { $id: name, ...toSchema(options) })
}

/** A component of request bodies in which every property is optional. */
export function partialInput(name: string, properties: Fields, options: Options = {}): Schema {
  return input(name, allOptional(properties), options)
}

export type Exampled = Record<string, readonly [schema: Schema, example: unknown]>

/** Fields with an example each: gives the schemas and the whole example. */
export function exampled<F extends Exampled>(fields: F) {
  const all = (at: 0 | 1) => Object.fromEntries(Object.entries(fields).map(([name, pair]) => [name, pair[at]]))
  return { fields: all(0) as { [N in keyof F]: Schema }, example: all(1) as { [N in keyof F]: F[N][1] } }
}

/** The same for an object inside another. */
export function exampledObject<F extends Exampled>(fields: F, options: Options = {}) {
  const all = exampled(fields)
  return [closed(all.fields, options), all.example] as const
}

/** The same for a component of responses. */
export function exampledOutput<F extends Exampled>(name: string, fields: F) {
  const all = exampled(fields)
  return { ...all, schema: output(name, all.fields) }
}

/** One of several components, which a property tells apart: each has a constant there. */
export function union(name: string, property: string, members: readonly Schema[]): Schema {
  const ownOf = (member: Schema) => (member.allOf ? (member.allOf as Schema[]).at(-1)! : member).properties as Fields
  const constantOf = (member: Schema) => ownOf(member)[property]!.const as string
  const mapping = Object.fromEntries(members.map((each) => [constantOf(each), `#/components/schemas/${each.$id}`]))
  return { $id: name, oneOf: members, discriminator: { propertyName: property, mapping } }
}

export function optional<T>(schema: Schema<T>): Schema<T> {
  const copy = { ...schema }
  optionalOnes.add(copy)
  return copy
}

export function partial(properties: Fields): Schema {
  return object(allOptional(properties))
}

export function allOptional<F extends Fields>(fields: F): F {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, optional(schema)])) as F
}
