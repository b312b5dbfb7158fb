/**
 * JSON Schema as plain objects. Only the dozen words we need: the schemas document, they are never compiled here, and a
 * library that can do more costs a fifth of the start-up time.
 */
export type Schema = Record<string, unknown>

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

/** The type, or null. */
export function nullable(type: 'string' | 'integer', options: Schema = {}): Schema {
  return { type: [type, 'null'], ...options }
}

export function array(items: Schema, options: Schema = {}): Schema {
  return { type: 'array', items, ...options }
}

export function record(values: Schema, options: Schema = {}): Schema {
  return { type: 'object', additionalProperties: values, ...options }
}

/** Every property is required but those marked `optional`. */
export function object(properties: Record<string, Schema>, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !optionalOnes.has(properties[name]!))
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...options }
}

export function optional(schema: Schema): Schema {
  const copy = { ...schema }
  optionalOnes.add(copy)
  return copy
}

/** A reference to a schema with an `$id`. */
export function refTo(schema: Schema): Schema {
  return { $ref: `${schema.$id}#` }
}
