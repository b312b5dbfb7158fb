// Types for clients from openapi.json, by the rules of openapi-typescript, which does not run beside our TypeScript: among
// them, a property with a `default` is required.

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

/** `Calls`: operation → what it takes and gives; and one type for each component. */
export function writeClientTypes(document: Json): string {
  const components = Object.entries<Json>(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)}`,
  )
  const calls = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => `'${method.toUpperCase()} ${path}': ${callOf(operation)}`),
  )
  return [...components, `export interface Calls {\n${calls.join('\n')}\n}`].join('\n\n')
}

function callOf({ parameters = [], requestBody, responses }: Json): string {
  const members = ['path', 'query', 'header'].flatMap((where) => {
    const own = parameters.filter((each: Json) => each.in === where)
    if (own.length === 0) return []
    const isNeeded = own.some((each: Json) => each.required)
    const fields = own.map((each: Json) => `'${each.name}'${each.required ? '' : '?'}: ${typeOf(each.schema)}`)
    return [`${where}${isNeeded ? '' : '?'}: { ${fields.join('; ')} }`]
  })
  if (requestBody) {
    const [media] = Object.values<Json>(requestBody.content)
    members.push(`body${requestBody.required ? '' : '?'}: ${typeOf(media.schema)}`)
  }
  const [, answer] = Object.entries<Json>(responses).find(([status]) => status.startsWith('2'))!
  const [media] = Object.values<Json>(answer.content)
  return `{ takes: { ${members.join('; ')} }; gives: ${typeOf(media.schema)} }`
}

function typeOf(schema: Json): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(' | ')
  const choice = schema.oneOf ?? schema.anyOf
  if (choice) return choice.map((each: Json) => `(${typeOf(each)})`).join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => `(${typeOf({ ...schema, type })})`).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `Array<${typeOf(schema.items)}>`
    case 'object':
      return objectOf(schema)
    default:
      return 'unknown'
  }
}

function objectOf({ properties, required = [], additionalProperties }: Json): string {
  // Without any of both there is nothing that a client could know of it.
  if (!properties && !additionalProperties) return 'Record<string, never>'
  const fields = Object.entries<Json>(properties ?? {}).map(
    ([name, schema]) =>
      `'${name}'${required.includes(name) || schema.default !== undefined ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (additionalProperties === true) fields.push('[name: string]: unknown')
  else if (typeof additionalProperties === 'object') fields.push(`[name: string]: ${typeOf(additionalProperties)}`)
  return `{ ${fields.join('; ')} }`
}
