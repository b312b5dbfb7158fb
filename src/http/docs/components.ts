export type Json = Record<string, unknown>

/** The parts that the document contains once and refers to by name. */
export type Components = ReturnType<typeof createComponents>

/** Lists of texts that are named in the document: name → texts. */
export type Enums = Readonly<Record<string, readonly string[]>>

export function createComponents(enums: Enums) {
  const enumNames = new Map(Object.entries(enums).map(([name, texts]) => [JSON.stringify(texts), name]))
  const schemas = new Map<string, { described: Json; place: string }>()
  const examples = new Map<string, unknown>()
  const compared = new Set<object>()
  const responses: Json = {}
  const parameters = new Map<string, { name: string; parameter: Json }>()
  const define = (name: string, described: Json): { $ref: string } => {
    const known = schemas.get(name)
    if (known && !isSame(known.described, described)) {
      throw new Error(`two schemas are called ${name}: one in ${known.place}, another in ${components.place}`)
    }
    if (!known) schemas.set(name, { described, place: components.place })
    return { $ref: `#/components/schemas/${name}` }
  }
  /** Null if it is not one of the named lists. */
  const referEnum = (schema: { enum?: unknown[]; description?: string; examples?: unknown[] }): Json | null => {
    const { enum: texts, description, examples: some } = schema
    const name = texts && enumNames.get(JSON.stringify(texts.filter((text) => text !== null)))
    if (name === undefined) return null
    const reference = define(name, { type: 'string', enum: enums[name] })
    const about = { ...(description ? { description } : {}), ...(some ? { examples: some } : {}) }
    return texts!.includes(null) ? { anyOf: [reference, { type: 'null' }], ...about } : { ...reference, ...about }
  }
  /** A create body with the same fields as the PATCH body refers to that one, and only adds which are required. */
  const shorten = (name: string, described: Json): Json => {
    const change = `${name.replace(/^New/, '')}Patch`
    const {
      type,
      properties,
      required = [],
      ...others
    } = described as Json & { properties?: Json; required?: string[] }
    if (properties === undefined || 'additionalProperties' in others) return described
    if (!isSame(schemas.get(change)?.described.properties, properties)) return described
    const needed = Object.fromEntries(required.map((each) => [each, properties[each]]))
    const own = required.length > 0 ? [{ type, properties: needed, required }] : []
    return { ...others, allOf: [{ $ref: `#/components/schemas/${change}` }, ...own] }
  }
  const components = {
    /** The current operation or event, for error messages. */
    place: '',
    define,
    /** A schema for the document. Each schema inside it that has an `$id` becomes a reference to a component. */
    refer(value: unknown): unknown {
      if (Array.isArray(value)) return value.map(components.refer)
      if (typeof value !== 'object' || value === null) return value
      const choice = referEnum(value)
      if (choice !== null) return choice
      const { $id: name, ...rest } = value as { $id?: string }
      if (compared.has(value)) return { $ref: `#/components/schemas/${name}` }
      const described = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, components.refer(each)]))
      if (name === undefined) return described
      compared.add(value)
      return define(name, described)
    },
    /** The first example of a component is the one that the document shows, wherever the component is used. */
    addExample(name: string, example: unknown): void {
      if (!examples.has(name)) examples.set(name, example)
    },
    /** The first one of a name has it alone; others have the operation in their name. */
    referParameter(parameter: Json & { name: string }): Json {
      const text = JSON.stringify(parameter)
      const known = parameters.get(text)
      if (known !== undefined) return { $ref: `#/components/parameters/${known.name}` }
      const taken = [...parameters.values()].map(({ name }) => name)
      const short = toPascal(parameter.name)
      const name = taken.includes(short) ? `${short}Of${toPascal(components.place)}` : short
      parameters.set(text, { name, parameter })
      return { $ref: `#/components/parameters/${name}` }
    },
    referResponse(name: string, response: Json): Json {
      const known = responses[name]
      if (known !== undefined && !isSame(known, response)) throw new Error(`two responses are called ${name}`)
      responses[name] = response
      return { $ref: `#/components/responses/${name}` }
    },
    schemas(): Json {
      const sorted = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1))
      return Object.fromEntries(
        sorted.map(([name, { described }]) => [
          name,
          examples.has(name) ? { ...described, examples: [examples.get(name)] } : shorten(name, described),
        ]),
      )
    },
    parameters: (): Json =>
      Object.fromEntries([...parameters.values()].map(({ name, parameter }) => [name, parameter])),
    responses,
  }
  return components
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** `Idempotency-Key` → IdempotencyKey, created_after → CreatedAfter, post.published → PostPublished */
function toPascal(text: string): string {
  return text.replace(/(?:^|[-_.])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
