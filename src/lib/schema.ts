/**
 * JSON Schema as plain objects. Only the dozen words we need: the schemas document, they are never compiled here, and a
 * library that can do more costs a fifth of the start-up time.
 * A schema with an `$id` is a component of the OpenAPI document, which refers to it by this name wherever it is used.
 */
export type Schema = Record<string, unknown>
export type Fields = Record<string, Schema>

const optionalOnes = new WeakSet<Schema>()

export function string(options: Schema = {}): Schema {
  return { type: 'string', ...options }
}

export function integer(options: Schema = {}): Schema {
  return { type: 'integer', ...options }
}

export function boolean(options: Schema = {}): Schema {
  return { type: 'boolean', ...options }
}

export function literal(value: string | boolean): Schema {
  return { const: value, type: typeof value }
}

export function oneOf(values: readonly string[], options: Schema = {}): Schema {
  return { type: 'string', enum: [...values], ...options }
}

export function oneOfOrNull(values: readonly string[], options: Schema = {}): Schema {
  return { type: ['string', 'null'], enum: [...values, null], ...options }
}

/** The type, or null. */
export function nullable(type: 'string' | 'integer', options: Schema = {}): Schema {
  return { type: [type, 'null'], ...options }
}

export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] }
}

export function array(items: Schema, options: Schema = {}): Schema {
  return { type: 'array', items, ...options }
}

export function arrayOrNull(items: Schema, options: Schema = {}): Schema {
  return array(items, { type: ['array', 'null'], ...options })
}

export function record(values: Schema, options: Schema = {}): Schema {
  return { type: 'object', additionalProperties: values, ...options }
}

/** Every property is required but those marked `optional`. */
export function object(properties: Fields, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !optionalOnes.has(properties[name]!))
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...options }
}

/** An object without other properties. */
export function closed(properties: Fields, options: Schema = {}): Schema {
  return object(properties, { additionalProperties: false, ...options })
}

/** A component that answers show. */
export function output(name: string, properties: Fields, options: Schema = {}): Schema {
  return closed(properties, { $id: name, ...options })
}

/** A component that callers send. */
export function input(name: string, properties: Fields, options: Schema = {}): Schema {
  return object(properties, { $id: name, ...options })
}

export function optional(schema: Schema): Schema {
  const copy = { ...schema }
  optionalOnes.add(copy)
  return copy
}

export function allOptional(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, optional(schema)]))
}
