export type Json = Record<string, unknown>

/** The parts that the document contains once and refers to by name. */
export type Components = ReturnType<typeof createComponents>

export function createComponents() {
  const schemas = new Map<string, { described: Json; place: string }>()
  const compared = new Set<object>()
  const responses: Json = {}
  const components = {
    /** The current operation or event, for error messages. */
    place: '',
    /** A schema for the document. Each schema inside it that has an `$id` becomes a reference to a component. */
    refer(value: unknown): unknown {
      if (Array.isArray(value)) return value.map(components.refer)
      if (typeof value !== 'object' || value === null) return value
      const { $id: name, ...rest } = value as { $id?: string }
      const reference = { $ref: `#/components/schemas/${name}` }
      if (compared.has(value)) return reference
      const described = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, components.refer(each)]))
      if (name === undefined) return described
      const known = schemas.get(name)
      if (known && !isSame(known.described, described)) {
        throw new Error(`two schemas are called ${name}: one in ${known.place}, another in ${components.place}`)
      }
      if (!known) schemas.set(name, { described, place: components.place })
      compared.add(value)
      return reference
    },
    referResponse(name: string, response: Json): Json {
      const known = responses[name]
      if (known !== undefined && !isSame(known, response)) throw new Error(`two responses are called ${name}`)
      responses[name] = response
      return { $ref: `#/components/responses/${name}` }
    },
    schemas: (): Json =>
      Object.fromEntries(
        [...schemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, each.described]),
      ),
    responses,
  }
  return components
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
