import { readFileSync } from 'node:fs'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

/** The OpenAPI document with all operations. Parameters, responses and security stand where they are used. */
export function readDocument(): Json {
  const document: Json = JSON.parse(readFileSync(new URL('../../openapi.full.json', import.meta.url), 'utf8'))
  const { parameters, responses } = document.components
  const find = (shared: Json) => (each: Json) => shared[each.$ref?.split('/').at(-1)] ?? each
  const operations: Json[] = [document.paths, document.webhooks].flatMap((items: Json) =>
    Object.values<object>(items).flatMap((item) => Object.values(item)),
  )
  for (const operation of operations) {
    operation.security ??= document.security
    operation.parameters = operation.parameters?.map(find(parameters))
    for (const [status, response] of Object.entries(operation.responses)) {
      operation.responses[status] = find(responses)(response)
    }
  }
  return document
}

/**
 * The document with answers that may have nothing more than what it lists. For clients they are open, because later
 * versions may send more.
 */
export function closeAnswers(document: Json): Json {
  const { schemas } = document.components
  const open = (each: Json) => schemas[each.$ref?.split('/').at(-1)] ?? each
  const close = (name: string, schema: Json): Json => {
    // The feed adds the deliveries of an event to it, and bodies of requests say themselves whether they are closed.
    if (/Event$|^New|Patch$/.test(name)) return schema
    if (schema.allOf) return { ...schema, allOf: schema.allOf.map(open), unevaluatedProperties: false }
    return schema.properties ? { additionalProperties: false, ...schema } : schema
  }
  const closed = Object.entries<Json>(schemas).map(([name, schema]) => [name, close(name, schema)])
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(closed) } }
}
